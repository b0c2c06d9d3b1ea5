// What many tenants on one machine cost: adding one, the start beside all of them, and those that are open.
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { cpu, idle, median, memory } from './machine.mjs';

/** Visited within the same hour. */
const OPENED = 150;

const threads = (pid) => Number(/Threads:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]);

/** The status of a page of the tenant that a host leads to. */
const visit = (base, host) =>
  new Promise((done, fail) => {
    const asked = request(`${base}/api/v1/vacancies`, { headers: { host } }, (answer) => {
      answer.resume();
      answer.on('end', () => done(answer.statusCode));
    });
    asked.on('error', fail);
    asked.end();
  });

/** `voluntr` runs a command, `open` starts the server; both on a data folder of their own. */
export async function measureTenants({ voluntr, open, tenants }) {
  const added = [];
  for (let number = 0; number < tenants; number += 1) {
    const begun = performance.now();
    voluntr('tenant', 'add', `t${number}`, '--preset', 'oldebroek', '--domain', `t${number}.localhost`);
    added.push(performance.now() - begun);
  }
  const server = await open();
  try {
    // Jobs begin three seconds after the start.
    await sleep(5_000);
    await idle(server.pid);
    const closed = memory(server.pid);
    const untouched = cpu(server.pid);
    await sleep(60_000);
    const minute = cpu(server.pid) - untouched;
    await idle(server.pid);
    const before = cpu(server.pid);
    const beside = Math.min(OPENED, tenants);
    const took = [];
    for (let number = 0; number < beside; number += 1) {
      const begun = performance.now();
      const status = await visit(server.base, `t${number}.localhost`);
      if (status !== 200) throw new Error(`t${number}.localhost answers ${status}`);
      took.push(performance.now() - begun);
    }
    await idle(server.pid);
    const each = (memory(server.pid) - closed) / beside;
    return [
      `tenant add ${median(added.slice(-100)).toFixed(0)} ms beside ${tenants} others (target 200)`,
      `start to first answer with ${tenants} tenants ${server.took.toFixed(0)} ms (target 2,000), ${closed.toFixed(0)} MB while all are closed, ${minute.toFixed(1)} s of processor time in a minute in which nobody comes`,
      `the first visit of a tenant ${median(took).toFixed(0)} ms; ${beside} open ones ${each.toFixed(1)} MB each, ${threads(server.pid)} threads in all, ${(cpu(server.pid) - before).toFixed(1)} s of processor time to open them`,
    ];
  } finally {
    await server.stop();
  }
}

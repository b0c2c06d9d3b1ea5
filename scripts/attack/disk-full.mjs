// A disk that is full: a small file system of its own where this may be mounted, else a limit on the size of files.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signUp, sleep } from './site.mjs';

const run = (command, ...words) => spawnSync(command, words, { encoding: 'utf8' }).status === 0;

export const scenarios = [
  {
    name: 'a full disk',
    isShort: false,
    async run({ start, say }) {
      const data = mkdtempSync(join(tmpdir(), 'voluntr-attack-'));
      const isMounted = run('mount', '-t', 'tmpfs', '-o', 'size=160m', 'tmpfs', data);
      if (!isMounted) {
        say('no file system may be mounted here; the limit on file sizes is tested by the Rust tests');
        rmSync(data, { recursive: true, force: true });
        return;
      }
      try {
        const site = await start({ data, isKept: true });
        assert.ok((await signUp(site, 0)).status < 300);
        const filler = join(data, 'filler');
        // Whatever is left, in ever smaller pieces.
        let fill = '';
        for (const size of [1024 * 1024, 4096]) {
          const piece = 'x'.repeat(size);
          try {
            for (;;) writeFileSync(filler, piece, { flag: 'a' });
          } catch (error) {
            fill = error.code;
          }
        }
        assert.equal(fill, 'ENOSPC');
        const statuses = {};
        let refusal;
        const during = await site.withNeighbour(async () => {
          for (let number = 1; number <= 40; number += 1) {
            const answer = await signUp(site, number);
            statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
            if (answer.status === 507) refusal = answer.json().errors[0];
          }
          await sleep(6_000);
        });
        assert.ok(refusal, JSON.stringify(statuses));
        assert.equal(refusal.code, 'insufficient_storage');
        assert.match(refusal.detail, /ligt niet aan jou/);
        assert.deepEqual(
          Object.keys(statuses).filter((status) => status >= 500 && status !== '507'),
          [],
        );
        assert.equal(during.failed, 0, 'a read was refused');
        const ready = await site.ask('GET', '/health/ready');
        assert.equal(ready.status, 503);
        assert.equal(ready.json().parts.storage.status, 'failing');
        rmSync(filler);
        const freed = performance.now();
        let back;
        do {
          await sleep(50);
          back = await signUp(site, 100 + Math.round(performance.now()));
        } while (back.status >= 500 && performance.now() - freed < 20_000);
        assert.ok(back.status < 300, back.text);
        assert.equal((await site.ask('GET', '/health/ready')).status, 200);
        const lines = site.log().split('\n').filter(Boolean);
        assert.ok(lines.length < 10, site.log());
        say(`sign-ups: ${JSON.stringify(statuses)}; ${lines.length} lines in the log`);
        say(`${during.asked} reads meanwhile, none refused, p99 ${during.p99.toFixed(0)} ms`);
        say(
          `a write again ${(performance.now() - freed).toFixed(0)} ms after there was room, without a restart`,
        );
        await site.stop();
      } finally {
        run('umount', '-l', data);
        rmSync(data, { recursive: true, force: true });
      }
    },
  },
];

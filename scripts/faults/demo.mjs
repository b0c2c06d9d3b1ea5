// The demo's data in folders of their own, and what lies in a tenant's file, read beside the program.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sleep, startSite } from '../attack/site.mjs';

/** One account writes here what many people write together. */
export const MANY_CHANGES = { VOLUNTR_CHANGES_PER_MINUTE: '1000000' };

/** Waits until nothing was written to the tenant for so long: jobs that are due have been done. Half a minute at most. */
export async function untilQuiet(data, ms) {
  const written = () => statSync(`${fileOf(data)}-wal`, { throwIfNoEntry: false })?.mtimeMs;
  const begun = performance.now();
  let [last, since] = [written(), begun];
  while (performance.now() - since < ms && performance.now() - begun < 30_000) {
    await sleep(25);
    if (written() !== last) [last, since] = [written(), performance.now()];
  }
}

let seeded;
/** A folder with the demo's data, in which the jobs of the day have been done: none of them takes the place of what is tried. */
async function seed(binary) {
  const data = mkdtempSync(join(tmpdir(), 'voluntr-faults-demo-'));
  process.once('exit', () => rmSync(data, { recursive: true, force: true }));
  await must(binary, ['--data', data, '-q', 'demo', 'seed']);
  const site = await startSite(binary, { data, isKept: true });
  await site.ask('GET', '/api/v1/vacancies');
  await untilQuiet(data, 2_000);
  await site.stop();
  return data;
}

/** A data folder with the demo's tenant that nobody else has. */
export async function demoFolder(binary) {
  seeded ??= seed(binary);
  const folder = mkdtempSync(join(tmpdir(), 'voluntr-faults-'));
  await cp(await seeded, folder, { recursive: true });
  return folder;
}

export const fileOf = (data, tenant = 'demo') => join(data, 'tenants', tenant, 'tenant.db');

/** The rows of a query, each as a list of texts; the file is only read. */
export function query(file, sql) {
  const done = spawnSync(
    'sqlite3',
    ['-readonly', '-separator', '\x1f', '-newline', '\x1e', '-cmd', '.timeout 10000', file, sql],
    { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  );
  assert.equal(done.status, 0, `${sql}: ${done.stderr}`);
  return done.stdout
    .split('\x1e')
    .slice(0, -1)
    .map((row) => row.split('\x1f'));
}

/** The first value of the first row. */
export const value = (file, sql) => query(file, sql)[0]?.[0];

/** Runs a command to its end. Others go on meanwhile: their milliseconds are measured. */
export const command = (binary, words, { input = '', ...options } = {}) =>
  new Promise((done, fail) => {
    const child = spawn(binary, words, options);
    child.once('error', fail);
    child.stdin.on('error', () => {});
    child.stdin.end(input);
    let [out, wrong] = ['', ''];
    child.stdout.on('data', (piece) => {
      out += piece;
    });
    child.stderr.on('data', (piece) => {
      wrong += piece;
    });
    child.once('close', (code) => done({ code, out, wrong }));
  });

/** The same, where it has to succeed. */
export async function must(binary, words, options) {
  const done = await command(binary, words, options);
  assert.equal(done.code, 0, `${words.join(' ')}: ${done.out}${done.wrong}`);
  return done;
}

/** What `doctor` finds wrong with the tenants: each file is read whole, its indexes and its references are looked at. */
export async function faultsOf(binary, data) {
  const { out } = await command(binary, ['--data', data, '--json', 'doctor']);
  const { findings } = JSON.parse(out);
  assert.ok(
    findings.some(({ about }) => about.startsWith('tenant ')),
    out,
  );
  return findings
    .filter(({ about, verdict }) => /^(tenant |registry)/.test(about) && verdict === 'fault')
    .map(({ about, text }) => `${about}: ${text}`);
}

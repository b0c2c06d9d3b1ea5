// A backup while others write all the time: it ends, it is whole, and those who write hardly notice.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inLetters, MB, PASSWORD, percentile, sleep } from './site.mjs';

const WHO = 'vrijwilliger@demo.voluntr.example';
/** 5,000 make a file of some 60 MB. */
const VACANCIES = Number(process.env['ATTACK_BACKUP_VACANCIES'] ?? 5_000);
const WRITES_A_SECOND = 100;

export const scenarios = [
  {
    name: `a backup of ${VACANCIES} vacancies under ${WRITES_A_SECOND} writes a second`,
    isShort: false,
    async run({ start, say, binary }) {
      const data = mkdtempSync(join(tmpdir(), 'voluntr-attack-'));
      try {
        const words = ['--organisations', 500, '--vacancies', VACANCIES, '--volunteers', 2_000];
        const seeded = spawnSync(binary, ['--data', data, '-q', 'demo', 'seed', ...words.map(String)]);
        assert.equal(seeded.status, 0, String(seeded.stderr));
        const site = await start({
          data,
          isKept: true,
          // One account writes here what many people write together.
          env: { VOLUNTR_CHANGES_PER_MINUTE: '1000000' },
        });
        const file = join(data, 'tenants/demo/tenant.db');
        say(`the file has ${(statSync(file).size / MB).toFixed(0)} MB`);
        const headers = await site.signIn(WHO, PASSWORD);
        const { id } = (await site.ask('GET', '/auth/validate_token', { headers })).json().data;
        const path = `/api/v1/users/${id}`;
        let number = 0;
        const write = async () => {
          number += 1;
          const attributes = { first_name: `Naam ${inLetters(number)}` };
          const answer = await site.ask('PATCH', path, {
            headers,
            json: { data: { type: 'users', id, attributes } },
          });
          assert.equal(answer.status, 200, answer.text);
          return answer.took;
        };
        /** Writes at an even rate until `job` is done; gives the milliseconds each took. */
        async function whileWriting(job) {
          const waiting = [];
          let isOver = false;
          const writer = (async () => {
            const begun = performance.now();
            for (let due = 0; !isOver; due += 1000 / WRITES_A_SECOND) {
              await sleep(Math.max(0, begun + due - performance.now()));
              const written = write();
              written.catch(() => {});
              waiting.push(written);
            }
          })();
          const begun = performance.now();
          const result = await job();
          const took = performance.now() - begun;
          isOver = true;
          await writer;
          return { result, took, times: await Promise.all(waiting) };
        }
        const backup = async (name) => {
          const done = await site.run('backup', 'create', '--to', join(data, name));
          assert.equal(done.code, 0, done.wrong);
          assert.match(done.wrong, /Copying tenants\/demo\/tenant\.db … 100 %/);
        };
        let begun = performance.now();
        await backup('alone.tar.gz');
        const alone = performance.now() - begun;
        const before = await whileWriting(() => sleep(3_000));
        let longest = 0;
        const watch = setInterval(() => {
          longest = Math.max(longest, statSync(`${file}-wal`).size);
        }, 50);
        const during = await whileWriting(() => backup('busy.tar.gz'));
        clearInterval(watch);
        begun = performance.now();
        const verified = await site.run('backup', 'verify', join(data, 'busy.tar.gz'));
        assert.equal(verified.code, 0, verified.wrong);
        assert.deepEqual(
          readdirSync(data).filter((name) => name.includes('voluntr-backup')),
          [],
        );
        const after = statSync(`${file}-wal`).size;
        const p99 = (times) => percentile(times, 0.99).toFixed(0);
        say(
          `alone ${(alone / 1000).toFixed(1)} s, under load ${(during.took / 1000).toFixed(1)} s: × ${(during.took / alone).toFixed(2)}`,
        );
        say(
          `${during.times.length} writes meanwhile, p99 ${p99(before.times)} → ${p99(during.times)} ms, longest ${Math.max(...during.times).toFixed(0)} ms`,
        );
        say(`the log was at most ${(longest / MB).toFixed(0)} MB, afterwards ${(after / MB).toFixed(0)} MB`);
        assert.ok(during.took < alone * 2, `${during.took} ms, alone ${alone} ms`);
        assert.ok(after <= 64 * MB + 65_536);
        await site.stop();
      } finally {
        rmSync(data, { recursive: true, force: true });
      }
    },
  },
];

// An error in place of every operation on files, one at a time, while somebody does something. After each the answer was good or
// says so in words of the site, the site serves again by itself, what was acknowledged is in the file, and what was not is
// there whole or not at all; then the same is done again, and works.
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { sleep } from '../attack/site.mjs';
import { demoFolder, faultsOf, fileOf, MANY_CHANGES, query, untilQuiet } from './demo.mjs';
import { journeys } from './journeys.mjs';
import { attach, mayAttach, NOT_ALLOWED, OPERATIONS } from './strace.mjs';

/** Kinds of operations, each with the errors that take their place. `write` and `read` reach sockets too, and are left alone. */
const FAULTS = {
  sync: ['EIO', 'ENOSPC'],
  write: ['EIO', 'ENOSPC'],
  truncate: ['EIO'],
  read: ['EIO'],
  open: ['EIO', 'ENOSPC', 'EMFILE'],
  rename: ['EIO', 'ENOSPC'],
  remove: ['EIO'],
  folder: ['ENOSPC'],
  map: ['EIO'],
};
/** Only calls for the files themselves, where the program makes such calls for something else too. */
const OF_FILES = {
  map: ({ data }) =>
    ['tenant.db', 'tenant.db-wal', 'tenant.db-shm'].map((name) => `${data}/tenants/demo/${name}`),
};
/** In the short form: one of each. */
const SHORT = { sync: ['EIO'], write: ['EIO', 'ENOSPC'], read: ['EIO'], open: ['ENOSPC'], rename: ['EIO'] };
const BACK_WITHIN_MS = 20_000;
/** What an answer to a visitor never has in it. */
const INSIDES =
  /sqlite|\bselect \b|\binsert into\b|tenant\.db|registry\.db|\/tmp\/|disk i\/o|os error|panicked|\bEIO\b|no space left/i;

const inLetters = (number) => String(number).replaceAll(/\d/g, (digit) => 'abcdefghij'[digit]);

/** A program on a folder of its own, for as many goes as the limits of the site allow. */
class Ground {
  constructor(means, journey) {
    Object.assign(this, { means, journey, number: 0 });
  }

  async fresh() {
    await this.leave();
    this.goes = 0;
    this.data = await demoFolder(this.means.binary);
    await this.serve();
    this.shared = (await this.journey.begin?.(this.site)) ?? {};
    this.shared.shared = {};
  }

  async serve() {
    this.site = await this.means.start({ data: this.data, isKept: true, env: MANY_CHANGES });
  }

  /** Ends it and looks whether the files are sound. */
  async leave() {
    if (!this.site) return;
    const { code, signal } = await this.site.stop();
    assert.equal(code, 0, `it ended with ${signal ?? code}: ${this.site.log()}`);
    assert.deepEqual(await faultsOf(this.means.binary, this.data), []);
    const [[schema]] = query(fileOf(this.data), 'select count(*) from refinery_schema_history');
    assert.ok(Number(schema) > 0);
    rmSync(this.data, { recursive: true, force: true });
    this.site = undefined;
  }

  async go() {
    if (!this.site || this.goes >= (this.journey.goes ?? 150)) await this.fresh();
    this.goes += 1;
    this.number += 1;
    const own = { ...this.shared, number: this.number, mark: inLetters(this.number) };
    await this.journey.prepare(this.site, own);
    return own;
  }
}

const isGood = ({ status }) => status >= 200 && status < 300;

/** What is wrong with an answer that refuses, if something is. */
function wrong({ status, text }) {
  if (status < 500) return `the answer was ${status} ${text}`;
  if (INSIDES.test(text)) return `the answer tells of the insides: ${text}`;
  try {
    const [{ code, detail }] = JSON.parse(text).errors;
    if (!code || !detail) return `the answer has no code or no words: ${text}`;
  } catch {
    return `the answer is no document: ${text}`;
  }
}

/** The texts of `look` before the first step and after each. */
async function stagesOf(ground) {
  const { journey } = ground;
  const own = await ground.go();
  const stages = [await journey.look(ground.site, own)];
  for (const take of journey.steps) {
    const answer = await take(ground.site, own);
    assert.ok(isGood(answer), `${journey.name} without a fault: ${answer.status} ${answer.text}`);
    stages.push(await journey.look(ground.site, own));
  }
  assert.equal(new Set(stages).size, stages.length, `its steps can't be told apart: ${stages.join(' | ')}`);
  return stages;
}

async function untilReady(ground) {
  const begun = performance.now();
  let told;
  do {
    const ready = await ground.site.ask('GET', '/health/ready').catch((error) => ({ text: String(error) }));
    if (ready.status === 200) return performance.now() - begun;
    told = ready.text;
    await sleep(50);
  } while (performance.now() - begun < BACK_WITHIN_MS);
  throw new Error(`it does not serve again after ${BACK_WITHIN_MS / 1000} s: ${told}`);
}

/** One fault; gives what came of it, or undefined where no call was hit. */
async function point(ground, stages, { kind, fault, when }) {
  const { journey } = ground;
  const own = await ground.go();
  const { site } = ground;
  await untilQuiet(site.data, 250);
  const before = await journey.look(site, own);
  assert.equal(before, stages[0], 'what was prepared is not as it was the first time');
  const detach = await attach(site.pid, {
    calls: OPERATIONS[kind],
    fault: `error=${fault}`,
    when,
    paths: OF_FILES[kind]?.(site) ?? [],
  });
  const begun = performance.now();
  let acknowledged = 0;
  let refusal;
  try {
    for (const take of journey.steps) {
      const answer = await take(site, own).catch((error) => ({ status: 0, text: String(error) }));
      if (!isGood(answer)) {
        refusal = answer;
        break;
      }
      acknowledged += 1;
    }
  } finally {
    own.took = Math.round(performance.now() - begun);
    own.calls = await detach();
  }
  const hits = own.calls.filter(({ isHit }) => isHit);
  const result = { hits: hits.length, refusal: refusal?.status };
  if (refusal) {
    assert.ok(
      hits.length > 0,
      `refused without a fault after ${own.took} ms, ${own.calls.length} calls seen: ${refusal.status} ${refusal.text} ${site.log()}`,
    );
    const why = wrong(refusal);
    assert.ok(!why, why);
  }
  result.back = await untilReady(ground);
  await journey.settle?.(site, own);
  let stage = stages.indexOf(await journey.look(site, own));
  const found = stage < 0 ? await journey.look(site, own) : stages[stage];
  assert.ok(stage >= 0, `half of it is stored: "${found}", and whole is "${stages.join('" or "')}"`);
  assert.ok(stage >= acknowledged, `${acknowledged} acknowledged, ${stage} stored`);
  assert.ok(stage <= acknowledged + 1, `${acknowledged} acknowledged, ${stage} stored`);
  result.isStoredAll = stage > acknowledged;
  for (; stage < journey.steps.length; stage += 1) {
    const answer = await journey.steps[stage](site, own);
    assert.ok(isGood(answer), `again, with nothing in its way: ${answer.status} ${answer.text}`);
  }
  assert.equal(await journey.look(site, own), stages.at(-1), 'done again it is not whole');
  return hits.length > 0 ? result : undefined;
}

/** One of so many: the first, the middle or the last, or any other, as the seed gives. */
function* someOf(last, isFirst, random) {
  if (last === 0) return;
  const any = 1 + Math.floor(random() * last);
  yield isFirst ? 1 : [1, Math.ceil(last / 2), last, any][Math.floor(random() * 4)];
}

/** How many calls of a kind one thread makes at most in one go. */
async function most(ground, kind) {
  const { journey } = ground;
  const own = await ground.go();
  await untilQuiet(ground.site.data, 250);
  const detach = await attach(ground.site.pid, {
    calls: OPERATIONS[kind],
    paths: OF_FILES[kind]?.(ground.site) ?? [],
  });
  for (const take of journey.steps) await take(ground.site, own);
  const calls = await detach();
  return Math.max(0, ...calls.map(({ nth }) => nth));
}

async function tried(means, journey) {
  const { say, isShort, only, random } = means;
  if (!(await mayAttach())) return say(NOT_ALLOWED);
  const ground = new Ground(means, journey);
  await ground.fresh();
  const stages = await stagesOf(ground);
  const broken = [];
  for (const [kind, faults] of Object.entries(isShort ? SHORT : FAULTS)) {
    if (only.kind && only.kind !== kind) continue;
    const last = await most(ground, kind);
    const one = faults[Math.floor(random() * faults.length)];
    for (const fault of isShort ? [one] : faults) {
      const counts = { points: 0, good: 0, stored: 0, slowest: 0, refusals: {} };
      // A call that comes and goes ends the row two goes after the last that was hit.
      let misses = 0;
      const whole = function* () {
        for (let when = 1; misses < 2; when += 1) yield when;
      };
      for (const when of only.when ? [only.when] : isShort ? someOf(last, journey.isSlow, random) : whole()) {
        try {
          const result = await point(ground, stages, { kind, fault, when });
          misses = result ? 0 : misses + 1;
          if (!result) continue;
          counts.points += 1;
          counts.slowest = Math.max(counts.slowest, result.back);
          if (result.refusal) counts.refusals[result.refusal] = (counts.refusals[result.refusal] ?? 0) + 1;
          else counts.good += 1;
          if (result.isStoredAll) counts.stored += 1;
        } catch (error) {
          counts.points += 1;
          broken.push(`--only '${journey.name} ${kind} ${when}' (${fault}): ${error.message}`);
          if (broken.length > 5) throw new Error(broken.join('\n'));
          ground.site?.child.kill('SIGKILL');
          await ground.site?.ended;
          ground.site = undefined;
          await ground.fresh();
        }
      }
      if (counts.points === 0) continue;
      const refused = Object.entries(counts.refusals).map(([status, times]) => `${times} × ${status}`);
      say(
        `${kind.padEnd(8)} ${fault.padEnd(6)} ${String(counts.points).padStart(4)} points: ${[`${counts.good} done`, ...refused].join(', ')}` +
          `${counts.stored > 0 ? `, ${counts.stored} stored all the same` : ''}; serves after ${counts.slowest.toFixed(0)} ms at most`,
      );
    }
  }
  await ground.leave();
  if (broken.length > 0) throw new Error(broken.join('\n'));
}

export const scenarios = journeys.map((journey) => ({
  name: journey.name,
  isShort: true,
  run: (means) => tried(means, journey),
}));

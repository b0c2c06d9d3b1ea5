// An error in place of every operation on files of a command, one at a time. After each the command is done or says why not and
// ends with 1, what it works on is as before or as it should be, and the same command again, with nothing in its way, succeeds.
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../run.mjs';
import { faultsOf, fileOf, must, query, command as runCommand, value } from './demo.mjs';
import { OPERATIONS, runUnder } from './strace.mjs';

const FAULTS = {
  sync: ['EIO', 'ENOSPC'],
  write: ['EIO', 'ENOSPC'],
  append: ['EIO', 'ENOSPC'],
  truncate: ['EIO'],
  read: ['EIO'],
  fetch: ['EIO'],
  open: ['EIO', 'ENOSPC', 'EMFILE'],
  rename: ['EIO', 'ENOSPC'],
  remove: ['EIO'],
  folder: ['EIO', 'ENOSPC'],
};
const SHORT = { sync: ['EIO'], write: ['ENOSPC'], rename: ['ENOSPC'] };
/** What an error for whoever runs the program never has in it. */
const INSIDES = /panicked|RUST_BACKTRACE|\bselect \b.*\bfrom\b|\binsert into\b|stack backtrace/i;

const SCHEMAS = join(ROOT, 'tests/it/cli/schemas');
const ROWS = ['users', 'organizations', 'vacancies', 'applications', 'roles', 'volunteer_centers'];
const rows = (data) => {
  const counts = ROWS.map((table) => `(select count(*) from ${table})`).join(" || ' ' || ");
  return value(fileOf(data, 'roermond'), `select ${counts}`);
};

const newFolder = () => mkdtempSync(join(tmpdir(), 'voluntr-faults-'));

const tenantsOf = async (binary, data) =>
  JSON.parse((await must(binary, ['--data', data, '--json', 'tenant', 'list'])).out).tenants;

/**
 * `make` gives what each go begins with; `words` the command; `look` a text for how things stand; `allowed` what it may be besides
 * before and done, where the command ends with 1.
 */
const COMMANDS = [
  {
    name: 'tenant-add',
    make: async (binary, at) =>
      await must(binary, ['--data', join(at, 'data'), 'tenant', 'add', 'other', '--centre', 'Elders']),
    words: (at) => [
      '--data',
      join(at, 'data'),
      'tenant',
      'add',
      'roermond',
      '--preset',
      'roermond',
      '--domain',
      'helpt.example.nl',
    ],
    look: async (binary, at) => {
      const data = join(at, 'data');
      const found = (await tenantsOf(binary, data)).find(({ name }) => name === 'roermond');
      if (!found) return 'none';
      return `${found.domains} ${rows(data)} ${(await faultsOf(binary, data)).filter((text) => !/admin/.test(text))}`;
    },
  },
  {
    name: 'backup-create',
    make: async (binary, at) => {
      await must(binary, ['--data', join(at, 'data'), 'tenant', 'add', 'roermond', '--preset', 'roermond']);
      await must(binary, ['--data', join(at, 'data'), '-q', 'backup', 'create']);
    },
    words: (at) => ['--data', join(at, 'data'), '-q', 'backup', 'create'],
    look: async (binary, at) => {
      const words = ['--data', join(at, 'data'), '--json', 'backup'];
      const { backups } = JSON.parse((await must(binary, [...words, 'list'])).out);
      for (const { backup } of backups) await must(binary, [...words, 'verify', backup]);
      // A tenant that could not be read is named, and the exit code is 1: what there is counts, and says what it lacks.
      const lacks = backups.filter(({ missing }) => missing.length > 0).length;
      return `${backups.length}${lacks > 0 ? ` of which ${lacks} name what they lack` : ''} ${rows(join(at, 'data'))}`;
    },
    allowed: ({ done }) => [done.replace('2', '2 of which 1 name what they lack')],
    // A backup has the name of its second.
    pause: 1_000,
  },
  {
    name: 'backup-restore',
    make: async (binary, at) => {
      await must(binary, ['--data', join(at, 'old'), 'tenant', 'add', 'roermond', '--preset', 'roermond']);
      await must(binary, ['--data', join(at, 'old'), '-q', 'backup', 'create']);
    },
    words: (at) => ['--data', join(at, 'data'), '-q', 'backup', 'restore', '--from', join(at, 'old/backups')],
    look: async (binary, at) => {
      const data = join(at, 'data');
      if (!existsSync(join(data, 'registry.db'))) return 'none';
      if ((await tenantsOf(binary, data)).length === 0) return 'none';
      return `${rows(data)} ${(await faultsOf(binary, data)).filter((text) => !/admin/.test(text))}`;
    },
  },
  {
    name: 'upgrade',
    make: async (binary, at) => {
      const oldest = join(SCHEMAS, readdirSync(SCHEMAS).sort()[0]);
      await must(binary, ['--data', join(at, 'data'), '-q', 'backup', 'restore', oldest]);
    },
    words: (at) => ['--data', join(at, 'data'), 'upgrade'],
    look: (_, at) => {
      const file = fileOf(join(at, 'data'), 'roermond');
      const [[schema]] = query(file, 'pragma user_version');
      const [[known]] = query(file, 'select max(version) from refinery_schema_history');
      // The copy of before is what an operator goes back to.
      const folder = join(at, 'data/tenants/roermond');
      const wrong = readdirSync(folder)
        .filter((name) => /^before-upgrade-V\d+\.db$/.test(name))
        .filter((name) => {
          const held = value(join(folder, name), 'select max(version) from refinery_schema_history');
          return name !== `before-upgrade-V${held}.db`;
        });
      return `${schema} ${known} ${rows(join(at, 'data'))}${wrong.map((name) => `, ${name} is no copy of before`)}`;
    },
  },
];

/** Where a go begins: a copy of what was made once. */
async function ground(made) {
  const at = newFolder();
  await cp(made, at, { recursive: true });
  return at;
}

const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

async function point({ binary, command, made, states }, { kind, fault, when }) {
  const at = await ground(made);
  try {
    if (command.pause) await sleep(command.pause);
    const done = await runUnder(binary, command.words(at), {
      calls: OPERATIONS[kind],
      fault: `error=${fault}`,
      when,
      env: process.env,
    });
    const hits = done.calls.filter(({ isHit }) => isHit);
    // One that also struck the libraries of the system, or a pipe, says nothing of this command.
    if (hits.length === 0 || hits.some(({ path }) => !path.startsWith(at))) return undefined;
    const told = `${done.out}${done.wrong}`.trim();
    const where = hits.map(({ path }) => path.slice(at.length + 1)).join(', ');
    assert.ok([0, 1].includes(done.code), `${where}: it ended with ${done.code}: ${told}`);
    assert.ok(!INSIDES.test(told), `${where}: it tells of its insides: ${told}`);
    if (done.code === 1) assert.ok(told.length > 10, `${where}: it says nothing`);
    const state = await command.look(binary, at);
    assert.ok(
      [...Object.values(states), ...(command.allowed?.(states) ?? [])].includes(state),
      `${where}: neither as before nor done: "${state}" (exit code ${done.code}: ${told})`,
    );
    if (done.code === 0) assert.equal(state, states.done, `${where}: it ended with 0: ${told}`);
    if (state === states.before || command.name === 'upgrade') {
      if (command.pause) await sleep(command.pause);
      const again = await runCommand(binary, command.words(at));
      assert.equal(again.code, 0, `${where}: again: ${again.out}${again.wrong} – before: ${told}`);
      assert.equal(await command.look(binary, at), states.done, `${where}: again`);
    }
    return { code: done.code, isStoredAll: done.code === 1 && state === states.done };
  } finally {
    rmSync(at, { recursive: true, force: true });
  }
}

/** The numbers of calls of a kind that reach files of the data, as each thread counts. */
async function numbers({ binary, command, made }, kind) {
  const at = await ground(made);
  if (command.pause) await sleep(command.pause);
  const { calls, code, wrong } = await runUnder(binary, command.words(at), {
    calls: OPERATIONS[kind],
    env: process.env,
  });
  assert.equal(code, 0, wrong);
  rmSync(at, { recursive: true, force: true });
  const found = new Set(calls.filter(({ path }) => path.startsWith(at)).map(({ nth }) => nth));
  return [...found].sort((a, b) => a - b);
}

async function tried({ binary, say, isShort, only, random }, command) {
  const made = newFolder();
  const broken = [];
  try {
    await command.make(binary, made);
    const at = await ground(made);
    const states = { before: await command.look(binary, at) };
    if (command.pause) await sleep(command.pause);
    await must(binary, command.words(at));
    states.done = await command.look(binary, at);
    rmSync(at, { recursive: true, force: true });
    assert.notEqual(states.done, states.before);
    const means = { binary, command, made, states };
    for (const [kind, faults] of Object.entries(isShort ? SHORT : FAULTS)) {
      if (only.kind && only.kind !== kind) continue;
      const all = await numbers(means, kind);
      if (all.length === 0) continue;
      const any = all[Math.floor(random() * all.length)];
      const some = [[all.at(0), any, all.at(-1)][Math.floor(random() * 3)]];
      for (const fault of faults) {
        const counts = { points: 0, 0: 0, 1: 0, stored: 0 };
        for (const when of only.when ? [only.when] : isShort ? some : all) {
          try {
            const result = await point(means, { kind, fault, when });
            if (!result) continue;
            counts.points += 1;
            counts[result.code] += 1;
            if (result.isStoredAll) counts.stored += 1;
          } catch (error) {
            counts.points += 1;
            broken.push(`--only '${command.name} ${kind} ${when}' (${fault}): ${error.message}`);
          }
        }
        if (counts.points > 0)
          say(
            `${kind.padEnd(8)} ${fault.padEnd(6)} ${String(counts.points).padStart(4)} points: ${counts[0]} done, ${counts[1]} refused` +
              `${counts.stored > 0 ? `, ${counts.stored} done all the same` : ''}; again: done`,
          );
      }
    }
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
  if (broken.length > 0) throw new Error(`${broken.length} broken:\n${broken.slice(0, 40).join('\n')}`);
}

export const scenarios = COMMANDS.map((command) => ({
  name: command.name,
  isShort: true,
  run: (means) => tried(means, command),
}));

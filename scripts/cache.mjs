// What outlives a clone, in the user's cache folder: libraries that are built once for all clean clones (in CI), and
// which commit has passed as a whole. Nothing fails where that folder cannot be written.
import { spawnSync } from 'node:child_process';
import {
  accessSync,
  constants,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

export const cacheFolder = (env = process.env) =>
  join(env.XDG_CACHE_HOME || join(env.HOME || homedir(), '.cache'), 'voluntr');

const isCi = ({ CI = '' }) => !['', '0', 'false'].includes(CI);

/** Where cargo puts what it builds: as CARGO_TARGET_DIR says, in CI in the cache folder, otherwise in the repository. */
export function targetFolder(root, env = process.env) {
  if (env.CARGO_TARGET_DIR) return resolve(root, env.CARGO_TARGET_DIR);
  const own = join(root, 'target');
  if (!isCi(env)) return own;
  const shared = join(cacheFolder(env), 'target');
  return canWrite(shared) ? shared : own;
}

function canWrite(folder) {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Takes the shared folder for this process. Two clones that are tested at the same time would replace each other's
 * program: the second builds in its own folder. Says which folder it is.
 */
export function claimTarget(root, env = process.env) {
  const folder = targetFolder(root, env);
  if (folder !== join(cacheFolder(env), 'target')) return folder;
  const claim = join(folder, 'in-use');
  for (let tries = 0; tries < 2; tries += 1) {
    try {
      writeFileSync(claim, String(process.pid), { flag: 'wx' });
      process.on('exit', () => rmSync(claim, { force: true }));
      return folder;
    } catch (error) {
      if (error.code !== 'EEXIST' || isRunning(claim)) break;
      rmSync(claim, { force: true });
    }
  }
  return join(root, 'target');
}

function isRunning(claim) {
  try {
    process.kill(Number(readFileSync(claim, 'utf8')), 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

const OWN_PARTS = /^(lib)?(voluntr|it|ceiling)-/;

/**
 * Removes what the project itself left in the shared folder longer ago than that: each clone has files of its own there,
 * which nobody needs when it is gone. Libraries stay.
 */
export function pruneTarget(folder, env = process.env, before = Date.now() - 3 * 24 * 3600_000) {
  if (folder !== join(cacheFolder(env), 'target')) return;
  for (const part of ['deps', 'incremental', 'build', '.fingerprint'].map((name) =>
    join(folder, 'debug', name),
  ))
    for (const name of namesIn(part).filter((each) => OWN_PARTS.test(each))) {
      const path = join(part, name);
      const { mtimeMs } = statSync(path, { throwIfNoEntry: false }) ?? { mtimeMs: Date.now() };
      if (mtimeMs < before) rmSync(path, { recursive: true, force: true });
    }
}

function namesIn(folder) {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** The commit that stands in the tree, and whether the tree is that commit; nothing outside a repository. */
export function treeState(root) {
  const git = (...words) => {
    const { status, stdout } = spawnSync('git', words, { cwd: root, encoding: 'utf8' });
    return status === 0 ? stdout.trim() : undefined;
  };
  return { commit: git('rev-parse', 'HEAD') ?? null, clean: git('status', '--porcelain') === '' };
}

/** Keeps what a full run came to, for whoever asks which commit has passed as a whole. */
export function writeLastRun(run, env = process.env) {
  try {
    mkdirSync(cacheFolder(env), { recursive: true });
    writeFileSync(join(cacheFolder(env), 'last-run.json'), `${JSON.stringify(run, null, 2)}\n`);
    return true;
  } catch {
    return false;
  }
}

/** The run as it is kept: a tree that changed meanwhile is no clean one. */
export function lastRun(before, after, { passed, failed, flaky, seconds }) {
  const clean = before.clean && after.clean && before.commit === after.commit;
  return { commit: before.commit, clean, passed, failed, flaky, seconds };
}

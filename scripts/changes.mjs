// What changed since the work was last whole, and what has to be looked at for that.
import { spawnSync } from 'node:child_process';
import { fail, ROOT } from './run.mjs';

function git(...words) {
  const { status, stdout } = spawnSync('git', words, { cwd: ROOT, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}

/** Files that differ from `since`, or from where the branch left main; those that git does not know yet as well. */
export function changedSince(since) {
  const named = since ?? git('merge-base', 'HEAD', 'main') ?? 'HEAD';
  const commit = git('rev-parse', '--verify', '--quiet', '--short', `${named}^{commit}`);
  if (commit === undefined)
    fail(
      since
        ? `There is no commit "${since}": npm run check -- --since COMMIT, for instance HEAD~1.`
        : 'npm run check asks git what changed, and there is no commit here: run "npm test" instead.',
    );
  const lines = (text) => (text ?? '').split('\n').filter(Boolean);
  return {
    since: commit,
    files: [
      ...lines(git('diff', '--name-only', commit)),
      ...lines(git('ls-files', '--others', '--exclude-standard')),
    ].sort(),
  };
}

const OF_THE_SERVER =
  /^(src|migrations|tenants|tests\/it|benches|\.cargo)\/|^(Cargo\.(toml|lock)|build\.rs|clippy\.toml)$/;
const OF_THE_APP = /^ui\/|^(package(-lock)?|biome)\.json$/;
/** The test of the table of screens is one of theirs. */
const OF_THE_SCRIPTS = /^scripts\/|^ui\/src\/app\/screens\.json$/;
const OF_THE_CONTRACT =
  /^(docs\/openapi\.json|scripts\/generate\.mjs|ui\/src\/api\/(schema\.d|constraints)\.ts)$/;

/** Which parts these files belong to. */
export function stepsFor(files) {
  const any = (pattern) => files.some((file) => pattern.test(file));
  return {
    server: any(OF_THE_SERVER),
    app: any(OF_THE_APP) || any(OF_THE_CONTRACT),
    scripts: any(OF_THE_SCRIPTS),
    generated: any(OF_THE_CONTRACT),
  };
}

/**
 * The filters of `cargo test --lib` for these files: `src/mail/outbox/mod.rs` asks for `mail::outbox::`. A file at the
 * top of src/ or a migration asks for all tests; undefined where none are concerned.
 */
export function libraryFilter(files) {
  const sources = files.filter((file) => /^(src|migrations|tenants)\//.test(file));
  if (sources.length === 0) return undefined;
  const modules = new Set(sources.map(moduleOf));
  return modules.has(undefined) ? [] : [...modules];
}

function moduleOf(file) {
  const [top, ...rest] = file.replace(/\.rs$/, '').split('/');
  if (top !== 'src' || rest.length < 2) return undefined;
  // Templates, tests and `mod.rs` speak for the folder that they lie in.
  const isOfFolder = !file.endsWith('.rs') || /^(mod|tests?|testing|.*_tests)$/.test(rest.at(-1));
  const path = isOfFolder ? rest.slice(0, -1) : rest;
  return `${path.slice(0, 2).join('::')}::`;
}

/**
 * The filters of vitest for the tests beside these files: `ui/src/features/home/page.tsx` asks for all of its feature,
 * `ui/src/lib/idle.ts` for its own. What else uses a shared part is for the whole run.
 */
export function appFilter(files) {
  const filters = files.flatMap((file) => {
    const [, folder, name, below] = /^ui\/src\/([^/]+)\/([^/]+)(\/)?/.exec(file) ?? [];
    if (!folder) return [];
    if (OF_THE_CONTRACT.test(file)) return ['src/api/'];
    return [below ? `src/${folder}/${name}/` : `src/${folder}/${name.replace(/\..*$/, '')}.`];
  });
  return [...new Set(filters)];
}

// The tarball that a centre downloads: dist/voluntr-VERSION-TARGET.tar.gz, with checksums beside it.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fail, failAfter, installPackages, needCargo, ROOT, run, rustc, STATIC, TARGET } from './run.mjs';

/** Of the program, with the app in it. */
const MOST_MB = 45;

needCargo();
installPackages();
const target = rustc('host');
const version = /^version = "(.+)"/m.exec(readFileSync(join(ROOT, 'Cargo.toml'), 'utf8'))[1];
if (!run('npm', ['run', '-s', 'build'])) failAfter('The app does not build');
// Naming the target keeps the compiler's own plug-ins dynamic; the program itself is static.
const built = run('cargo', ['build', '--release', '--target', target, '--bin', 'voluntr'], {
  env: { RUSTFLAGS: STATIC },
});
if (!built) failAfter('The program does not build');

const binary = join(TARGET, target, 'release/voluntr');
const size = statSync(binary).size / 1_000_000;
if (size > MOST_MB)
  fail(
    `The program is ${size.toFixed(1)} MB, and ${MOST_MB} is the most (docs/decisions/0038): build with glibc 2.36 or newer (packed addresses, build.rs, spare one), or see what grew with "cargo bloat --release --crates".`,
  );
const name = `voluntr-${version}-${target}`;
const folder = join(ROOT, 'dist', name);
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
cpSync(binary, join(folder, 'voluntr'));
for (const file of ['install.sh', 'README.md', 'LICENSE', 'NOTICE', 'CHANGELOG.md', 'CHANGELOG.nl.md'])
  cpSync(join(ROOT, file), join(folder, file));
const tarball = `${name}.tar.gz`;
execFileSync('tar', ['--owner=0', '--group=0', '-czf', tarball, name], { cwd: join(ROOT, 'dist') });
const sum = createHash('sha256')
  .update(readFileSync(join(ROOT, 'dist', tarball)))
  .digest('hex');
writeFileSync(join(ROOT, 'dist', `${tarball}.sha256`), `${sum}  ${tarball}\n`);
rmSync(folder, { recursive: true });
console.log(`dist/${tarball}: program of ${size.toFixed(1)} MB`);

// What a centre downloads, in dist/: a tarball with install.sh, a package for Debian, a container image, and what they are made
// of; SHA256SUMS is over all of them.
//   npm run dist
//   npm run dist -- --program       only the program, in cargo's target folder
//   npm run dist -- --binary FILE   of a program that is built already, for trying the packages out
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { writeImage } from './package/image.mjs';
import { checkMaterials, materialsOfApp, materialsOfProgram, writeMaterials } from './package/materials.mjs';
import { stage } from './package/stage.mjs';
import {
  fail,
  failAfter,
  has,
  installPackages,
  installTools,
  needCargo,
  ROOT,
  run,
  rustc,
  STATIC,
  TARGET,
} from './run.mjs';

/** Of the program, with the app in it. */
const MOST_MB = 60;
/** What makes the package and the list, each from crates.io. */
const MAKERS = { 'cargo-deb': '3.8.0', 'cargo-cyclonedx': '0.5.9' };

const { values } = parseArgs({ options: { binary: { type: 'string' }, program: { type: 'boolean' } } });
needCargo();
installPackages();
if (!values.program) installTools(['umoci']);
const target = rustc('host');
const version = /^version = "(.+)"/m.exec(readFileSync(join(ROOT, 'Cargo.toml'), 'utf8'))[1];
const moment = Number(
  process.env.SOURCE_DATE_EPOCH ??
    execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: ROOT, encoding: 'utf8' }).trim(),
);
const OUT = join(ROOT, 'dist');
const name = `voluntr-${version}-${target}`;
const tools = join(TARGET, 'tools');

function build() {
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
  return binary;
}

/** The program of a crate, built once and kept beside what cargo builds. */
function maker(crate) {
  const path = join(tools, 'bin', crate);
  const { stdout } = spawnSync('cargo', ['install', '--list', '--root', tools], { encoding: 'utf8' });
  if (stdout.includes(`${crate} v${MAKERS[crate]}:`)) return path;
  console.log(`building ${crate} …`);
  const args = ['install', crate, '--version', MAKERS[crate], '--locked', '--root', tools, '--quiet'];
  if (!run('cargo', args)) failAfter(`${crate} could not be installed`);
  return path;
}

function tarball() {
  const tar = ['--sort=name', `--mtime=@${moment}`, '--owner=0', '--group=0', '--numeric-owner'];
  const file = `${name}.tar.gz`;
  const names = [...tar, `--transform=s,^\\.,${name},`, '-C', join(OUT, 'stage/tarball'), '-cf', '-', '.'];
  const packed = execFileSync('tar', names, { maxBuffer: 1 << 30 });
  writeFileSync(join(OUT, file), execFileSync('gzip', ['-9n'], { input: packed, maxBuffer: 1 << 30 }));
  return file;
}

function debianPackage() {
  const args = ['deb', '--no-build', '--no-strip', '--target', target, '--output', join(OUT, `${name}.deb`)];
  const made = run(maker('cargo-deb'), args.slice(1), { env: { SOURCE_DATE_EPOCH: String(moment) } });
  if (!made) failAfter('The package for Debian could not be made');
  // What Debian itself looks at, where its tool is.
  if (
    has('lintian') &&
    !run('lintian', ['--fail-on', 'error', '--tag-display-limit', '0', join(OUT, `${name}.deb`)])
  )
    failAfter('The package for Debian has faults');
  return `${name}.deb`;
}

const binary = values.binary ? resolve(values.binary) : build();
if (values.program) process.exit();
rmSync(OUT, { recursive: true, force: true });
mkdirSync(OUT, { recursive: true });
stage(join(OUT, 'stage'), binary, { version, moment });
const lists = {
  'voluntr-program.cdx.json': materialsOfProgram(maker('cargo-cyclonedx'), target, moment),
  'voluntr-app.cdx.json': materialsOfApp(),
};
mkdirSync(join(OUT, 'stage/tarball/sbom'));
for (const [file, list] of Object.entries(lists)) {
  writeMaterials(join(OUT, file), list);
  copyFileSync(join(OUT, file), join(OUT, 'stage/tarball/sbom', file));
}
checkMaterials(
  Object.keys(lists).map((file) => join(OUT, file)),
  join(TARGET, 'materials'),
);
tarball();
debianPackage();
writeImage(join(OUT, `${name}-image.tar`), binary, { version, target, moment });
rmSync(join(OUT, 'stage'), { recursive: true });

const made = readdirSync(OUT).sort();
const sum = (file) =>
  createHash('sha256')
    .update(readFileSync(join(OUT, file)))
    .digest('hex');
writeFileSync(join(OUT, 'SHA256SUMS'), made.map((file) => `${sum(file)}  ${file}\n`).join(''));
for (const file of made)
  console.log(`dist/${file}: ${(statSync(join(OUT, file)).size / 1_000_000).toFixed(1)} MB`);

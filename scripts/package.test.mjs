// The packages, made of a stand-in for the program: what is in them, and who owns it. `npm run dist` makes them of the real one.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, extname, join } from 'node:path';
import { test } from 'node:test';
import { USER, writeImage } from './package/image.mjs';
import { materialsOfApp, writeMaterials } from './package/materials.mjs';
import { stage } from './package/stage.mjs';
import { has, ROOT } from './run.mjs';

const UMOCI = { skip: has('umoci') ? false : 'umoci is not here; npm test installs it' };
const MOMENT = 1_700_000_000;
const OF = { version: '1.2.3', target: 'x86_64-unknown-linux-gnu', moment: MOMENT };

function scratch(t) {
  const root = mkdtempSync(join(tmpdir(), 'voluntr-package-'));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  const at = (...parts) => join(root, ...parts);
  writeFileSync(
    at('voluntr'),
    '#!/bin/sh\n[ "$1" != -q ] || shift\ncase $1 in completions) echo "# $2" ;; man) echo .TH >"$2/voluntr.1" ;; esac\n',
  );
  chmodSync(at('voluntr'), 0o755);
  return at;
}

/** What Cargo.toml puts into the package for Debian: where from, where to. */
const assets = () =>
  [
    ...readFileSync(join(ROOT, 'Cargo.toml'), 'utf8')
      .split('[package.metadata.deb]')[1]
      .split('\n[')[0]
      .matchAll(/^ {2}\["([^"]+)", "([^"]+)", "\d+"\],$/gm),
  ].map(([, from, to]) => ({ from, to }));

/** Whether there is a file of that path, which may end in `*.json`. */
function isThere(root, path) {
  if (!path.includes('*')) return existsSync(join(root, path));
  const folder = join(root, dirname(path));
  return existsSync(folder) && readdirSync(folder).some((name) => extname(name) === extname(path));
}

test('what the package for Debian is made of is in the tree or put there before', (t) => {
  const at = scratch(t);
  stage(at('dist/stage'), at('voluntr'), OF);
  mkdirSync(at('dist/stage/tarball/sbom'));
  writeMaterials(at('dist/stage/tarball/sbom/voluntr-app.cdx.json'), materialsOfApp());
  assert.ok(assets().length > 10);
  assert.deepEqual(
    assets()
      .filter(({ from }) => !isThere(from.startsWith('dist/') ? at() : ROOT, from))
      .map(({ from }) => from),
    [],
  );
  assert.deepEqual(
    [
      'usr/bin/',
      'etc/voluntr/voluntr.toml',
      'usr/lib/sysusers.d/voluntr.conf',
      'usr/lib/systemd/system/',
    ].filter((place) => !assets().some(({ to }) => to === place)),
    [],
  );
  const unit = readFileSync(at('dist/stage/debian/voluntr.service'), 'utf8');
  assert.match(unit, /^ExecStart=\/usr\/bin\/voluntr serve$/m);
  assert.match(readFileSync(at('dist/stage/debian/voluntr.toml'), 'utf8'), /^data = "\/var\/lib\/voluntr"$/m);
  assert.match(
    readFileSync(at('dist/stage/debian/changelog'), 'utf8'),
    /^voluntr \(1\.2\.3-1\)[\s\S]+ {2}Tue, 14 Nov 2023 22:13:20 \+0000$/m,
  );
});

test('scripts of the package for Debian are sound, enable the service alone, and take no data away', () => {
  for (const name of ['postinst', 'prerm', 'postrm']) {
    const path = join(ROOT, 'scripts/package/debian', name);
    execFileSync('sh', ['-n', path]);
    const text = readFileSync(path, 'utf8');
    assert.doesNotMatch(text, /^\s*(rm|userdel) /m, name);
    assert.doesNotMatch(text, /\b(enable|start|restart)\b.*voluntr\.socket/, name);
  }
});

test('the list of what the app is made of names every package of the lock file', () => {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
  const list = materialsOfApp();
  assert.equal(list.bomFormat, 'CycloneDX');
  assert.equal(list.metadata.component.name, 'voluntr');
  const listed = new Set(list.components.map(({ purl }) => decodeURIComponent(purl.split('?')[0])));
  const locked = Object.entries(packages)
    .filter(([path, { optional, link }]) => path !== '' && !optional && !link)
    .map(([path, { version, name }]) => `pkg:npm/${name ?? path.split('node_modules/').at(-1)}@${version}`);
  assert.ok(locked.length > 100);
  assert.deepEqual(
    locked.filter((purl) => !listed.has(purl)),
    [],
  );
});

test('the image holds the program and a folder of its user, and runs as nobody else', UMOCI, (t) => {
  const at = scratch(t);
  writeImage(at('image.tar'), at('voluntr'), OF);
  mkdirSync(at('layout'));
  execFileSync('tar', ['-xf', at('image.tar'), '-C', at('layout')]);
  const blob = ({ digest, size }) => {
    const [algorithm, hash] = digest.split(':');
    const bytes = readFileSync(at('layout/blobs', algorithm, hash));
    assert.equal(createHash(algorithm).update(bytes).digest('hex'), hash);
    assert.equal(bytes.length, size);
    return bytes;
  };
  const json = (descriptor) => JSON.parse(blob(descriptor).toString());
  const index = JSON.parse(readFileSync(at('layout/index.json'), 'utf8'));
  assert.equal(index.manifests.length, 1);
  assert.equal(index.manifests[0].annotations['org.opencontainers.image.ref.name'], '1.2.3');
  const manifest = json(index.manifests[0]);
  const { architecture, os, created, config } = json(manifest.config);
  assert.deepEqual([architecture, os, created], ['amd64', 'linux', '2023-11-14T22:13:20Z']);
  assert.deepEqual(
    [config.User, config.WorkingDir, config.Entrypoint, config.Cmd, config.Volumes, config.ExposedPorts],
    [`${USER}:${USER}`, '/data', ['/usr/bin/voluntr'], ['serve'], { '/data': {} }, { '8080/tcp': {} }],
  );
  assert.ok(config.Env.includes('VOLUNTR_DATA=/data'), config.Env);

  assert.equal(manifest.layers.length, 1);
  writeFileSync(at('layer.tar.gz'), blob(manifest.layers[0]));
  const listed = execFileSync('tar', ['--numeric-owner', '-tvzf', at('layer.tar.gz')], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => line.split(/\s+/))
    .map(([mode, owner, , , , path]) => `${mode} ${owner} ${path}`);
  assert.deepEqual(listed, [
    'drwxr-xr-x 0/0 etc/',
    '-rw-r--r-- 0/0 etc/group',
    '-rw-r--r-- 0/0 etc/passwd',
    'drwxrwxrwt 0/0 tmp/',
    'drwxr-xr-x 0/0 usr/',
    'drwxr-xr-x 0/0 usr/bin/',
    '-rwxr-xr-x 0/0 usr/bin/voluntr',
    `drwx------ ${USER}/${USER} data/`,
  ]);
  // Another program than the one that wrote the tar file reads it.
  execFileSync('umoci', ['unpack', '--rootless', '--image', `${at('layout')}:1.2.3`, at('bundle')]);
  assert.deepEqual(readFileSync(at('bundle/rootfs/usr/bin/voluntr')), readFileSync(at('voluntr')));
});

test('the same program makes the same image', UMOCI, (t) => {
  const at = scratch(t);
  for (const name of ['one.tar', 'two.tar']) writeImage(at(name), at('voluntr'), OF);
  assert.deepEqual(readFileSync(at('one.tar')), readFileSync(at('two.tar')));
});

// install.sh in a scratch folder: what it puts where, what an upgrade keeps and puts back, what leaving removes. The program is
// a script that answers as the real one; `systemctl`, `id` and `sleep` are scripts that note what they are asked.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { test } from 'node:test';
import { has, ROOT } from './run.mjs';

/** What `systemd-analyze security` gives at most: ten times the figure that it shows. */
const MOST_EXPOSED = 15;
const SYSTEMD = {
  skip: has('systemd-analyze') ? false : 'systemd-analyze is not here; npm test installs it',
};

/** A released folder with install.sh and a program, and a home to install in. */
function scratch(t, { uid = 1000, systemd = true } = {}) {
  const root = mkdtempSync(join(tmpdir(), 'voluntr-install-'));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  const at = (...parts) => join(root, ...parts);
  for (const folder of ['release', 'home', 'bin']) mkdirSync(at(folder));
  cpSync(join(ROOT, 'install.sh'), at('release/install.sh'));
  const script = (path, text) => {
    writeFileSync(at(path), `#!/bin/sh\n${text}\n`);
    chmodSync(at(path), 0o755);
  };
  script('bin/id', `case $1 in -u) echo ${uid} ;; *) exec /usr/bin/id "$@" ;; esac`);
  script('bin/sleep', 'exit 0');
  // The service runs when the program that is installed says that it would.
  script(
    'bin/systemctl',
    `echo "$*" >>"${at('asked')}"
case " $* " in
  *" show-environment "*) ${systemd ? 'exit 0' : 'exit 1'} ;;
  *" restart "*) "${at('home/.local/bin/voluntr')}" serve && touch "${at('running')}" || { rm -f "${at('running')}"; exit 1; } ;;
  *" disable "*) rm -f "${at('running')}" ;;
  *" is-active "*) test -e "${at('running')}" ;;
esac`,
  );
  const program = (version, starts = true) =>
    script(
      'release/voluntr',
      `[ "$1" != -q ] || shift
case $1 in
  version) echo "voluntr ${version}" ;;
  serve) ${starts ? 'exit 0' : 'exit 1'} ;;
  completions) echo "# $2 of ${version}" ;;
  man) for name in voluntr voluntr-serve; do echo ".TH $name" >"$2/$name.1"; done ;;
esac`,
    );
  program('1.0.0');
  return {
    at,
    program,
    script,
    has: (path) => existsSync(at(path)),
    read: (path) => readFileSync(at(path), 'utf8'),
    asked: () => (existsSync(at('asked')) ? readFileSync(at('asked'), 'utf8').trim().split('\n') : []),
    install: (args = [], { env = {}, input = '' } = {}) => {
      const { PATH } = process.env;
      const ran = spawnSync('sh', [at('release/install.sh'), ...args], {
        encoding: 'utf8',
        input,
        env: { PATH: `${at('bin')}:${PATH}`, HOME: at('home'), TMPDIR: root, ...env },
      });
      return { status: ran.status, out: ran.stdout + ran.stderr };
    },
    files: (folder) =>
      existsSync(at(folder))
        ? readdirSync(at(folder), { recursive: true, withFileTypes: true })
            .filter((entry) => entry.isFile())
            .map((entry) => relative(at(folder), join(entry.parentPath, entry.name)))
            .sort()
        : [],
  };
}

const HELPERS = [
  'share/bash-completion/completions/voluntr',
  'share/fish/vendor_completions.d/voluntr.fish',
  'share/man/man1/voluntr-serve.1',
  'share/man/man1/voluntr.1',
  'share/zsh/site-functions/_voluntr',
];

test('it installs program, settings, manual, completions and a service, and starts it', (t) => {
  const here = scratch(t);
  const { status, out } = here.install(['--listen', '127.0.0.1:9090']);
  assert.equal(status, 0, out);
  assert.deepEqual(here.files('home/.local'), ['bin/voluntr', 'etc/voluntr/voluntr.toml', ...HELPERS]);
  assert.match(here.read('home/.local/etc/voluntr/voluntr.toml'), /^listen = "127\.0\.0\.1:9090"$/m);
  assert.equal(here.read('home/.local/share/bash-completion/completions/voluntr'), '# bash of 1.0.0\n');
  assert.equal(statSync(here.at('home/.local/share/voluntr')).mode & 0o777, 0o700);
  assert.match(
    here.read('home/.config/systemd/user/voluntr.service'),
    /^ExecStart=.*\.local\/bin\/voluntr serve$/m,
  );
  assert.ok(here.asked().includes('--user restart voluntr'), here.asked().join('\n'));
});

test('without systemd it says how to start the server', (t) => {
  const here = scratch(t, { systemd: false });
  const { status, out } = here.install();
  assert.equal(status, 0, out);
  assert.match(out, /Start the server yourself/);
});

test('run again it brings the program up to date, keeps settings and data, and the former program beside it', (t) => {
  const here = scratch(t);
  here.install();
  writeFileSync(here.at('home/.local/etc/voluntr/voluntr.toml'), 'listen = "127.0.0.1:7070"\n');
  writeFileSync(here.at('home/.local/share/voluntr/registry.db'), 'rows');
  here.program('2.0.0');
  const { status, out } = here.install();
  assert.equal(status, 0, out);
  assert.match(out, /it runs on http:\/\/127\.0\.0\.1:7070/);
  assert.match(here.read('home/.local/bin/voluntr'), /2\.0\.0/);
  assert.match(here.read('home/.local/bin/voluntr.previous'), /1\.0\.0/);
  assert.equal(here.read('home/.local/share/zsh/site-functions/_voluntr'), '# zsh of 2.0.0\n');
  assert.equal(here.read('home/.local/etc/voluntr/voluntr.toml'), 'listen = "127.0.0.1:7070"\n');
  assert.equal(here.read('home/.local/share/voluntr/registry.db'), 'rows');
  // The same once more: what is kept is the former one still.
  assert.equal(here.install().status, 0);
  assert.match(here.read('home/.local/bin/voluntr.previous'), /1\.0\.0/);
});

test('a new program that does not start makes way for the former one, and that is said', (t) => {
  const here = scratch(t);
  here.install();
  const unit = '.config/systemd/user/voluntr.service';
  writeFileSync(here.at('home', unit), 'the former unit');
  here.program('2.0.0', false);
  const { status, out } = here.install();
  assert.equal(status, 1, out);
  assert.match(out, /the former program runs again/);
  assert.equal(here.read(`home/${unit}`), 'the former unit');
  assert.equal(here.read('home/.local/share/zsh/site-functions/_voluntr'), '# zsh of 1.0.0\n');
  assert.match(here.read('home/.local/bin/voluntr'), /1\.0\.0/);
  assert.match(here.read('home/.local/bin/voluntr.failed'), /2\.0\.0/);
  assert.ok(here.has('running'));
});

test('a program that writes no manual is installed all the same', (t) => {
  const here = scratch(t);
  here.script('release/voluntr', '[ "$1" = version ] || [ "$1" = serve ]');
  const { status, out } = here.install();
  assert.equal(status, 0, out);
  assert.match(out, /no manual and no completions/);
  assert.deepEqual(here.files('home/.local'), ['bin/voluntr', 'etc/voluntr/voluntr.toml']);
});

test('a first program that does not start stays, and that is said', (t) => {
  const here = scratch(t);
  here.program('1.0.0', false);
  const { status, out } = here.install();
  assert.equal(status, 1, out);
  assert.match(out, /the service does not start/);
  assert.match(here.read('home/.local/bin/voluntr'), /1\.0\.0/);
});

test('a former program that does not start either is told', (t) => {
  const here = scratch(t);
  here.program('1.0.0', false);
  here.install();
  here.program('2.0.0', false);
  const { status, out } = here.install();
  assert.equal(status, 1, out);
  assert.match(out, /is back and does not start either/);
});

test('leaving removes what was installed, and keeps data and settings', (t) => {
  const here = scratch(t);
  here.install();
  writeFileSync(here.at('home/.local/share/voluntr/registry.db'), 'rows');
  here.program('2.0.0');
  here.install();
  const { status, out } = here.install(['--uninstall']);
  assert.equal(status, 0, out);
  assert.deepEqual(here.files('home/.local'), ['etc/voluntr/voluntr.toml', 'share/voluntr/registry.db']);
  assert.deepEqual(here.files('home/.config'), []);
  assert.ok(!here.has('running'));
  assert.ok(here.asked().includes('--user disable --now voluntr.service'), here.asked().join('\n'));
  assert.match(out, /kept: .*share\/voluntr\n/);
  // Where nothing is installed there is nothing to fail on.
  assert.equal(here.install(['--uninstall']).status, 0);
});

test('data and settings go after a typed yes, or with --yes, and never otherwise', (t) => {
  const here = scratch(t);
  here.install();
  writeFileSync(here.at('home/.local/share/voluntr/registry.db'), 'rows');
  const before = here.files('home/.local');
  for (const input of ['', 'y\n', 'no\n']) {
    const { status, out } = here.install(['--uninstall', '--purge'], { input });
    assert.equal(status, 1, out);
    assert.match(out, /nothing was removed/);
    assert.deepEqual(here.files('home/.local'), before);
  }
  assert.equal(here.install(['--purge']).status, 1);
  assert.deepEqual(here.files('home/.local'), before);
  const { status, out } = here.install(['--uninstall', '--purge'], { input: 'yes\n' });
  assert.equal(status, 0, out);
  assert.deepEqual(here.files('home'), []);

  here.install();
  assert.equal(here.install(['--uninstall', '--purge', '--yes']).status, 0);
  assert.deepEqual(here.files('home'), []);
});

test('data that the settings have elsewhere is left alone, and named', (t) => {
  const here = scratch(t);
  here.install();
  mkdirSync(here.at('elsewhere'));
  writeFileSync(here.at('elsewhere/registry.db'), 'rows');
  writeFileSync(here.at('home/.local/etc/voluntr/voluntr.toml'), `data = "${here.at('elsewhere')}"\n`);
  const { status, out } = here.install(['--uninstall', '--purge', '--yes']);
  assert.equal(status, 0, out);
  assert.deepEqual(here.files('elsewhere'), ['registry.db']);
  assert.ok(out.includes(`kept: ${here.at('elsewhere')}`), out);
});

test('with DESTDIR everything of root lies below it; nothing is asked of systemd', (t) => {
  const here = scratch(t, { uid: 0 });
  const env = { DESTDIR: here.at('stage') };
  const { status, out } = here.install([], { env });
  assert.equal(status, 0, out);
  assert.deepEqual(
    here.files('stage'),
    [
      'etc/systemd/system/voluntr.service',
      'etc/systemd/system/voluntr.socket',
      'usr/local/bin/voluntr',
      'usr/local/etc/voluntr/voluntr.toml',
      ...HELPERS.map((path) => `usr/local/${path}`),
    ].sort(),
  );
  assert.match(
    here.read('stage/etc/systemd/system/voluntr.service'),
    /^ExecStart=\/usr\/local\/bin\/voluntr serve$/m,
  );
  assert.match(here.read('stage/etc/systemd/system/voluntr.socket'), /^ListenStream=127\.0\.0\.1:8080$/m);
  assert.equal(here.install(['--uninstall', '--purge', '--yes'], { env }).status, 0);
  assert.deepEqual(here.files('stage'), []);
  assert.deepEqual(here.asked(), []);
});

test(
  'systemd finds no fault in the units, and the service is closed to what it does not need',
  SYSTEMD,
  (t) => {
    const here = scratch(t);
    mkdirSync(here.at('usr/bin'), { recursive: true });
    cpSync(here.at('release/voluntr'), here.at('usr/bin/voluntr'));
    for (const name of ['service', 'socket']) {
      const { status, out } = here.install([`--print=${name}`], { env: { PREFIX: here.at('usr') } });
      assert.equal(status, 0, out);
      writeFileSync(here.at(`voluntr.${name}`), out);
    }
    const analyze = (...args) => {
      const ran = spawnSync('systemd-analyze', args, { encoding: 'utf8', cwd: here.at() });
      assert.equal(ran.status, 0, `${args.join(' ')}\n${ran.stdout}${ran.stderr}`);
      return ran.stdout + ran.stderr;
    };
    assert.equal(analyze('verify', '--man=no', './voluntr.service', './voluntr.socket'), '');
    analyze('security', '--offline=true', '--no-pager', `--threshold=${MOST_EXPOSED}`, 'voluntr.service');
  },
);

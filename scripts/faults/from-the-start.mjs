// From an empty folder to the end, as somebody who runs a site does it: installed, a tenant, an admin, a certificate, a backup, the file of
// an earlier program brought up to date, everything brought back elsewhere with the same rows.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, sleep } from '../attack/site.mjs';
import { ROOT } from '../run.mjs';
import { askOverTls, startAuthority } from './authority.mjs';
import { faultsOf, fileOf, must, query } from './demo.mjs';

const HOST = 'helpt.voluntr.example';
const ADMIN = 'beheer@voluntr.example';
const PASSWORD = 'paard batterij nietje';
const SCHEMAS = join(ROOT, 'tests/it/cli/schemas');

/** Every table with its number of rows and a sum of what is in them. */
function rowsOf(data, { without = [] } = {}) {
  const file = fileOf(data, 'roermond');
  const tables = query(
    file,
    "select name from sqlite_schema where type = 'table' and sql not like 'create virtual%' and name not like 'sqlite_%' order by name",
  )
    .map(([name]) => name)
    .filter((name) => !without.includes(name));
  const told = {};
  for (const name of tables) told[name] = query(file, `select * from "${name}" order by 1`);
  return told;
}

async function run({ say, binary }) {
  const root = mkdtempSync(join(tmpdir(), 'voluntr-start-'));
  const at = (...parts) => join(root, ...parts);
  let authority;
  let server;
  try {
    for (const folder of ['release', 'home', 'bin']) mkdirSync(at(folder));
    await copyFile(join(ROOT, 'install.sh'), at('release/install.sh'));
    await copyFile(binary, at('release/voluntr'));
    const script = (path, text) => {
      writeFileSync(at(path), `#!/bin/sh\n${text}\n`);
      chmodSync(at(path), 0o755);
    };
    // Of somebody who is not root, on a machine without systemd.
    script('bin/id', 'case $1 in -u) echo 1000 ;; *) exec /usr/bin/id "$@" ;; esac');
    script('bin/systemctl', 'exit 1');
    const env = { PATH: `${at('bin')}:${process.env.PATH}`, HOME: at('home'), TMPDIR: root };
    const done = async (command, words, input) => (await must(command, words, { cwd: root, env, input })).out;
    await done('sh', [at('release/install.sh')]);
    const voluntr = (...words) => done(at('home/.local/bin/voluntr'), words);
    const data = at('home/.local/share/voluntr');
    say(`installed: ${(await voluntr('version')).trim()}`);

    await voluntr('tenant', 'add', 'roermond', '--preset', 'roermond', '--domain', HOST);
    await done(
      at('home/.local/bin/voluntr'),
      ['user', 'add', '--email', ADMIN, '--role', 'admin', '--password-stdin'],
      `${PASSWORD}\n`,
    );

    // An admin has to prove twice who they are, unless whoever runs the site says otherwise.
    await voluntr('second-factor', 'rule', 'optional');

    const [https, http] = [await freePort(), await freePort()];
    authority = await startAuthority({ https, http }, [HOST]);
    server = spawn(at('home/.local/bin/voluntr'), ['serve', '--email', ADMIN, '--domain', HOST], {
      cwd: root,
      env: {
        ...env,
        VOLUNTR_ACME_DIRECTORY: authority.directory,
        VOLUNTR_ACME_DIRECTORY_ROOT: authority.ownRoot,
        VOLUNTR_ACME_HTTPS_LISTEN: `127.0.0.1:${https}`,
        VOLUNTR_ACME_HTTP_LISTEN: `127.0.0.1:${http}`,
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const kill = () => server.kill('SIGKILL');
    process.once('exit', kill);
    let log = '';
    server.stderr.on('data', (piece) => {
      log += piece;
    });
    const ended = new Promise((resolve) => server.once('exit', resolve));
    const ask = (method, path, more = {}) =>
      askOverTls(https, HOST, path, { ca: authority.root, method, ...more });
    const begun = performance.now();
    for (;;) {
      const live = await ask('GET', '/health/live').catch((error) => error);
      if (live.status === 200) break;
      assert.ok(performance.now() - begun < 60_000, `no certificate within a minute: ${live} ${log}`);
      await sleep(100);
    }
    say(`its certificate was there ${((performance.now() - begun) / 1000).toFixed(1)} s after the start`);
    const signed = await ask('POST', '/auth/sign_in', { json: { email: ADMIN, password: PASSWORD } });
    assert.equal(signed.status, 200, signed.text);
    const { 'access-token': token, client, uid } = signed.headers;
    const headers = { 'access-token': token, client, uid };
    const id = JSON.parse(signed.text).data.id;
    const changed = await ask('PATCH', `/api/v1/users/${id}`, {
      headers,
      json: { data: { type: 'users', id, attributes: { first_name: 'Zwaluwstaart' } } },
    });
    assert.equal(changed.status, 200, changed.text);
    await voluntr('-q', 'backup', 'create');
    await voluntr('-q', 'backup', 'verify');
    server.kill('SIGTERM');
    assert.equal(await ended, 0, log);
    process.removeListener('exit', kill);
    server = undefined;

    // Beside it, the kept backups of earlier programs, the oldest first.
    for (const kept of readdirSync(SCHEMAS).sort()) {
      const old = at(`old-${kept}`);
      await voluntr('--data', old, '-q', 'backup', 'restore', join(SCHEMAS, kept));
      const [[before]] = query(fileOf(old, 'roermond'), 'pragma user_version');
      const people = rowsOf(old).users.length;
      await voluntr('--data', old, 'upgrade', '--check');
      await voluntr('--data', old, 'upgrade');
      const [[after]] = query(fileOf(old, 'roermond'), 'pragma user_version');
      assert.ok(Number(after) > Number(before));
      assert.equal(rowsOf(old).users.length, people);
      // It was made with the demo's accounts, and doctor warns of their password.
      const faults = (await faultsOf(binary, old)).filter((text) => !text.includes('accounts of the demo'));
      assert.deepEqual(faults, []);
      say(`a file of schema ${before} was brought to ${after}, with its ${people} people`);
    }

    const other = at('other');
    await voluntr('--data', other, '-q', 'backup', 'restore', '--from', join(data, 'backups'));
    // A restore holds the mail; when somebody was last seen is written behind everything else.
    const without = ['mail_holds', 'settings'];
    const [here, there] = [rowsOf(data, { without }), rowsOf(other, { without })];
    assert.deepEqual(Object.keys(there), Object.keys(here));
    const differ = Object.keys(here).filter(
      (name) => JSON.stringify(here[name]) !== JSON.stringify(there[name]),
    );
    assert.deepEqual(differ, []);
    assert.ok(there.users.flat().includes('Zwaluwstaart'));
    const count = Object.values(there).reduce((sum, rows) => sum + rows.length, 0);
    await voluntr('--data', other, 'doctor');
    await voluntr('doctor');
    assert.ok(existsSync(join(other, 'registry.db')));
    say(
      `restored elsewhere: ${count} rows of ${Object.keys(there).length} tables, each as it was; doctor finds no fault`,
    );
    await done('sh', [at('release/install.sh'), '--uninstall', '--purge', '--yes']);
    assert.ok(!existsSync(data));
  } finally {
    server?.kill('SIGKILL');
    authority?.stop();
    rmSync(root, { recursive: true, force: true });
  }
}

export const scenarios = [{ name: 'from-the-start', isShort: true, run }];

// An authority of certificates for this machine alone: pebble, of the makers of Let's Encrypt, with DNS of its own.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, sleep } from '../attack/site.mjs';

const listens = (port) =>
  new Promise((done) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      done(true);
    });
    socket.on('error', () => done(false));
  });

/** One GET over TLS at a port of this machine, as if `host` led there; only `ca` is trusted. */
export const askOverTls = (port, host, path, { ca, method = 'GET', headers = {}, json } = {}) =>
  new Promise((done, fail) => {
    const body = json === undefined ? undefined : JSON.stringify(json);
    const sent = request(
      {
        port,
        host: '127.0.0.1',
        servername: host,
        path,
        method,
        ca,
        agent: false,
        timeout: 10_000,
        headers: {
          host,
          ...(body ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) } : {}),
          ...headers,
        },
      },
      (answer) => {
        let text = '';
        answer.on('data', (piece) => {
          text += piece;
        });
        answer.on('end', () => done({ status: answer.statusCode, headers: answer.headers, text }));
      },
    );
    sent.on('timeout', () => sent.destroy(new Error('no answer in 10 s')));
    sent.on('error', fail);
    sent.end(body);
  });

/** Starts one that looks at these ports of this machine for every host of `hosts`. */
export async function startAuthority({ https, http }, hosts) {
  const folder = mkdtempSync(join(tmpdir(), 'voluntr-authority-'));
  const at = (name) => join(folder, name);
  const openssl = (...words) => {
    const done = spawnSync('openssl', words, { cwd: folder, encoding: 'utf8' });
    assert.equal(done.status, 0, done.stderr);
  };
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  openssl(
    'req',
    '-x509',
    ...key,
    '-keyout',
    'root.key',
    '-out',
    'root.pem',
    '-subj',
    '/CN=Root',
    '-days',
    '2',
  );
  openssl('req', ...key, '-keyout', 'own.key', '-out', 'own.csr', '-subj', '/CN=localhost');
  writeFileSync(at('names'), 'subjectAltName=DNS:localhost,IP:127.0.0.1\n');
  openssl(
    ...['x509', '-req', '-in', 'own.csr', '-CA', 'root.pem', '-CAkey', 'root.key', '-CAcreateserial'],
    ...['-out', 'own.pem', '-days', '2', '-extfile', 'names'],
  );
  const [directory, management, dns, names] = await Promise.all(Array.from({ length: 4 }, freePort));
  const pebble = {
    listenAddress: `127.0.0.1:${directory}`,
    managementListenAddress: `127.0.0.1:${management}`,
    certificate: at('own.pem'),
    privateKey: at('own.key'),
    httpPort: http,
    tlsPort: https,
    ocspResponderURL: '',
    externalAccountBindingRequired: false,
  };
  writeFileSync(at('settings.json'), JSON.stringify({ pebble }));
  const none = (...flags) => flags.flatMap((flag) => [flag, '']);
  const children = [
    spawn(
      'pebble-challtestsrv',
      [
        ...none('-defaultIPv4', '-defaultIPv6', '-http01', '-https01', '-tlsalpn01'),
        ...['-dns01', `127.0.0.1:${dns}`, '-management', `127.0.0.1:${names}`],
      ],
      { stdio: 'ignore' },
    ),
    spawn('pebble', ['-config', at('settings.json'), '-dnsserver', `127.0.0.1:${dns}`], {
      stdio: 'ignore',
      env: { ...process.env, PEBBLE_VA_NOSLEEP: '1', PEBBLE_AUTHZREUSE: '100' },
    }),
  ];
  const stop = () => {
    for (const child of children) child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  };
  process.once('exit', stop);
  try {
    for (const port of [directory, management, names])
      for (let tries = 0; !(await listens(port)); tries += 1) {
        assert.ok(tries < 200, 'pebble does not listen');
        await sleep(100);
      }
    for (const host of hosts) {
      const body = JSON.stringify({ host, addresses: ['127.0.0.1'] });
      const led = await fetch(`http://127.0.0.1:${names}/add-a`, { method: 'POST', body });
      assert.equal(led.status, 200);
    }
    const root = await askOverTls(management, 'localhost', '/roots/0', { ca: readFileSync(at('root.pem')) });
    return {
      directory: `https://localhost:${directory}/dir`,
      /** File of what vouches for the authority's own address. */
      ownRoot: at('root.pem'),
      /** What the certificates are signed by in the end. */
      root: root.text,
      stop,
    };
  } catch (error) {
    stop();
    throw error;
  }
}

// A container image from nothing: the program, a folder for its data, and no other program. It is an OCI layout in one tar file,
// which podman, skopeo and Docker load; no daemon is needed to write it.
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Of nobody who has an account on the machine. */
export const USER = 65532;
const ARCHITECTURES = { x86_64: 'amd64', aarch64: 'arm64' };

/** Writes `file` with `binary` in it, which needs no library. `moment` is the time of all files, in seconds. */
export function writeImage(file, binary, { version, target, moment }) {
  const work = mkdtempSync(join(tmpdir(), 'voluntr-image-'));
  const at = (...parts) => join(work, ...parts);
  const run = (command, ...args) =>
    execFileSync(command, args, { cwd: work, stdio: ['ignore', 'pipe', 'inherit'] });
  const image = `${at('layout')}:${version}`;
  try {
    for (const folder of ['rootfs/usr/bin', 'rootfs/etc', 'rootfs/tmp', 'data/data'])
      mkdirSync(at(folder), { recursive: true, mode: 0o755 });
    cpSync(binary, at('rootfs/usr/bin/voluntr'));
    chmodSync(at('rootfs/usr/bin/voluntr'), 0o755);
    writeFileSync(at('rootfs/etc/passwd'), `voluntr:x:${USER}:${USER}:voluntr:/data:/sbin/nologin\n`);
    writeFileSync(at('rootfs/etc/group'), `voluntr:x:${USER}:\n`);
    chmodSync(at('rootfs/tmp'), 0o1777);
    chmodSync(at('data/data'), 0o700);
    const same = [
      '--sort=name',
      `--mtime=@${moment}`,
      '--numeric-owner',
      '--format=pax',
      '--pax-option=delete=atime,delete=ctime',
    ];
    run(
      'tar',
      ...same,
      '--owner=0',
      '--group=0',
      '-C',
      at('rootfs'),
      '-cf',
      at('layer.tar'),
      'etc',
      'tmp',
      'usr',
    );
    run(
      'tar',
      ...same,
      `--owner=${USER}`,
      `--group=${USER}`,
      '-C',
      at('data'),
      '-rf',
      at('layer.tar'),
      'data',
    );

    const created = new Date(moment * 1000).toISOString();
    const history = ['--history.created', created, '--history.created_by', 'npm run dist'];
    run('umoci', 'init', '--layout', at('layout'));
    run('umoci', 'new', '--image', image);
    run('umoci', 'raw', 'add-layer', ...history, '--image', image, at('layer.tar'));
    run(
      'umoci',
      'config',
      '--no-history',
      ...['--image', image, '--created', created, '--os', 'linux'],
      ...['--architecture', ARCHITECTURES[target.split('-')[0]]],
      ...['--config.user', `${USER}:${USER}`, '--config.workingdir', '/data', '--config.volume', '/data'],
      ...['--config.env', 'VOLUNTR_DATA=/data', '--config.env', 'VOLUNTR_LISTEN=0.0.0.0:8080'],
      ...['--config.exposedports', '8080/tcp', '--config.stopsignal', 'SIGTERM'],
      ...['--config.entrypoint', '/usr/bin/voluntr', '--config.cmd', 'serve'],
      ...['--config.label', 'org.opencontainers.image.title=voluntr'],
      ...['--config.label', `org.opencontainers.image.version=${version}`],
      ...['--config.label', 'org.opencontainers.image.licenses=EUPL-1.2'],
    );
    run('umoci', 'gc', '--layout', at('layout'));
    run(
      'tar',
      ...same,
      '--owner=0',
      '--group=0',
      '-C',
      at('layout'),
      '-cf',
      file,
      'blobs',
      'index.json',
      'oci-layout',
    );
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

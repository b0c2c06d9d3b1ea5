// What goes into every package beside the program: manual, completions, units, settings, lists of what is built in.
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../run.mjs';

/** By the name that each shell looks for. */
const COMPLETIONS = {
  bash: 'bash-completion/completions/voluntr',
  zsh: 'zsh/site-functions/_voluntr',
  fish: 'fish/vendor_completions.d/voluntr.fish',
};
const DOCUMENTS = ['README.md', 'LICENSE', 'NOTICE', 'CHANGELOG.md', 'CHANGELOG.nl.md'];

/** What a unit says, as a package with this prefix has it. */
export const unit = (name, prefix) =>
  execFileSync('sh', [join(ROOT, 'install.sh'), `--print=${name}`], {
    encoding: 'utf8',
    env: { ...process.env, PREFIX: prefix },
  });

/**
 * Fills `folder`: the tree of the tarball in `tarball`, what a package for Debian has in addition in `debian`. `binary` runs
 * here, and writes its own manual and completions. `moment` is the time of the changelog, in seconds.
 */
export function stage(folder, binary, { version, moment }) {
  rmSync(folder, { recursive: true, force: true });
  const at = (...parts) => join(folder, ...parts);
  const write = (path, text, mode = 0o644) => {
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(path, text);
    chmodSync(path, mode);
  };
  const program = (...args) => execFileSync(binary, args, { encoding: 'utf8' });

  mkdirSync(at('tarball/man'), { recursive: true });
  cpSync(binary, at('tarball/voluntr'));
  chmodSync(at('tarball/voluntr'), 0o755);
  for (const file of ['install.sh', ...DOCUMENTS]) cpSync(join(ROOT, file), at('tarball', file));
  program('-q', 'man', at('tarball/man'));
  for (const [shell, path] of Object.entries(COMPLETIONS))
    write(at('tarball/completions', path), program('completions', shell));
  for (const name of ['service', 'socket'])
    write(at(`tarball/systemd/voluntr.${name}`), unit(name, '/usr/local'));
  cpSync(join(ROOT, 'scripts/package/voluntr.sysusers'), at('tarball/sysusers.d/voluntr.conf'));

  for (const name of ['service', 'socket']) write(at(`debian/voluntr.${name}`), unit(name, '/usr'));
  write(at('debian/voluntr.toml'), settings());
  write(at('debian/changelog'), changelog(version, moment));
}

/** In the form that Debian reads; what changed stands in CHANGELOG.md, which lies beside it as changelog.gz. */
function changelog(version, moment) {
  const day = new Date(moment * 1000).toUTCString().replace('GMT', '+0000');
  return `voluntr (${version}-1) unstable; urgency=medium

  * changelog.gz, in the same folder, says what is new.

 -- The makers of Voluntr <voluntr@voluntr.example>  ${day}
`;
}

/** The settings that a package begins with: what install.sh would write. */
function settings() {
  return execFileSync('sh', [join(ROOT, 'install.sh'), '--print=settings'], { encoding: 'utf8' });
}

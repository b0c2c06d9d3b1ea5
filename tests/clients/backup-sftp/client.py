"""Backups over SFTP: the sftp of OpenSSH talks to its server on this machine, without a network between them."""

import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

PROGRAM = os.environ['VOLUNTR_PROGRAM']
SFTP = shutil.which('sftp')
SERVER = '/usr/lib/openssh/sftp-server'
assert SFTP and Path(SERVER).exists(), 'install openssh-client and openssh-sftp-server'


def main():
    with tempfile.TemporaryDirectory() as name:
        look(Path(name))
    print('backups go over SFTP, come back, and say what is wrong')


def look(folder):
    programs = folder / 'bin'
    programs.mkdir()
    own = programs / 'sftp'
    # Host and options of the connection are left out; what it is told is as it comes.
    own.write_text(f'#!/bin/sh\nexec {SFTP} -q -b - -D {SERVER}\n')
    own.chmod(0o755)

    def voluntr(line, env=None, exit=0):
        path = f'{programs}:{os.environ["PATH"]}'
        settings = {'VOLUNTR_DATA': str(folder / 'data'), 'PATH': path, **(env or {})}
        done = subprocess.run(
            [PROGRAM, '--json', *line], cwd=folder, env=settings, capture_output=True, text=True, timeout=300
        )
        assert done.returncode == exit, f'{line}: {done.returncode}\n{done.stdout}{done.stderr}'
        return json.loads(done.stdout)

    voluntr(['tenant', 'add', 'almelo'])
    uploads = folder / 'data/tenants/almelo/uploads/a'
    uploads.mkdir(parents=True)
    # Enough of them to fill a pipe with what is complained of.
    for number in range(600):
        (uploads / f'{number}.txt').write_text(f'file {number}')
    there = folder / 'there'
    to = f'sftp://kept@backups.example.nl{there}'
    settings = {'VOLUNTR_BACKUP_TO': to, 'VOLUNTR_BACKUP_PLAIN': 'true'}
    told = voluntr(['backup', 'create'], settings, exit=1)
    assert str(there) in told['elsewhere']['error'], told
    there.mkdir()
    made = voluntr(['backup', 'create'], settings)
    files = [path for path in there.rglob('*') if path.is_file()]
    assert made['elsewhere']['objects'] == len(files) > 600, (made, len(files))
    assert not [path for path in files if path.name.startswith('.')], files
    again = voluntr(['backup', 'create'], settings)
    assert again['elsewhere']['objects'] < 10, again
    voluntr(['--data', 'second', 'backup', 'restore', '--from', to])
    assert (folder / 'second/tenants/almelo/uploads/a/599.txt').read_text() == 'file 599'
    voluntr(['--data', 'second', 'tenant', 'show', 'almelo'])
    # Nothing that was on its way is left.
    assert not list((folder / 'data').glob('sftp-*'))

    own.write_text('#!/bin/sh\necho "Permission denied (publickey)." >&2\nexit 255\n')
    told = voluntr(['backup', 'create'], settings, exit=1)
    assert 'Permission denied (publickey).' in told['elsewhere']['error'], told


main()

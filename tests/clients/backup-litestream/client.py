"""Litestream beside the server: each write reaches another folder within seconds, and the site comes back from there."""

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

PROGRAM = os.environ['VOLUNTR_PROGRAM']
LITESTREAM = Path(sys.executable).with_name('litestream')
TENANTS = ['almelo', 'borne']
SETTINGS = """
dbs:
  - path: {root}/data/registry.db
    meta-path: {root}/meta/registry
    replica:
      path: {root}/replica/registry
  - dir: {root}/data/tenants
    pattern: tenant.db
    recursive: true
    watch: true
    meta-dir: {root}/meta/tenants
    replica:
      path: {root}/replica/tenants
"""


def voluntr(root, *line, data='data', words=None):
    env = {'VOLUNTR_DATA': str(root / data), 'PATH': os.environ['PATH']}
    done = subprocess.run([PROGRAM, '--json', *line], cwd=root, env=env, input=words, capture_output=True, text=True)
    assert done.returncode == 0, f'{line}: {done.returncode}\n{done.stdout}{done.stderr}'
    return json.loads(done.stdout)


def add(root, tenant, number):
    line = ['user', 'add', '--tenant', tenant, '--email', f'{tenant}{number}@example.nl', '--password-stdin']
    voluntr(root, *line, words='paard batterij nietje\n')


def people(root, tenant, data='data'):
    return sorted(user['email'] for user in voluntr(root, 'user', 'list', '--tenant', tenant, data=data)['users'])


def main():
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        voluntr(root, 'tenant', 'add', TENANTS[0])
        settings = root / 'litestream.yml'
        settings.write_text(SETTINGS.format(root=root))
        env = {'VOLUNTR_DATA': str(root / 'data'), 'PATH': os.environ['PATH']}
        quiet = {'stdout': subprocess.DEVNULL, 'stderr': subprocess.DEVNULL}
        server = subprocess.Popen([PROGRAM, 'serve', '--listen', '127.0.0.1:0'], cwd=root, env=env, **quiet)
        log = (root / 'litestream.log').open('w')
        beside = subprocess.Popen([LITESTREAM, 'replicate', '-config', settings], stdout=log, stderr=log)
        try:
            time.sleep(3)
            # One that is new while it runs is found too.
            voluntr(root, 'tenant', 'add', TENANTS[1])
            for number in range(12):
                for tenant in TENANTS:
                    add(root, tenant, number)
            wanted = {tenant: people(root, tenant) for tenant in TENANTS}
            assert all(len(found) == 12 for found in wanted.values()), wanted
            time.sleep(12)
        finally:
            server.send_signal(signal.SIGKILL)
            server.wait()
            beside.send_signal(signal.SIGTERM)
            beside.wait()
        said = (root / 'litestream.log').read_text()
        back = {'registry.db': 'registry', **{f'tenants/{name}/tenant.db': f'tenants/{name}/tenant.db' for name in TENANTS}}
        for file, replica in back.items():
            to = root / 'restored' / file
            to.parent.mkdir(parents=True, exist_ok=True)
            source = f'file://{root}/replica/{replica}'
            done = subprocess.run([LITESTREAM, 'restore', '-o', to, source], capture_output=True, text=True)
            assert done.returncode == 0, f'{file}: {done.stdout}{done.stderr}\n{said}'
        for tenant in TENANTS:
            found = people(root, tenant, data='restored')
            assert found == wanted[tenant], (tenant, found, wanted[tenant])
            held = voluntr(root, 'mail', 'hold', '--tenant', tenant, data='restored')
            assert held['held_since'], held
        # Nothing of it lies in the folders of the tenants, which backups and moves take whole.
        left = [path.name for tenant in TENANTS for path in (root / 'data/tenants' / tenant).iterdir()]
        assert not any('litestream' in name for name in left), left
        # Folders that it made anew are open to others, which `doctor` mends.
        voluntr(root, 'doctor', '--fix', data='restored')
    print('the site came back from what Litestream had copied')


main()

"""Backups in a bucket of another's S3: moto keeps them, boto3 looks at them."""

import hashlib
import json
import os
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import boto3
from botocore.config import Config

PROGRAM = os.environ['VOLUNTR_PROGRAM']
KEYS = {'AWS_ACCESS_KEY_ID': 'testing', 'AWS_SECRET_ACCESS_KEY': 'testing secret'}


def free_port():
    with socket.socket() as found:
        found.bind(('127.0.0.1', 0))
        return found.getsockname()[1]


def voluntr(folder, line, env=None, exit=0):
    settings = {'VOLUNTR_DATA': str(folder / 'data'), 'PATH': os.environ['PATH'], **KEYS, **(env or {})}
    done = subprocess.run([PROGRAM, '--json', *line], cwd=folder, env=settings, capture_output=True, text=True)
    assert done.returncode == exit, f'{line}: {done.returncode}\n{done.stdout}{done.stderr}'
    return json.loads(done.stdout)


def main():
    port = free_port()
    endpoint = f'http://127.0.0.1:{port}'
    moto = Path(sys.executable).with_name('moto_server')
    server = subprocess.Popen([moto, '-H', '127.0.0.1', '-p', str(port)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        # Its answers come before its requests are checked, so boto3 may wait for it.
        client = boto3.client(
            's3',
            endpoint_url=endpoint,
            region_name='us-east-1',
            aws_access_key_id='testing',
            aws_secret_access_key='testing secret',
            config=Config(retries={'max_attempts': 1}),
        )
        for tries in range(100):
            try:
                client.create_bucket(Bucket='kept')
                break
            except Exception:
                assert tries < 99, 'moto does not start'
                time.sleep(0.2)
        with tempfile.TemporaryDirectory() as folder:
            look(Path(folder), client, endpoint)
    finally:
        server.terminate()
    print('backups go to a bucket, come back, and say what is wrong')


def objects(client):
    pages = client.get_paginator('list_objects_v2').paginate(Bucket='kept')
    return {found['Key']: found['Size'] for page in pages for found in page.get('Contents', [])}


def look(folder, client, endpoint):
    voluntr(folder, ['tenant', 'add', 'almelo'])
    voluntr(folder, ['tenant', 'add', 'borne'])
    # More than one page of a list, and a name that has to be escaped in none of them.
    uploads = folder / 'data/tenants/borne/uploads/a'
    uploads.mkdir(parents=True)
    for number in range(1_100):
        (uploads / f'{number}.txt').write_text(f'file {number}')
    to = f's3://kept/of/voluntr?endpoint={endpoint}&region=us-east-1'
    plain = {'VOLUNTR_BACKUP_TO': to, 'VOLUNTR_BACKUP_PLAIN': 'true'}
    made = voluntr(folder, ['backup', 'create'], plain)
    there = objects(client)
    assert made['elsewhere']['to'] == 's3://kept/of/voluntr', made
    assert made['elsewhere']['objects'] == len(there) > 1_100, (made, len(there))
    assert all(key.startswith(('of/voluntr/chunks/', 'of/voluntr/manifests/')) for key in there), there
    again = voluntr(folder, ['backup', 'create'], plain)
    assert again['elsewhere']['objects'] < 10, again
    voluntr(folder, ['--data', 'second', 'backup', 'restore', '--from', to])
    assert (folder / 'second/tenants/borne/uploads/a/1099.txt').read_text() == 'file 1099'
    voluntr(folder, ['--data', 'second', 'tenant', 'show', 'almelo'])

    # A chunk that is gone there is sent again, and until then it is told.
    name = hashlib.sha256(b'file 7').hexdigest()
    chunk = f'of/voluntr/chunks/{name[:2]}/{name}'
    assert chunk in there
    client.delete_object(Bucket='kept', Key=chunk)
    told = voluntr(folder, ['backup', 'verify', '--from', to], exit=1)
    assert 'is not there' in told['error']['message'], told
    voluntr(folder, ['backup', 'create'], plain)
    voluntr(folder, ['backup', 'verify', '--from', to])

    nowhere = {**plain, 'VOLUNTR_BACKUP_TO': f's3://missing/x?endpoint={endpoint}'}
    told = voluntr(folder, ['backup', 'create'], nowhere, exit=1)
    assert 'NoSuchBucket' in told['elsewhere']['error'], told
    closed = {**plain, 'VOLUNTR_BACKUP_TO': f's3://kept/x?endpoint=http://127.0.0.1:{free_port()}'}
    told = voluntr(folder, ['backup', 'create'], closed, exit=1)
    assert 'cannot be reached' in told['elsewhere']['error'], told
    keyless = {**plain, 'AWS_SECRET_ACCESS_KEY': ''}
    told = voluntr(folder, ['backup', 'create'], keyless, exit=1)
    assert 'AWS_SECRET_ACCESS_KEY' in told['elsewhere']['error'], told
    (folder / 'secret').write_text('testing secret\n')
    named = {**keyless, 'AWS_SECRET_ACCESS_KEY_FILE': str(folder / 'secret')}
    voluntr(folder, ['backup', 'create'], named)


main()

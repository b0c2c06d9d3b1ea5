// The demo's data, made once before all tests: each server starts with a copy of it.
import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TARGET } from '../../scripts/run.mjs';

/** Names the folder of the demo for the processes that run the tests. */
const FOLDER = 'VOLUNTR_TEST_DEMO';

export function binary(): string {
  const named = process.env['VOLUNTR_TEST_BINARY'];
  const found = [named, join(TARGET, 'debug/voluntr')].find((path) => path && existsSync(path));
  if (!found) throw new Error('there is no program to test: run cargo build first');
  return found;
}

export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}

async function waitFor(origin: string, child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`);
    try {
      if ((await fetch(`${origin}/health/live`)).ok) return;
    } catch {
      // Not yet.
    }
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error('the server does not answer');
}

export interface Running {
  origin: string;
  stop: () => Promise<void>;
}

/** A server of the demo with all that it keeps in `data`, once it answers. */
export async function serveDemo(data: string, env: NodeJS.ProcessEnv): Promise<Running> {
  const address = `127.0.0.1:${await freePort()}`;
  const child = spawn(binary(), ['--data', data, 'serve', '--demo', '--listen', address], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const origin = `http://${address}`;
  await waitFor(origin, child);
  return {
    origin,
    async stop() {
      child.kill('SIGTERM');
      await new Promise((done) => child.once('close', done));
    },
  };
}

/** Makes the demo, whose letters wait for a server that has somebody to send them by. What it gives takes it away again. */
export default async function makeDemo(): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'voluntr-demo-'));
  const server = await serveDemo(folder, { ...process.env, VOLUNTR_LOG: 'warn', VOLUNTR_MAP_TILES: '' });
  await server.stop();
  process.env[FOLDER] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}

/** Puts the demo into an empty folder; a server that finds none makes its own. */
export function copyDemo(to: string): void {
  const folder = process.env[FOLDER];
  if (folder) cpSync(folder, to, { recursive: true });
}

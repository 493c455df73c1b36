import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram, freePort } from '@x/testing/programs';

/** A separate server for one test file, without persistence. */
export interface RedisServer {
  readonly url: string;
  readonly port: number;
  stop(): Promise<void>;
  /** Keeps its connections open, but responds to nothing. */
  suspend(): void;
  /** Lets a suspended server respond. */
  resume(): void;
}

/** Finds the program: `REDIS_SERVER`, or a `redis-server` or `valkey-server` on the path. */
const findServer = () => findProgram(process.env.REDIS_SERVER, 'redis-server', 'valkey-server');

const missing =
  'there is no redis-server or valkey-server. Install one (apt-get install redis-server, brew install redis), or set ' +
  'REDIS_SERVER to its path; the tests start and stop it.';

/** Whether to skip tests that need a server because there is none. In CI they fail instead. */
export function withoutRedis(): boolean {
  if (findServer() || process.env.CI) return false;
  console.warn(`Tests of @x/redis are left out: ${missing}`);
  return true;
}

/** Starts a server on a free loopback port, or the given one, without persistence. */
export async function startRedis(at?: number, ...more: string[]): Promise<RedisServer> {
  const program = findServer();
  if (!program) throw new Error(`These tests need a real Redis 6 or later, or Valkey, and ${missing}`);
  const port = at ?? (await freePort());
  const folder = mkdtempSync(join(tmpdir(), 'x-redis-'));
  const settings = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', '', '--appendonly', 'no'];
  const child = spawn(program, [...settings, ...more], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  process.once('exit', () => child.kill('SIGKILL'));
  const stop = async () => {
    child.kill('SIGKILL');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  let log = '';
  for await (const text of child.stdout) {
    log += text;
    if (!/ready to accept connections/i.test(log)) continue;
    return {
      url: `redis://127.0.0.1:${port}`,
      port,
      stop,
      suspend: () => void child.kill('SIGSTOP'),
      resume: () => void child.kill('SIGCONT'),
    };
  }
  await stop();
  if (at === undefined && /in use/i.test(log)) return startRedis(at, ...more); // another process took the port
  throw new Error(`${program} did not start:\n${log}`);
}

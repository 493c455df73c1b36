import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, globSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findProgram, freePort } from '@x/testing/programs';

/** A separate server for one test file. */
export interface PostgresServer {
  readonly url: string;
  /** Returns the server's log since it was last started. */
  log(): string;
  /** Ends the server like a crash. Its data remains. */
  kill(): Promise<void>;
  /** Restarts a killed server at the same address. */
  restart(): Promise<void>;
  /** Ends the server and removes its data. */
  stop(): Promise<void>;
}

/** Finds the program: `POSTGRES_SERVER`, or `postgres` on the path, or in Debian's folder. */
const findServer = () =>
  findProgram(process.env.POSTGRES_SERVER, 'postgres') ??
  findProgram(globSync('/usr/lib/postgresql/*/bin/postgres').at(-1), 'postgres');

const missing =
  'there is no postgres. Install PostgreSQL (apt-get install postgresql, brew install postgresql), or set POSTGRES_SERVER ' +
  'to the path of its program postgres; the tests start and stop it.';

/** Whether to skip tests that need a server because there is none. In CI they fail instead. */
export function withoutPostgres(): boolean {
  if (findServer() || process.env.CI) return false;
  console.warn(`Tests of @x/postgres are left out: ${missing}`);
  return true;
}

/**
 * Returns the user to run the server as if this process runs as root, which the server refuses: the user of Debian's
 * package, or else `nobody`.
 */
function otherUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (flag: string, user: string) => Number(spawnSync('id', [flag, user]).stdout || Number.NaN);
  for (const user of ['postgres', 'nobody']) {
    const [uid, gid] = [idOf('-u', user), idOf('-g', user)];
    if (uid > 0 && gid > 0) return { uid, gid };
  }
  throw new Error(
    'PostgreSQL does not run as root, and there is no user postgres or nobody. Run the tests as another user',
  );
}

/** Starts a server on a free loopback port, in a temporary folder. */
export async function startPostgres(settings: Readonly<Record<string, string>> = {}): Promise<PostgresServer> {
  const program = findServer();
  if (!program) throw new Error(`These tests need a real PostgreSQL, and ${missing}`);
  const user = otherUser();
  const folder = mkdtempSync(join(tmpdir(), 'x-postgres-'));
  if (user) chownSync(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  const init = ['-D', data, '-U', 'app', '--auth=trust', '--no-sync', '--no-locale', '--encoding=UTF8'];
  const made = spawnSync(join(dirname(realpathSync(program)), 'initdb'), init, {
    cwd: folder,
    encoding: 'utf8',
    ...user,
  });
  if (made.status !== 0) throw new Error(`initdb ended with ${made.status}:\n${made.stderr}`);

  const port = await freePort();
  const all = { listen_addresses: '127.0.0.1', port, unix_socket_directories: '', fsync: 'off', ...settings };
  const options = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  let end = async () => {};
  let log = '';
  const start = async () => {
    const child = spawn(program, ['-D', data, ...options], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
      ...user,
    });
    const ended = once(child, 'exit');
    const killAtExit = () => child.kill('SIGQUIT');
    process.once('exit', killAtExit);
    end = async () => {
      child.kill('SIGQUIT'); // ends the server and all connections at once, and leaves no shared memory behind
      await ended;
      process.off('exit', killAtExit);
    };
    log = '';
    const ready = Promise.withResolvers<void>();
    child.stderr.on('data', (text) => {
      log += text;
      if (/ready to accept connections/i.test(log)) ready.resolve();
    });
    await Promise.race([ready.promise, ended]);
    if (child.exitCode !== null) throw new Error(`${program} did not start:\n${log}`);
  };
  await start();
  return {
    url: `postgres://app@127.0.0.1:${port}/postgres`,
    log: () => log,
    kill: () => end(),
    restart: start,
    async stop() {
      await end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Finds the program: `PGBOUNCER`, or `pgbouncer` on the path, or in Debian's folder. */
const findPooler = () => findProgram(process.env.PGBOUNCER, 'pgbouncer') ?? findProgram('/usr/sbin/pgbouncer');

/** Whether to skip tests with PgBouncer because there is none. In CI they fail instead. */
export const withoutPgBouncer = () => !findPooler() && !process.env.CI;

/** Starts a PgBouncer with two connections to a server, which it lends for one transaction at a time. */
export async function startPgBouncer(server: PostgresServer): Promise<{ url: string; stop(): Promise<void> }> {
  const program = findPooler();
  if (!program) throw new Error('These tests need PgBouncer: apt-get install pgbouncer, or set PGBOUNCER to its path');
  const user = otherUser();
  const folder = mkdtempSync(join(tmpdir(), 'x-pgbouncer-'));
  const [port, { hostname, port: serverPort }] = [await freePort(), new URL(server.url)];
  const settings = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'any',
    pool_mode: 'transaction',
    default_pool_size: 2,
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
  const databases = `postgres = host=${hostname} port=${serverPort} user=app`;
  const path = join(folder, 'pgbouncer.ini');
  writeFileSync(path, ['[databases]', databases, '[pgbouncer]', ...lines].join('\n'));
  if (user) for (const each of [folder, path]) chownSync(each, user.uid, user.gid);
  const child = spawn(program, [path], { stdio: ['ignore', 'ignore', 'pipe'], ...user });
  const ended = once(child, 'exit');
  let log = '';
  const ready = Promise.withResolvers<void>();
  child.stderr.on('data', (text) => {
    log += text;
    if (/process up/.test(log)) ready.resolve();
  });
  await Promise.race([ready.promise, ended]);
  if (child.exitCode !== null) throw new Error(`${program} did not start:\n${log}`);
  return {
    url: `postgres://app@127.0.0.1:${port}/postgres`,
    async stop() {
      child.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

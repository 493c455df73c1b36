import { type ChildProcess, execFile } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { promisify } from 'node:util';

/** Variables for the programs that tests start: what they need to start fast, and nothing of the person's own. */
export const bareEnvironment: Readonly<Record<string, string>> = {
  PATH: process.env.PATH ?? '',
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '',
};

/**
 * Returns the path of a program on this machine: `given` if it is set, otherwise the first of `names` that is on the
 * `PATH`.
 */
export function findProgram(given: string | undefined, ...names: string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const candidates = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return (given ? [given] : candidates).find((path) => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** Lets a server listen on any free port of this machine. Returns its URL. */
export async function listen(server: Server): Promise<string> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/**
 * Returns a port that nothing listens on, for a program that cannot choose one. Systems give out only higher ports, even
 * with 10,000 added to it, so nobody else gets it before the program listens.
 */
export async function freePort(): Promise<number> {
  const port = randomInt(10_000, 22_000);
  const server = createServer().listen(port, '127.0.0.1');
  const isFree = await once(server, 'listening').catch(() => undefined);
  if (!isFree) return freePort();
  server.close();
  await once(server, 'close');
  return port;
}

/**
 * Runs a program in a folder to its end, for at most 15 minutes. Returns its output, or throws with the end of it.
 */
export async function run(cwd: string, command: string, ...args: string[]): Promise<string> {
  // The result must not depend on who runs the program, and the program must not check for newer versions.
  const env = { ...process.env, NO_COLOR: '1', NO_UPDATE_NOTIFIER: '1', DENO_NO_UPDATE_CHECK: '1', DO_NOT_TRACK: '1' };
  try {
    return (await promisify(execFile)(command, args, { cwd, env, timeout: 900_000, maxBuffer: 2 ** 26 })).stdout;
  } catch (error) {
    const { code, stdout = '', stderr = '', killed } = error as Error & Record<string, string>;
    const printed = `${stdout}\n${stderr}`.trim().split('\n').slice(-50).join('\n');
    const reason = killed ? 'was ended after 15 minutes' : `ended with ${code}`;
    throw new Error(`${[command, ...args].join(' ')} ${reason}\n${printed}`.trim());
  }
}

/** Resolves to the first line that a program prints. */
export async function firstLine(child: ChildProcess, from = child.stdout): Promise<string> {
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`${child.spawnargs.join(' ')} ended with ${code} before it printed anything`);
  });
  const lines = createInterface(from as NodeJS.ReadableStream);
  return (await Promise.race([once(lines, 'line'), ended]))[0];
}

/** The parts of a sandbox that programs need to call it. */
interface ServedApis {
  readonly options: Readonly<Record<'stream' | 'music', ServedApp & { readonly authUrl?: string | undefined }>> & {
    readonly bank: ServedApp & { readonly clientSecret: string };
    readonly food: { readonly baseUrl?: string | undefined; readonly apiKey?: string | undefined };
    readonly quotes: { readonly baseUrl?: string | undefined };
  };
  readonly controls: { readonly bank: { readonly accessTokens: readonly string[] } };
}

interface ServedApp {
  readonly baseUrl?: string | undefined;
  readonly clientId: string;
  readonly clientSecret?: string | undefined;
}

/** Returns the variables with which programs call a sandbox that listens. */
export function environmentOf({ options, controls }: ServedApis): Record<string, string> {
  const { stream, music, bank, food, quotes } = options;
  return {
    STREAM_URL: stream.baseUrl ?? '',
    STREAM_AUTH_URL: stream.authUrl ?? '',
    STREAM_CLIENT_ID: stream.clientId,
    STREAM_CLIENT_SECRET: stream.clientSecret ?? '',
    MUSIC_URL: music.baseUrl ?? '',
    MUSIC_AUTH_URL: music.authUrl ?? '',
    MUSIC_CLIENT_ID: music.clientId,
    MUSIC_CLIENT_SECRET: music.clientSecret ?? '',
    BANK_URL: bank.baseUrl ?? '',
    BANK_CLIENT_ID: bank.clientId,
    BANK_CLIENT_SECRET: bank.clientSecret,
    BANK_ACCESS_TOKEN: controls.bank.accessTokens[0] ?? '',
    FOOD_URL: food.baseUrl ?? '',
    FOOD_API_KEY: food.apiKey ?? '',
    QUOTES_URL: quotes.baseUrl ?? '',
  };
}

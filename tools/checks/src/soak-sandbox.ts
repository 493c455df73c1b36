import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Grant } from '@x/core';
import type { Fault, SandboxClientOptions, SandboxRequest } from '@x/sandbox';
import { firstLine } from '@x/testing/programs';
import { control as call } from '../../release/src/runtimes/smoke/control.ts';

const command = fileURLToPath(import.meta.resolve('../../../packages/sandbox/src/cli/cli.ts'));

const empty = { body: '' };
const html = { body: '<html>Bad gateway</html>' };
const soon = { ...empty, headers: { 'retry-after': '0' } };
const notTokens = { path: { pattern: '(?<!/token)$' } };
const unauthenticated = { status: 401, ...empty, ...notTokens };
/** Faults, with their frequency per hundred requests. */
const faults: readonly (readonly [percent: number, Fault])[] = [
  [1, { drop: 'before' }],
  [1, { drop: 'after' }],
  [1, { drop: 'headers' }],
  [1, { drop: 'mid-body' }],
  [0.3, { delayMs: 1500 }],
  [0.1, { stall: 'mid-body', ...notTokens }], // a client waits two minutes for the rest of a token
  [0.3, { dripMs: 20 }],
  [1, { status: 408, ...empty }],
  [1, { status: 425, ...empty }],
  [1, { status: 429, ...soon }],
  [1, { status: 500, ...empty }],
  [1, { status: 502, ...html }],
  [1, { status: 503, ...soon }],
  [0.5, { status: 504, ...empty }],
  [0.5, { truncateBytes: 20 }],
  [0.3, { status: 302, ...empty, headers: { location: 'http://127.0.0.1:9/' } }],
  [0.3, { body: 'not gzip', headers: { 'content-encoding': 'gzip' } }],
  [0.5, { ...unauthenticated, provider: 'stream' }],
  [0.5, { ...unauthenticated, provider: 'music' }],
];

export type SoakSandbox = Awaited<ReturnType<typeof startSandbox>>;
type StreamUser = Grant & { readonly userId: string };

/**
 * Starts the sandbox command in its own process, so that the sandbox's state is not in the measured heap, and controls
 * it over HTTP, like programs in other languages.
 */
export async function startSandbox(seed: number, userCount: number) {
  const child = spawn(process.execPath, ['--conditions=@x/source', command, '--port', '0', '--json'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const { controlApi } = JSON.parse(await firstLine(child));

  const control = <Result = void>(method: string, path: string, body?: object) =>
    call<Result>(controlApi, method, path, body);

  /** Issues a token for each of a provider's first users. */
  async function signIn<User extends Grant>(provider: 'stream' | 'music', scopes: readonly string[]): Promise<User[]> {
    const users = await control<{ id: string }[]>('GET', `/${provider}/users`);
    return Promise.all(
      users
        .slice(0, userCount)
        .map(({ id }) => control<User>('POST', `/${provider}/issueUserToken`, { userId: id, scopes })),
    );
  }
  /** Returns all requests of a storm, oldest first. */
  async function requests(): Promise<SandboxRequest[]> {
    const all: SandboxRequest[] = [];
    for (let more = true; more; ) {
      const page = await control<SandboxRequest[]>('GET', `/requests?limit=1000&after=${all.at(-1)?.id ?? 0}`);
      all.push(...page);
      more = page.length > 0;
    }
    if (all.length >= 10_000) throw new Error('the storm was longer than the log');
    return all;
  }

  await control('POST', '/reset', {
    seed,
    stream: { users: 2 * userCount, streams: 50, games: 45, clips: 0, videos: 0 },
    music: { artists: 20, shows: 2, audiobooks: 2, users: userCount, playlists: 5 },
    bank: { transactionsPerItem: 150, readyAtOnce: true, loginRequiredAfterMs: Number.MAX_SAFE_INTEGER },
    food: { brandedFoods: 50 },
    quotes: { quotes: 120 },
  });
  return {
    options: await control<SandboxClientOptions>('GET', '/clients'),
    accessTokens: await control<string[]>('GET', '/bank/accessTokens'),
    streamUsers: await signIn<StreamUser>('stream', ['channel:manage:broadcast', 'channel:manage:redemptions']),
    musicUsers: await signIn('music', ['playlist-read-private', 'playlist-modify-public', 'playlist-modify-private']),
    advance: (ms: number) => control('POST', '/clock/advance', { ms }),
    /** Begins a storm. */
    async storm() {
      await control('DELETE', '/requests');
      for (const [percent, fault] of faults)
        await control('POST', '/faults', { ...fault, probability: percent / 100, times: 'always' });
    },
    /** Ends the storm, waits for its last responses, and returns its requests. */
    async calm(): Promise<SandboxRequest[]> {
      await control('DELETE', '/faults');
      for (let left = 50; ; left -= 1) {
        const all = await requests();
        if (left === 0 || all.every(({ durationMs }) => durationMs !== undefined)) return all;
        await setTimeout(100);
      }
    },
    async stop() {
      child.kill();
      await once(child, 'exit');
    },
  };
}

import { createSandbox, type Fault, type SandboxRequest } from '@x/sandbox';
import { createRandom } from '../../../packages/sandbox/src/shared/random.ts';
import { answer } from '../../bench/src/child.ts';
import type { Started } from './soak-calls.ts';

// The sandbox of the soak, in a process of its own: its state is not in the heap that is measured.

/** Requests from the soak to the sandbox process. */
export type Asked = 'start' | 'storm' | 'minute' | 'calm' | 'repeated';

/**
 * Results of a burst: the number of requests, the number of corrupted ones, and writes that were or may have been
 * carried out twice.
 */
export interface Repeated {
  readonly requests: number;
  readonly corrupted: number;
  readonly repeated: readonly string[];
}

const [, , seed = '1', users = '64', writes = '[]'] = process.argv;
/** Requests that must not be repeated, as provider, method and an expression for the path. */
const once = (JSON.parse(writes) as [string, string, string][]).map(
  ([provider, method, path]) => [provider, method, new RegExp(path)] as const,
);
const random = createRandom(Number(seed), 'faults');

const sandbox = await createSandbox({
  seed: Number(seed),
  stream: {
    users: 2 * Number(users),
    streams: 50,
    games: 45,
    clips: 0,
    videos: 0,
  },
  music: { artists: 20, shows: 2, audiobooks: 2, users: Number(users), playlists: 5 },
  bank: {
    transactionsPerItem: 150,
    readyAtOnce: true,
    loginRequiredAfterMs: Number.POSITIVE_INFINITY,
  },
  food: { brandedFoods: 50 },
  quotes: { quotes: 120 },
});

const empty = { body: '' };
const html = { body: '<html>Bad gateway</html>' };
const soon = { ...empty, headers: { 'retry-after': '0' } };
/** Faults, with their frequency per hundred requests. */
const faults: readonly (readonly [percent: number, Fault])[] = [
  [1, { drop: 'before' }],
  [1, { drop: 'after' }],
  [1, { drop: 'headers' }],
  [1, { drop: 'mid-body' }],
  [0.3, { delayMs: 1500 }],
  [0.1, { stall: 'mid-body' }],
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
  [0.5, { status: 401, ...empty, provider: 'stream' }],
  [0.5, { status: 401, ...empty, provider: 'music' }],
];
let corrupted = 0;
/** Returns an expression that matches the given percentage of paths. For a 401, it matches no token paths. */
const sometimes = (percent: number, { status }: Fault) =>
  Object.assign(/^/, {
    test(path: string) {
      const hit = random.float() * 100 < percent && !(status === 401 && path.endsWith('/token'));
      corrupted += Number(hit);
      return hit;
    },
  });

let last = 0;
const fresh = () => sandbox.requests.filter(({ id }) => id > last);
const isOnce = ({ provider, method, path }: SandboxRequest) =>
  once.some((each) => each[0] === provider && each[1] === method && each[2].test(path));

const asks: Record<Asked, () => unknown> = {
  start,
  storm() {
    last = sandbox.requests.at(-1)?.id ?? 0;
    corrupted = 0;
    for (const [percent, fault] of faults)
      sandbox.faults.add({ ...fault, path: sometimes(percent, fault), times: Number.POSITIVE_INFINITY });
  },
  minute: () => sandbox.clock.advance(60_000),
  /** Ends the storm; what is still under way is waited for. */
  async calm() {
    sandbox.faults.clear();
    for (let left = 500; left > 0 && fresh().some(({ durationMs }) => durationMs === undefined); left -= 1)
      await new Promise((resolve) => setTimeout(resolve, 10));
  },
  repeated(): Repeated {
    const requests = fresh();
    if (requests[0] && requests[0].id !== last + 1) throw new Error('the storm was longer than the log');
    const counts = new Map<string, number>();
    for (const request of requests) {
      // A request with one of these responses was refused unread, so sending it again is correct.
      if (!isOnce(request) || request.status === 429 || request.status === 401) continue;
      const key = `${request.method} ${request.provider}${request.path}?${request.query} ${request.body}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    const repeated = [...counts].filter(([, count]) => count > 1).map(([key, count]) => `${count} times ${key}`);
    return { requests: requests.length, corrupted, repeated };
  },
};

answer<Asked>((asked) => asks[asked]());

/** Issues the tokens of the users. */
function start(): Started {
  const { stream, music, bank } = sandbox.controls;
  const ofStream = ['channel:manage:broadcast', 'channel:manage:redemptions'];
  const ofMusic = ['playlist-read-private', 'playlist-modify-public', 'playlist-modify-private'];
  return {
    // Without what cannot be sent to another process.
    options: JSON.parse(JSON.stringify(sandbox.options)),
    accessTokens: bank.accessTokens,
    startAt: sandbox.clock.now(),
    streamUsers: stream
      .users()
      .slice(0, Number(users))
      .map(({ id }) => stream.issueUserToken({ userId: id, scopes: ofStream })),
    musicUsers: music.users().map(({ id }) => music.issueUserToken({ userId: id, scopes: ofMusic })),
  };
}

import { createMusicClient, type MusicClient } from '@x/music';
import { type LoginOptions, type SignInFailure, type SignInOptions, signInRoutes } from '@x/oauth';
import { createClock, createSandbox } from '@x/sandbox';
import { createStreamClient, type StreamClient } from '@x/stream';

export const origin = 'https://app.example';
export const keyOf = (byte: number) => Buffer.alloc(32, byte).toString('base64');

/** Options that a test overrides. */
export type Changes = Partial<Pick<SignInOptions<never>, 'origin' | 'encryption' | 'onFailure' | 'returnTo'>> & {
  readonly browserTokens?: readonly ('music' | 'stream')[];
  readonly login?: LoginOptions<{ music: MusicClient; stream: StreamClient }>;
};

/** Creates routes for both providers, on a sandbox in this process whose users approve immediately. */
export async function setup(changes: Changes = {}) {
  const clock = createClock({ frozen: true });
  const consent = 'approve';
  const registered = (name: string) => `${changes.origin ?? origin}/sign-in/${name}/callback`;
  const sandbox = await createSandbox({
    listen: false,
    clock,
    stream: { consent, redirectUris: [registered('stream')] },
    music: { consent, redirectUris: [registered('music')] },
  });
  /** Tokens that the token endpoints issued. */
  const issued = { access: new Set<string>(), refresh: new Set<string>() };
  const watched: typeof fetch = async (input, init) => {
    const response = await sandbox.fetch(input, init);
    const body = await response
      .clone()
      .json()
      .catch(() => ({}));
    if (body.access_token) issued.access.add(body.access_token);
    if (body.refresh_token) issued.refresh.add(body.refresh_token);
    return response;
  };
  const common = { retries: 0, clock, fetch: watched };
  const music = createMusicClient({ ...sandbox.options.music, ...common });
  const stream = createStreamClient({ ...sandbox.options.stream, ...common, validateTokens: false });
  const clients = { music, stream };
  const failures: SignInFailure[] = [];
  const routes = (more: Changes = {}) =>
    signInRoutes(clients, {
      origin,
      encryption: { keys: [keyOf(1)] },
      scopes: { music: ['user-read-private'], stream: ['user:read:email'] },
      accountOf: ({ headers }) => /(?:^|; )user=(\w+)/.exec(headers.get('cookie') ?? '')?.[1],
      browserTokens: ['music', 'stream'],
      clock,
      ...changes,
      ...more,
      onFailure: (failure, request) => {
        failures.push(failure);
        return (more.onFailure ?? changes.onFailure)?.(failure, request);
      },
    });
  const { handle } = routes();
  const browser = (user?: string, own = handle) => createBrowser(own, changes.origin ?? origin, sandbox.fetch, user);
  return { sandbox, clock, clients, music, stream, issued, failures, routes, handle, browser };
}

type Handle = (request: Request) => Promise<Response>;

/** Creates a browser that keeps cookies, and is signed in to the app as `user`. */
function createBrowser(handle: Handle, at: string, provider: typeof fetch, user: string | undefined) {
  const cookies = new Map<string, string>(user === undefined ? [] : [['user', user]]);
  const lines: string[] = [];
  const bodies: string[] = [];

  async function send(path: string, init: RequestInit = {}, own = handle): Promise<Response> {
    const headers = new Headers(init.headers);
    if (cookies.size > 0) headers.set('cookie', [...cookies].map((pair) => pair.join('=')).join('; '));
    const response = await own(new Request(new URL(path, at), { ...init, headers }));
    for (const line of response.headers.getSetCookie()) {
      lines.push(line);
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/max-age=0/i.test(line)) cookies.delete(name);
      else cookies.set(name, value);
    }
    bodies.push(await response.clone().text(), JSON.stringify([...response.headers]));
    return response;
  }

  const post = (path: string, headers: Record<string, string> = { 'sec-fetch-site': 'same-origin' }) =>
    send(path, { method: 'POST', headers });

  /** Approves at the provider. Returns the path and query in the app that the user is redirected to. */
  async function approve(location: string): Promise<string> {
    const answer = await provider(location, { redirect: 'manual' });
    const { pathname, search } = new URL(answer.headers.get('location') ?? '');
    return pathname + search;
  }
  const begin = async (name: string, query = '') =>
    (await post(`/sign-in/${name}${query}`)).headers.get('location') ?? '';
  const start = async (name: string, query?: string) => approve(await begin(name, query));

  return {
    cookies,
    lines,
    bodies,
    send,
    post,
    begin,
    approve,
    start,
    signIn: async (name: string) => send(await start(name)),
  };
}

import { createMusicClient } from '@x/music';
import { createSandbox } from '@x/sandbox';
import { createStreamClient } from '@x/stream';
import type { Hono } from 'hono';
import { createApp } from './server.ts';

/** Page that a browser shows after a request. */
export interface Shown {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** URL that the response redirects to, or an empty string. */
  readonly location: string;
}

/** Creates the app on a sandbox in this process, whose users approve at once. */
export async function setup({ origin = 'http://127.0.0.1:3000', sessionSecret = 'a'.repeat(32) } = {}) {
  const sandbox = await createSandbox({ listen: false, stream: { consent: 'approve' }, music: { consent: 'approve' } });
  const { clock } = sandbox;
  /** Tokens that the token endpoints issued. */
  const tokens = new Set<string>();
  const watched: typeof fetch = async (input, init) => {
    const response = await sandbox.fetch(input, init);
    const body = await response
      .clone()
      .json()
      .catch(() => ({}));
    for (const token of [body.access_token, body.refresh_token]) if (token) tokens.add(token);
    return response;
  };
  const common = { retries: 0, clock, fetch: watched };
  const errors: unknown[] = [];
  const app = await createApp({
    stream: createStreamClient({ ...sandbox.options.stream, ...common, validateTokens: false }),
    music: createMusicClient({ ...sandbox.options.music, ...common }),
    sessionSecret,
    origin,
    clock,
    onError: (error) => errors.push(error),
  });
  return { sandbox, app, errors, tokens, browser: () => createBrowser(app, sandbox.fetch) };
}

/** Creates a browser that keeps cookies and runs no scripts. */
export function createBrowser(app: Pick<Hono, 'request'>, provider: typeof fetch) {
  const cookies = new Map<string, string>();
  const history: Shown[] = [];

  async function send(path: string, init: RequestInit = {}): Promise<Shown> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await app.request(path, { ...init, headers: { ...(cookie && { cookie }), ...init.headers } });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/max-age=0/i.test(line)) cookies.delete(name);
      else cookies.set(name, value);
    }
    const { status, headers } = response;
    const shown = { status, headers, text: await response.text(), location: headers.get('location') ?? '' };
    history.push(shown);
    return shown;
  }

  const open = (path: string) => send(path);
  const post = (path: string, headers: Record<string, string>) =>
    send(path, { method: 'POST', headers, body: new URLSearchParams() });
  /** Presses a button on the start page. */
  async function press(action: string): Promise<Shown> {
    await open('/');
    return post(action, { 'sec-fetch-site': 'same-origin' });
  }

  /** Starts a sign-in, and returns the address that the provider redirects the user to. */
  async function goAndComeBack(name: string): Promise<URL> {
    const { location } = await press(`/sign-in/${name}`);
    const answer = await provider(location, { redirect: 'manual' });
    return new URL(answer.headers.get('location') ?? '');
  }

  async function signIn(name: string): Promise<Shown> {
    const { pathname, search } = await goAndComeBack(name);
    return send(pathname + search);
  }

  return { cookies, history, open, post, press, goAndComeBack, signIn };
}

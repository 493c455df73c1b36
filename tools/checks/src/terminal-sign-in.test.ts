import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createMusicClient } from '@x/music';
import { hasBrowser, signIn, type TerminalSignInOptions } from '@x/oauth/terminal';
import { createClock, createSandbox, type MusicSandboxOptions } from '@x/sandbox';
import { createStreamClient } from '@x/stream';
import { describe, expect, it, onTestFinished } from 'vitest';
import { handles } from './left-over.ts';

const redirectUris = ['http://127.0.0.1/callback'];

/** Starts a sandbox whose users approve immediately, with clients of it, and records what the person is told. */
async function start(music: MusicSandboxOptions = {}) {
  const left = handles();
  const clock = createClock({ frozen: true });
  const sandbox = await createSandbox({ clock, music: { consent: 'approve', redirectUris, ...music } });
  onTestFinished(async () => {
    await sandbox.close();
    expect(await left()).toEqual([]);
  });
  const { options, controls } = sandbox;
  const told: string[] = [];
  /** Text of each page at which the browser ended. */
  const pages: string[] = [];
  const common = { clock, retries: 0 };
  return {
    sandbox,
    controls,
    clock,
    told,
    pages,
    music: createMusicClient({ ...options.music, ...common }),
    stream: createStreamClient({ ...options.stream, ...common, validateTokens: false }),
    say: (text: string) => void told.push(text),
    /** Opens an address as a browser does, up to the page that is shown. */
    browse: async (address: string) => void pages.push(await (await fetch(address)).text()),
    /** Returns the address to which the provider redirects the browser. */
    async consent(): Promise<string> {
      const [address = ''] = told.join(' ').match(/http\S+authorize\S+/) ?? [];
      return (await fetch(address, { redirect: 'manual' })).headers.get('location') ?? '';
    },
  };
}

const never = () => new Promise<never>(() => {});

describe('in the browser', () => {
  it('a person consents, comes back to a free port, and may close the page', async () => {
    const { music, say, browse, told, pages } = await start();
    const scopes = ['user-read-private'];
    const { account, accessToken } = await signIn(music, { account: ({ id }) => id, scopes, say, open: browse });
    expect((await music.withAccount(account).users.me()).id).toBe(account);
    await expect.poll(() => pages).toEqual([expect.stringContaining('<h1>Signed in</h1>\n<p>You can close this page')]);
    expect(told.join('\n')).toMatch(/redirect_uri=http%3A%2F%2F127\.0\.0\.1%3A\d+%2Fcallback/);
    expect(told.join('\n') + pages).not.toContain(accessToken);
  });

  it('the browser is started with an address that shows nothing of the sign-in, and works once', async () => {
    const { music, say, told } = await start();
    const opened: string[] = [];
    await signIn(music, {
      account: 'ann',
      say,
      async open(address) {
        opened.push(address);
        const [first, second] = [await fetch(address, { redirect: 'manual' }), await fetch(address)];
        expect([first.status, second.status]).toEqual([302, 400]);
        await fetch(first.headers.get('location') ?? '');
      },
    });
    expect(opened).toEqual([expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/[\w-]{16}$/)]);
    expect(told.join('\n')).not.toContain(opened[0]);
  });

  it('requests that do not belong to the sign-in are refused, and do not end it', async () => {
    const { music, say, browse } = await start();
    const { account } = await signIn(music, {
      account: 'ann',
      say,
      async open(address) {
        const at = (path: string, method = 'GET') =>
          fetch(new URL(path, address), { method }).then(({ status }) => status);
        const statuses = [
          at('/callback?code=x&state=forged'),
          at('/callback'),
          at('/favicon.ico'),
          at(`${new URL(address).origin}//`),
          at('/callback', 'POST'),
        ];
        expect(await Promise.all(statuses)).toEqual([400, 400, 404, 404, 404]);
        await browse(address);
      },
    });
    expect(account).toBe('ann');
  });

  it('the page and the error say that the person denied access', async () => {
    const { music, say, browse, pages } = await start({ consent: 'deny' });
    const denied = signIn(music, { account: 'ann', say, open: browse });
    await expect(denied).rejects.toMatchObject({ code: 'permission_denied', operation: 'oauth.exchange' });
    await expect.poll(() => pages).toEqual([expect.stringContaining('<h1>Not signed in</h1>')]);
    expect(await music.accounts.get('ann')).toBeUndefined();
  });

  it('a port that is taken is named', async () => {
    const { music, say } = await start();
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const redirectUri = `http://127.0.0.1:${port}/callback`;
    const taken = signIn(music, { account: 'ann', say, method: 'browser', redirectUri });
    await expect(taken).rejects.toMatchObject({
      code: 'unavailable',
      message: `signIn: cannot listen on port ${port} of 127.0.0.1 (EADDRINUSE), which redirectUri names. Close the program that uses it, or register another redirectUri`,
    });
    other.close();
  });

  it.each([false, async () => Promise.reject(new Error('no browser'))] as const)(
    'the person can open the address themselves if no browser opens (%s)',
    async (open) => {
      const { music, say, consent, browse } = await start();
      const done = signIn(music, { account: 'ann', method: 'browser', say, open });
      await expect.poll(consent).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback\?code=/);
      await browse(await consent());
      expect((await done).account).toBe('ann');
    },
  );
});

describe('by pasting', () => {
  it('a person pastes the address that the browser was redirected to, after others that are refused', async () => {
    const { music, say, told, consent } = await start();
    const pasted = ['', 'what?', `${redirectUris[0]}?code=x&state=forged`, `${redirectUris[0]}?state=x`];
    const ask = async () => pasted.shift() ?? `  ${await consent()}\n`;
    const { account } = await signIn(music, { account: ({ id }) => id, method: 'paste', say, ask });
    expect((await music.accounts.get(account))?.refreshToken).toBeDefined();
    expect(told.filter((text) => text.startsWith('That is not the address'))).toHaveLength(4);
  });

  it('the end of standard input is an error with a remedy', async () => {
    const { music, say } = await start();
    const ask = () => Promise.reject(new Error('standard input ended'));
    await expect(signIn(music, { account: 'ann', method: 'paste', say, ask })).rejects.toMatchObject({
      code: 'not_supported',
      message: 'signIn: no address was pasted: standard input ended. Run the program in a terminal',
    });
  });
});

describe('with a device code', () => {
  it('a person approves the code that the terminal shows', async () => {
    const { stream, controls, clock, told } = await start();
    const say = (text: string) => {
      told.push(text);
      const [, code] = /Approve the code (\w+)/.exec(text) ?? [];
      if (code) controls.stream.approveDevice(code);
    };
    const done = signIn(stream, { account: ({ login }) => login, scopes: ['user:read:email'], say, open: false });
    await expect.poll(() => told).toHaveLength(2);
    await clock.advance(5000);
    expect(await stream.accounts.get((await done).account)).toMatchObject({ scopes: ['user:read:email'] });
    expect(told[1]).toMatch(/^Open this address in a browser:\n\n {2}http:.*\/activate\?/);
  });

  it('a provider without device codes refuses them', async () => {
    const { music } = await start();
    const refused = signIn(music, { account: 'ann', method: 'device' });
    await expect(refused).rejects.toMatchObject({ code: 'not_supported' });
  });
});

describe.each(['browser', 'paste', 'device'] as const)('a sign-in by %s', (method) => {
  const begin = async (more: Partial<TerminalSignInOptions>) => {
    const started = await start();
    const { music, stream, say } = started;
    const client = method === 'device' ? stream : music;
    const ask = (_: string, signal: AbortSignal) =>
      new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    const done = signIn(client, { account: 'ann', method, say, ask, open: never, ...more });
    return { ...started, done };
  };

  it('ends with its signal, and leaves nothing', async () => {
    const ended = new AbortController();
    const reason = new Error('Ctrl-C');
    const { done, told, music } = await begin({ signal: ended.signal });
    await expect.poll(() => told.length).toBeGreaterThan(0);
    ended.abort(reason);
    await expect(done).rejects.toBe(reason);
    const again = signIn(music, { account: 'ann', signal: ended.signal });
    await expect(again).rejects.toBe(reason);
  });

  it('ends after timeoutMs, and leaves nothing', async () => {
    const clock = createClock({ frozen: true });
    const { done, told } = await begin({ timeoutMs: 60_000, clock });
    await expect.poll(() => told.length).toBeGreaterThan(0);
    await clock.advance(60_000);
    await expect(done).rejects.toMatchObject({
      code: 'timeout',
      message: expect.stringContaining('signIn: nobody signed in within timeoutMs (60000 ms)'),
    });
  });
});

it.each<[Partial<TerminalSignInOptions>, string]>([
  [{ method: 'browser', redirectUri: 'https://app.example/callback' }, 'redirectUri must be an http address'],
  [{ method: 'browser', redirectUri: 'http://app.example/callback' }, 'redirectUri must be an http address'],
  [{ method: 'browser', redirectUri: 'nowhere' }, 'redirectUri must be an http address'],
  [{ method: 'browser', redirectUri: 'http://127.0.0.1/callback' }, 'redirectUri must have a port'],
  [{ method: 'phone' as 'paste' }, 'method must be one of browser, device, paste; got "phone"'],
  [{ timeoutMs: 0 }, 'timeoutMs must be a number of milliseconds above 0; got 0'],
])('refuses the options %j', async (options, message) => {
  const { stream } = await start();
  const refused = signIn(stream, { account: 'ann', ...options });
  await expect(refused).rejects.toMatchObject({ code: 'invalid_params', message: expect.stringContaining(message) });
});

it.each<[string, Record<string, string>, boolean]>([
  ['darwin', {}, true],
  ['win32', {}, true],
  ['linux', {}, false],
  ['linux', { DISPLAY: ':0' }, true],
  ['linux', { WAYLAND_DISPLAY: 'wayland-0' }, true],
  ['linux', { WSL_DISTRO_NAME: 'Debian' }, true],
  ['linux', { BROWSER: '/usr/bin/firefox' }, true],
  ['linux', { DISPLAY: ':10', SSH_CONNECTION: '10.0.0.1 1 10.0.0.2 22' }, false],
  ['darwin', { SSH_TTY: '/dev/ttys001' }, false],
  ['darwin', { CI: 'true' }, false],
])('on %s with the environment %j, there is a browser: %s', (platform, env, expected) => {
  expect(hasBrowser(env, platform)).toBe(expected);
});

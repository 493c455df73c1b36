import { describe, expect, it, onTestFinished } from 'vitest';
import { withToken } from '../test/sandbox.ts';
import { createSandboxWith } from './create-sandbox-with.ts';
import { defineSandboxProvider, SandboxRefusal, serveEndpoints } from './provider.ts';
import { providers } from './providers.ts';
import { required, text, wholeNumber } from './shared/check-fields.ts';

interface ClockOptions {
  /** Number of alarms at the start. */
  count?: number | undefined;
}

interface ClockLimits {
  /** Requests per minute. */
  requests?: number | undefined;
}

/** A sixth API, which returns the time, and alarms for callers that have the key. */
const clockApi = defineSandboxProvider({
  name: 'alarms',
  rules: { count: wholeNumber(0, 1000) },
  limits: { requests: wholeNumber(0) },
  controls: {
    key: { summary: 'Returns the key.', reads: true },
    removeAlarms: { summary: 'Removes all alarms, and returns how many there were.' },
  },
  clientOptions: ({ baseUrl, random }) => ({ baseUrl: baseUrl(), key: random('key').text(20) }),
  create({ clock, random }, { count = 3, limits = 'off' }: ClockOptions & { limits?: 'off' | 'real' | ClockLimits }) {
    const key = random('key').text(20);
    const alarms = Array.from({ length: count }, (_, index) => ({ at: `0${index}:00`.slice(-5) }));
    const app = serveEndpoints(
      { clock },
      {
        limit:
          limits === 'off'
            ? undefined
            : { requests: (limits === 'real' ? {} : limits).requests ?? 60, windowMs: 60_000 },
        keyOf: ({ headers }) => headers.get('x-key') ?? '',
        enter({ request }, { token }) {
          if (token === 'key' && request.headers.get('x-key') !== key)
            throw new SandboxRefusal(401, 'bad_key', 'x-key must be the key');
        },
        errorBody: ({ code, message }) => ({ error: code, reason: message }),
        endpoints: {
          'GET /time': () => ({ now: new Date(clock.now()).toISOString() }),
          'GET /alarms': {
            token: 'key',
            query: {},
            page: { size: 2, most: 10 },
            answer: ({ page }) => page(alarms),
          },
          'POST /alarms': {
            token: 'key',
            body: { at: required(text('a time such as "07:30"', /^\d\d:\d\d$/)) },
            status: 201,
            answer({ body }) {
              alarms.push({ at: String(body.at) });
              return alarms.at(-1);
            },
          },
        },
      },
    );
    return { app, controls: { key: () => key, removeAlarms: () => alarms.splice(0).length } };
  },
});

async function start(options: Parameters<typeof createSandboxWith<typeof clockApi>>[1] = {}) {
  const sandbox = await createSandboxWith([clockApi], {
    listen: false,
    clock: { now: '2026-01-31T00:00:00Z', frozen: true },
    ...options,
  });
  onTestFinished(() => sandbox.close());
  const { baseUrl, key } = sandbox.options.alarms;
  const ask = async (path: string, init: { method?: string; body?: object; key?: string } = {}) => {
    const response = await sandbox.fetch(baseUrl + path, {
      method: init.method ?? 'GET',
      headers: { 'x-key': init.key ?? key },
      ...(init.body && { body: JSON.stringify(init.body) }),
    });
    return { status: response.status, headers: response.headers, body: await response.json() };
  };
  const alarms = async () => (await ask('/alarms?limit=10')).body.items.map(({ at }: { at: string }) => at);
  return { sandbox, ask, alarms };
}

describe('an API of your own', () => {
  it('is served at its prefix with its key, beside the five', async () => {
    const { sandbox, ask } = await start();
    expect(Object.keys(sandbox.options)).toEqual([...Object.keys(providers), 'alarms']);
    expect(await ask('/time')).toMatchObject({ status: 200, body: { now: '2026-01-31T00:00:00.000Z' } });
    expect((await sandbox.fetch(`${sandbox.url}/quotes/api/random`)).status).toBe(200);
  });

  it('divides lists into pages', async () => {
    const { ask } = await start();
    const { body: first } = await ask('/alarms');
    expect(first).toEqual({ items: [{ at: '00:00' }, { at: '01:00' }], next: '2' });
    expect((await ask(`/alarms?cursor=${first.next}`)).body).toEqual({ items: [{ at: '02:00' }] });
  });

  it.each([
    ['a wrong key', '/alarms', { key: 'no' }, 401, { error: 'bad_key', reason: 'x-key must be the key' }],
    ['a page that is too long', '/alarms?limit=11', {}, 400, { error: 'invalid_request' }],
    [
      'a page without items',
      '/alarms?limit=0',
      {},
      400,
      { reason: 'limit must be a whole number from 1 to 10; got 0' },
    ],
    ['a limit that is no number', '/alarms?limit=', {}, 400, { error: 'invalid_request' }],
    ['an unknown parameter', '/alarms?size=2', {}, 400, { reason: expect.stringContaining('unknown parameter size') }],
    ['a wrong field', '/alarms', { method: 'POST', body: { at: 'noon' } }, 400, { error: 'invalid_request' }],
    ['an unknown path', '/nothing', {}, 404, { error: 'not_found' }],
    ['a wrong method', '/time', { method: 'POST' }, 405, { error: 'method_not_allowed' }],
  ])('refuses %s in its own words', async (_, path, init, status, body) => {
    const { ask } = await start();
    expect(await ask(path, init)).toMatchObject({ status, body });
  });

  it('has options, which are checked and which a reset can change', async () => {
    const { sandbox, alarms } = await start({ alarms: { count: 1 } });
    expect(await alarms()).toEqual(['00:00']);
    sandbox.reset({ alarms: { count: 2 } });
    expect(await alarms()).toEqual(['00:00', '01:00']);
    await expect(start({ alarms: { count: -1 } })).rejects.toThrow(
      'createSandbox: alarms.count must be a whole number',
    );
    expect(() => sandbox.reset({ limits: { alarms: { requests: -1 } } })).toThrow('sandbox.reset: limits.alarms');
  });

  it.each(['clock', 'music', 'alarms'])('cannot have the name %s, which is taken', async (name) => {
    const other = { ...clockApi, name };
    await expect(createSandboxWith([clockApi, other as typeof clockApi], {})).rejects.toThrow(
      `the name ${name} is taken`,
    );
  });

  it('has limits that follow the time of the sandbox', async () => {
    const { sandbox, ask } = await start({ limits: { alarms: { requests: 2 } } });
    expect([(await ask('/time')).status, (await ask('/time')).status]).toEqual([200, 200]);
    const refused = await ask('/time');
    expect([refused.status, refused.body.error, refused.headers.get('retry-after')]).toEqual([
      429,
      'rate_limited',
      '60',
    ]);
    await sandbox.clock.advance(60_000);
    expect((await ask('/time')).status).toBe(200);
  });

  it('has faults and the request log', async () => {
    const { sandbox, ask } = await start();
    sandbox.faults.add({ provider: 'alarms', path: '/time', status: 503, body: { error: 'down' } });
    expect((await ask('/time')).status).toBe(503);
    expect((await ask('/time')).status).toBe(200);
    expect(sandbox.requests.expectReceived({ provider: 'alarms', path: '/time', times: 2 })).toHaveLength(2);
  });

  it('has its state saved and restored', async () => {
    const { sandbox, ask, alarms } = await start();
    await ask('/alarms', { method: 'POST', body: { at: '07:30' } });
    const state = sandbox.save();
    sandbox.controls.alarms.removeAlarms();
    expect(await alarms()).toEqual([]);
    await sandbox.load(JSON.parse(JSON.stringify(state)));
    expect(await alarms()).toEqual(['00:00', '01:00', '02:00', '07:30']);
  });

  it('has its controls in the control API, and is on the page', async () => {
    const { sandbox } = await start();
    const { url } = sandbox.controlApi;
    const key = await sandbox.fetch(`${url}/alarms/key`, withToken(sandbox));
    expect(await key.json()).toBe(sandbox.options.alarms.key);
    const removed = await sandbox.fetch(`${url}/alarms/removeAlarms`, { method: 'POST', ...withToken(sandbox) });
    expect(await removed.json()).toBe(3);
    expect(await (await sandbox.fetch(`${url}/`, withToken(sandbox))).text()).toContain('<option>alarms</option>');
  });
});

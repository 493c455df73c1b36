import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openSandbox } from '../../test/sandbox.ts';
import { createSandbox as createBankSandbox } from '../bank.ts';
import { createSandbox } from '../create-sandbox.ts';
import type { SandboxOptions } from '../options.ts';
import { providers } from '../providers.ts';
import type { Sandbox } from '../sandbox.ts';
import { operationsOf } from './operations.ts';

const startedAt = Date.UTC(2026, 1, 1);

/** Starts a sandbox with a frozen clock. Returns it, and a function that calls its control API. */
async function start(options: SandboxOptions = {}) {
  const sandbox = await openSandbox({ clock: { now: startedAt, frozen: true }, ...options });
  return { sandbox, call: caller(sandbox) };
}

const caller =
  ({ controlApi: control }: Pick<Sandbox, 'controlApi'>) =>
  async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const response = await fetch(control.url + path, {
      method,
      headers: { authorization: `Bearer ${control.token}`, 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text ? JSON.parse(text) : undefined, headers: response.headers };
  };

const count = '/quotes/api/info/count';

describe('without the token', () => {
  it('no call is served or changes anything', async () => {
    const { sandbox, call } = await start();
    const { paths } = (await call('GET', '/openapi.json')).body;
    const before = JSON.stringify(sandbox.save());
    for (const [path, methods] of Object.entries<object>(paths))
      for (const method of [...Object.keys(methods), 'options'])
        for (const authorization of [undefined, 'Bearer ', 'Bearer wrong', `Basic ${sandbox.controlApi.token}`]) {
          const { status, text, headers } = await bare(sandbox, method, path, authorization);
          expect([method, path, status]).toEqual([method, path, 401]);
          expect(text).toMatch(/"unauthorized".*authorization: Bearer <token>/);
          expect(headers.get('www-authenticate')).toBe('Bearer realm="sandbox"');
          expect(text + JSON.stringify([...headers])).not.toContain(sandbox.controlApi.token);
        }
    for (const path of ['/', '/page.js', '/events', '/openapi.json', '/?token=wrong'])
      expect((await bare(sandbox, 'get', path)).status).toBe(401);
    expect(JSON.stringify(sandbox.save())).toBe(before);
  });

  async function bare({ controlApi: control }: Sandbox, method: string, path: string, authorization?: string) {
    const response = await fetch(control.url + path, {
      method: method.toUpperCase(),
      headers: authorization ? { authorization } : {},
    });
    return { status: response.status, text: await response.text(), headers: response.headers };
  }

  it.each([
    ['/', 'Its page needs a token'],
    ['/__sandbox/?token=of-another-sandbox', 'from another sandbox, or an earlier run. Its page'],
  ])('a browser that opens %s is told where to find the link', async (path, text) => {
    const { sandbox } = await start();
    const response = await fetch(sandbox.url + path, { headers: { accept: 'text/html,*/*' } });
    const page = await response.text();
    expect([response.status, response.headers.get('content-type')]).toEqual([401, 'text/html; charset=utf-8']);
    expect(page).toContain(text);
    expect(page).toContain('sandbox.controlApi.page');
    expect(page).not.toContain(sandbox.controlApi.token);
    expect(await fetch(sandbox.url + path).then((plain) => plain.json())).toMatchObject({
      error: { code: 'unauthorized' },
    });
  });

  it('programs can only check that it is alive', async () => {
    const { sandbox } = await start();
    const response = await fetch(`${sandbox.controlApi.url}/health`);
    expect([response.status, await response.json()]).toEqual([200, { status: 'ok' }]);
    expect((await fetch(`${sandbox.controlApi.url}/health`, { method: 'POST' })).status).toBe(401);
  });
});

describe('the token', () => {
  it('differs in each sandbox unless it is set', async () => {
    const [one, other] = [await start(), await start()];
    expect(one.sandbox.controlApi.token).toMatch(/^[\w-]{32}$/);
    expect(one.sandbox.controlApi.token).not.toBe(other.sandbox.controlApi.token);
    const controlToken = 'a token of sixteen'.replaceAll(' ', '-');
    const { sandbox, call } = await start({ controlToken });
    expect([sandbox.controlApi.token, (await call('GET', '/clock')).status]).toEqual([controlToken, 200]);
  });

  it.each(['short', 'with a blank in between', 'ümlaut-ümlaut-ümlaut', 7])(
    'must not be %j, and no error repeats it',
    async (controlToken) => {
      const error = await createSandbox({ listen: false, controlToken: controlToken as string }).catch(
        (reason) => reason,
      );
      expect(error.message).toContain('controlToken must be a string of 16 to 512 visible ASCII characters; got a ');
      expect(error.message).not.toContain(controlToken);
    },
  );

  it('opens the page with a cookie that only the control API gets, and that is not the token', async () => {
    const { sandbox, call } = await start();
    const { controlApi: control, url } = sandbox;
    const opened = await fetch(control.page, { redirect: 'manual' });
    const cookie = opened.headers.get('set-cookie') ?? '';
    expect([opened.status, opened.headers.get('location')]).toEqual([303, '/__sandbox/']);
    expect(cookie).toMatch(/^sandbox-\d+=[\w-]+; Path=\/__sandbox; HttpOnly; SameSite=Lax$/);
    expect(cookie).not.toContain(control.token);
    const [pair = ''] = cookie.split(';');
    const page = await fetch(`${control.url}/`, { headers: { cookie: pair } });
    expect([page.status, (await page.text()).includes(control.token)]).toEqual([200, false]);
    // Another origin of this machine is the same site: the browser adds the cookie, and `Origin` shows who asks.
    for (const origin of ['http://127.0.0.1:1', 'null', url.replace('http', 'https')])
      expect((await call('POST', '/reset', {}, { authorization: '', cookie: pair, origin })).status).toBe(403);
    const own = { cookie: pair, origin: url };
    expect((await call('POST', '/reset', {}, { authorization: '', ...own })).status).toBe(204);
    expect((await call('POST', '/reset', {}, { authorization: 'Bearer x', ...own })).status).toBe(401);
  });

  it('is never in the request log, no matter where a client sends it', async () => {
    const { sandbox, call } = await start();
    const { url, controlApi: control } = sandbox;
    const { token } = control;
    await call('GET', '/clock');
    await fetch(`${url}/quotes/${token}?q=${token}&${token}=1`, { headers: { authorization: `Bearer ${token}` } });
    await fetch(`${url}/bank/item/get`, { method: 'POST', body: `{"secret":"${token}"}` });
    const { body } = await call('GET', '/requests');
    expect(body).toHaveLength(2);
    expect(JSON.stringify(body)).not.toContain(token);
    expect(JSON.stringify(sandbox.requests)).not.toContain(token);
    expect(body[0].headers.authorization).toBe('Bearer [control token]');
    sandbox.faults.add({ provider: 'food', status: 200, headers: { 'x-echo': token }, body: `you sent ${token}` });
    expect(await (await fetch(`${url}/food/fdc/v1/foods`)).text()).toContain(token);
    const [, , last] = (await call('GET', '/requests')).body;
    expect(last.response).toMatchObject({ body: 'you sent [control token]', headers: { 'x-echo': '[control token]' } });
    expect(body[1].body).toBe('{"secret":"[control token]"}');
  });
});

describe('a page of another site', () => {
  it('gets no CORS permission', async () => {
    const { sandbox, call } = await start();
    const headers = { origin: 'https://evil.example', 'access-control-request-method': 'POST' };
    const preflight = await fetch(`${sandbox.controlApi.url}/reset`, { method: 'OPTIONS', headers });
    const { headers: read } = await call('GET', '/clock', undefined, { origin: 'https://evil.example' });
    for (const response of [preflight.headers, read])
      expect([...response.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
    expect(read.get('cross-origin-resource-policy')).toBe('same-origin');
  });

  it('cannot call the control API with a form', async () => {
    const { call } = await start();
    for (const type of ['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data; boundary=x'])
      expect(await call('POST', '/faults', '{"status":503}', { 'content-type': type })).toMatchObject({
        status: 415,
        body: { error: { code: 'unsupported_media_type' } },
      });
  });
});

describe('a body', () => {
  it.each([true, false])('must be at most 1 MB, whether or not its length is declared (%s)', async (isDeclared) => {
    const { sandbox } = await start();
    const body = JSON.stringify({ status: 503, body: 'x'.repeat(1024 * 1024) });
    const response = await fetch(`${sandbox.controlApi.url}/faults`, {
      method: 'POST',
      headers: { authorization: `Bearer ${sandbox.controlApi.token}`, 'content-type': 'application/json' },
      body: isDeclared ? body : new Blob([body]).stream(),
      ...({ duplex: 'half' } as object),
    });
    expect([response.status, (await response.json()).error.code]).toEqual([413, 'too_large']);
    expect(sandbox.requests).toEqual([]);
  });

  it.each([
    ['{', 'the body is not valid JSON: '],
    ['[]', 'the body must be a JSON object; got an array'],
    ['null', 'the body must be a JSON object; got null'],
    ['{"stauts":503}', 'unknown field faults.add.stauts; did you mean faults.add.status?'],
    ['{"status":"503"}', 'faults.add.status must be a whole number from 200 to 599; got "503"'],
    ['{"path":{"pattern":"("}}', "faults.add.path must be a path below the provider's prefix"],
    ['{"rewrite":"x"}', 'faults.add.rewrite must be a function'],
  ])('%s is refused, and the message says why', async (body, message) => {
    const { call, sandbox } = await start();
    const refused = await call('POST', '/faults', body);
    expect(refused).toMatchObject({ status: 400, body: { error: { code: 'invalid_request' } } });
    expect(refused.body.error.message).toContain(message);
    expect((await fetch(sandbox.url + count)).status).toBe(200);
  });
});

describe('the control API', () => {
  it('has the operations of its OpenAPI file, and no others', async () => {
    const { call } = await start();
    const { body: file } = await call('GET', '/openapi.json');
    expect(file.openapi).toMatch(/^3\.1\./);
    const described = Object.entries<object>(file.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const served = operationsOf(Object.values(providers));
    expect(described.sort()).toEqual(served.map(({ method, path }) => `${method} ${path}`).sort());
    // An existing route refuses an unknown field with 400. A missing one would respond with 404.
    for (const { method, path } of served.filter(({ isDocument }) => !isDocument)) {
      const asked = path.replace('{id}', '1');
      const isRead = method === 'GET' || method === 'DELETE';
      const { status, body } = isRead
        ? await call(method, `${asked}?nonsense=1`)
        : await call(method, asked, { nonsense: 1 });
      expect([method, path, status]).toEqual([method, path, 400]);
      expect(body.error.message).toMatch(/unknown field [\w.]+\.nonsense|is required/);
    }
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    const schemasIn = (value: unknown): object[] =>
      typeof value !== 'object' || value === null
        ? []
        : Object.entries(value).flatMap(([key, inner]) => (key === 'schema' ? [inner as object] : schemasIn(inner)));
    const schemas = schemasIn(file.paths);
    expect(schemas.length).toBeGreaterThan(100);
    for (const schema of schemas) ajv.compile({ ...schema, components: file.components });
    for (const operation of served) expect(operation.summary).toMatch(/^[A-Z].*\.$/);
    expect(new Set(served.map(({ name }) => name)).size).toBe(served.length);
    expect(await call('GET', '/nothing')).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } });
    const wrongMethod = await call('PUT', '/faults');
    expect([wrongMethod.status, wrongMethod.headers.get('allow')]).toEqual([405, 'GET, POST, DELETE']);
  });

  it('has every provider control that programs in JavaScript have', async () => {
    const { sandbox } = await start({ listen: false });
    const served = operationsOf(Object.values(providers)).map(({ name }) => name);
    const namesIn = (controls: object, prefix: string): string[] =>
      Object.entries(controls).flatMap(([name, value]) =>
        typeof value === 'object' && !Array.isArray(value) ? namesIn(value, `${prefix}.${name}`) : `${prefix}.${name}`,
      );
    const all = (['stream', 'music', 'bank'] as const).flatMap((name) => namesIn(sandbox.controls[name], name));
    expect(all.length).toBeGreaterThan(50);
    expect(all.filter((name) => !served.includes(name))).toEqual([]);
  });

  it('has only the operations of one provider in a sandbox of one provider', async () => {
    const sandbox = await createBankSandbox();
    onTestFinished(() => sandbox.close());
    const call = caller(sandbox);
    expect((await call('GET', '/bank/accessTokens')).body).toEqual(sandbox.controls.bank.accessTokens);
    expect((await call('GET', '/stream/users')).status).toBe(404);
    expect((await call('POST', '/reset', { music: {} })).body.error.message).toContain('unknown field reset.music');
    expect(Object.keys((await call('GET', '/settings')).body.sizes)).toEqual(['bank']);
  });

  it('sets, lists and removes faults', async () => {
    const { sandbox, call } = await start();
    sandbox.faults.add({ provider: 'food', path: /^\/fdc/i, times: Number.POSITIVE_INFINITY, status: 500 });
    const info = { path: { pattern: '^/API/INFO/', flags: 'i' }, times: 'always', status: 503 };
    expect(await call('POST', '/faults', info)).toMatchObject({ status: 200, body: { id: 2 } });
    expect((await fetch(sandbox.url + count)).status).toBe(503);
    const fdc = { provider: 'food', path: { pattern: '^\\/fdc', flags: 'i' }, times: 'always', status: 500 };
    expect((await call('GET', '/faults')).body).toEqual([
      { id: 1, fault: fdc, skip: 0, left: 'always', hits: 0 },
      { id: 2, fault: info, skip: 0, left: 'always', hits: 1 },
    ]);
    expect((await call('DELETE', '/faults/2')).status).toBe(204);
    expect((await call('DELETE', '/faults/2')).body.error.message).toContain('there is no fault 2');
    expect((await fetch(sandbox.url + count)).status).toBe(200);
    expect((await call('DELETE', '/faults')).status).toBe(204);
    expect((await call('GET', '/faults')).body).toEqual([]);
  });

  it('sets the time and its speed, and freezes it', async () => {
    const { sandbox, call } = await start();
    expect((await call('GET', '/clock')).body).toEqual({ now: startedAt, speed: 1, frozen: true, revision: 1 });
    expect((await call('POST', '/clock/advance', { ms: 5000 })).body.now).toBe(startedAt + 5000);
    expect((await call('POST', '/clock', { now: '2026-03-01T00:00:00Z' })).body.now).toBe(Date.UTC(2026, 2, 1));
    expect((await call('POST', '/clock', { speed: 3 })).body).toMatchObject({ speed: 3, frozen: true });
    expect(sandbox.clock.state()).toEqual({ now: Date.UTC(2026, 2, 1), speed: 3, frozen: true });
    const back = await call('POST', '/clock', { now: startedAt });
    expect([back.status, back.body.error.message]).toEqual([400, expect.stringContaining('must not be before')]);
  });

  it('restarts the providers from another seed, with other sizes and limits', async () => {
    const { sandbox, call } = await start();
    const random = async () => (await (await fetch(`${sandbox.url}/quotes/api/quotes/random`)).json())[0]?.content;
    const first = await random();
    const limits = { quotes: { requests: 3 } };
    expect((await call('POST', '/reset', { seed: 2, quotes: { quotes: 9 }, limits })).status).toBe(204);
    expect(await random()).not.toBe(first);
    expect(await (await fetch(sandbox.url + count)).json()).toMatchObject({ quotes: 9 });
    expect([(await fetch(sandbox.url + count)).status, (await fetch(sandbox.url + count)).status]).toEqual([200, 429]);
    const { body } = await call('GET', '/settings');
    expect(body).toMatchObject({ seed: 2, sizes: { quotes: { quotes: 9 } }, settings: { limits } });
    const wrong = await call('POST', '/reset', { quotes: { quotes: -1 } });
    expect([wrong.status, wrong.body.error.message]).toEqual([400, expect.stringContaining('quotes.quotes must be')]);
  });

  it('keeps your own records when only the number of generated ones changes', async () => {
    const { sandbox, call } = await start({ stream: { users: [{ login: 'ann' }] } });
    expect((await call('POST', '/reset', { stream: { users: 7, streams: 5 } })).status).toBe(204);
    const logins = sandbox.controls.stream.users().map(({ login }) => login);
    expect([logins.length, logins.at(-1)]).toEqual([8, 'ann']);
  });

  it('lists requests with their bodies, starting after the last one seen', async () => {
    const { sandbox, call } = await start();
    for (const path of ['/quotes/api/tags', '/bank/categories/get', '/quotes/api/authors'])
      await fetch(sandbox.url + path, {
        method: path.startsWith('/bank') ? 'POST' : 'GET',
        ...(path.startsWith('/bank') && { body: '{"a":1}' }),
      });
    const { body } = await call('GET', '/requests?after=1&limit=1');
    expect(body).toMatchObject([
      { id: 2, provider: 'bank', method: 'POST', path: '/categories/get', body: '{"a":1}', at: startedAt },
    ]);
    expect((await call('GET', '/requests?provider=quotes')).body.map(({ id }: { id: number }) => id)).toEqual([1, 3]);
    expect((await call('GET', '/requests?limit=5000')).body.error.message).toContain(
      'limit must be a whole number from 1 to 1000',
    );
    expect((await call('DELETE', '/requests')).status).toBe(204);
    expect(sandbox.requests).toEqual([]);
  });

  it('issues, lists and revokes user tokens', async () => {
    const { sandbox, call } = await start();
    const [, user] = (await call('GET', '/music/users')).body;
    const issued = await call('POST', '/music/issueUserToken', { userId: user.id, scopes: ['user-library-read'] });
    const { accessToken, refreshToken } = issued.body;
    const me = await fetch(`${sandbox.url}/music/v1/me`, { headers: { authorization: `Bearer ${accessToken}` } });
    expect((await me.json()).id).toBe(user.id);
    const values = (await call('GET', '/tokens')).body.map(({ value }: { value: string }) => value);
    expect(values).toEqual(expect.arrayContaining([accessToken, refreshToken]));
    expect((await call('GET', `/music/grants?userId=${encodeURIComponent(user.id)}`)).body).toMatchObject([
      { userId: user.id },
    ]);
    expect((await call('POST', '/music/revokeConsent', { userId: user.id })).body).toBe(true);
    const unknown = await call('POST', '/music/issueUserToken', { userId: 'nobody', scopes: [] });
    expect([unknown.status, unknown.body.error.message]).toEqual([
      400,
      'music.issueUserToken: the sandbox has no user nobody',
    ]);
  });

  it('starts viewers, and stops them by their number', async () => {
    const { sandbox, call } = await start();
    const { body } = await call('POST', '/stream/eventSub/viewers', { perMinute: 60 });
    expect(body).toEqual({ number: 1 });
    expect((await call('POST', '/stream/eventSub/viewers/stop', body)).status).toBe(200);
    expect((await call('POST', '/stream/eventSub/viewers/stop', { number: 2 })).body.error.message).toContain(
      'nothing was started',
    );
    expect((await call('POST', '/stream/eventSub/fire', { type: 'stream.online' })).body).toBe(0);
    expect((await call('GET', '/stream/eventSub/deliveries')).body).toEqual([]);
    expect(sandbox.requests).toEqual([]);
  });
});

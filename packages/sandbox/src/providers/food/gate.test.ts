import { describe, expect, test } from 'vitest';
import { testContext } from '../../../test/sandbox.ts';
import { createFoodSandbox } from './index.ts';

function start(options: Parameters<typeof createFoodSandbox>[1] = {}, overrides = {}) {
  const context = testContext('food', overrides);
  const sandbox = createFoodSandbox(context, { limits: 'real', ...options });
  const key = sandbox.options().apiKey;
  const ask = (path: string, headers: Record<string, string> = {}) => sandbox.app.request(path, { headers });
  return { ...sandbox, clock: context.clock, key, ask };
}

const basic = (user: string) => ({ authorization: `Basic ${btoa(`${user}:`)}` });
const path = '/fdc/v1/foods/list?pageSize=1';

describe('the key', () => {
  const { ask, key } = start({
    disabledKeys: ['off', 'both'],
    unverifiedKeys: ['new'],
    unauthorizedKeys: ['other', 'both'],
    apiKeys: ['mine'],
  });

  test.each<[string, string, Record<string, string>, string | undefined]>([
    ['nothing', '', {}, 'API_KEY_MISSING'],
    ['empty everywhere', '&api_key=', { 'x-api-key': '', ...basic('') }, 'API_KEY_MISSING'],
    ['unreadable Basic', '', { authorization: 'Basic !' }, 'API_KEY_MISSING'],
    ['a header', '', { 'x-api-key': key }, undefined],
    ['a query parameter', `&api_key=${key}`, {}, undefined],
    ['a Basic user', '', basic(key), undefined],
    ['a wrong header before a right parameter', `&api_key=${key}`, { 'x-api-key': 'no' }, 'API_KEY_INVALID'],
    ['a wrong parameter before a right user', '&api_key=no', basic(key), 'API_KEY_INVALID'],
    ['an empty header before a right parameter', `&api_key=${key}`, { 'x-api-key': '' }, undefined],
    ['an added key', '&api_key=mine', {}, undefined],
    ['the demo key', '&api_key=DEMO_KEY', {}, undefined],
    ['a disabled key', '&api_key=off', {}, 'API_KEY_DISABLED'],
    ['a disabled and unauthorized key', '&api_key=both', {}, 'API_KEY_DISABLED'],
    ['an unverified key', '&api_key=new', {}, 'API_KEY_UNVERIFIED'],
    ['an unauthorized key', '&api_key=other', {}, 'API_KEY_UNAUTHORIZED'],
  ])('%s', async (_, query, headers, code) => {
    const response = await ask(path + query, headers);
    expect(response.status).toBe(code ? 403 : 200);
    if (!code) return;
    expect(await response.json()).toMatchObject({ error: { code } });
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('x-ratelimit-limit')).toBeNull();
  });

  test('is 40 letters and digits, and always the same', () => {
    expect(key).toMatch(/^[A-Za-z0-9]{40}$/);
    expect(start().key).toBe(key);
  });

  test('is refused with an exact, indented body', async () => {
    expect(await (await ask(`${path}&api_key=x`)).text()).toBe(`{
  "error": {
    "code": "API_KEY_INVALID",
    "message": "An invalid api_key was supplied. Get one at https://api.nal.usda.gov:443"
  }
}
`);
  });

  test('is checked before the application sees the request, but not outside the API', async () => {
    expect((await ask('/fdc/v1/nothing')).status).toBe(403);
    expect((await ask('/fdc/v1/food/abc')).status).toBe(403);
    const elsewhere = await ask('/elsewhere');
    expect([elsewhere.status, await elsewhere.json()]).toEqual([
      404,
      { error: { code: 'NOT_FOUND', message: 'The requested URL was not found on this server.' } },
    ]);
  });
});

test.each<[string, string, string, string]>([
  ['/fdc/v1/foods', 'application/json, text/html', 'application/json', '{'],
  ['/fdc/v1/foods', '*/*', 'application/json', '{'],
  ['/fdc/v1/foods', 'image/png', 'application/json', '{'],
  ['/fdc/v1/foods', 'text/html,application/xml;q=0.9', 'text/html', '<html>'],
  ['/fdc/v1/foods', 'text/html;q=0.1, application/xml', 'application/xml', '<?xml'],
  ['/fdc/v1/foods?format=csv', 'text/html', 'text/csv', 'Error Code,'],
  ['/fdc/v1/foods.xml?format=csv', 'text/html', 'application/xml', '<?xml'],
  ['/fdc/v1/foods?format=abridged', 'text/html', 'text/html', '<html>'],
])('gateway errors at %s for Accept: %s are %s', async (url, accept, type, begin) => {
  const response = await start().ask(url, { accept });
  expect(response.headers.get('content-type')).toBe(type);
  expect((await response.text()).startsWith(begin)).toBe(true);
});

test('pages of other sites may read every response, and send a preflight when the key is in the query', async () => {
  const { app, key } = start();
  const shown = async (address: string, method = 'GET', headers = {}) => {
    const response = await app.request(address, { method, headers });
    return [response.status, response.headers.get('access-control-allow-origin')];
  };
  for (const [address, status] of [
    [`${path}&api_key=${key}`, 200],
    [`/fdc/v1/food/1?api_key=${key}`, 404],
    [`/fdc/v1/foods?api_key=${key}`, 400],
    [path, 403],
  ] as const)
    expect(await shown(address)).toEqual([status, '*']);
  const preflight = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' };
  const response = await app.request(`${path}&api_key=${key}`, { method: 'OPTIONS', headers: preflight });
  expect(response.status).toBe(204);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'GET, POST, OPTIONS',
    'access-control-allow-headers': 'content-type',
  });
  // Browsers send no header with a preflight, so the key is missing.
  expect(await shown(path, 'OPTIONS', { 'access-control-request-headers': 'x-api-key' })).toEqual([403, '*']);
});

test("with the real host's quirks, every second GET with a parenthesis ends at the gateway's own server", async () => {
  const { ask, app, key } = start({}, { realQuirks: true });
  const mine = { 'x-api-key': key };
  const raw = '/fdc/v1/foods/search?query=(apple)';
  const answers = [];
  for (const query of [raw, raw, raw.replace('(', '%28'), `${path}&dataType=Survey%20(FNDDS)`, path])
    answers.push(await ask(query, mine));
  expect(answers.map(({ status }) => status)).toEqual([400, 200, 400, 200, 200]);
  expect(answers[0]?.headers.get('content-type')).toMatch(/^text\/html/);
  expect(await answers[0]?.text()).toContain('<center>nginx</center>');
  const init = {
    method: 'POST',
    headers: { ...mine, 'content-type': 'application/json' },
    body: '{"query":"(apple)"}',
  };
  expect((await app.request('/fdc/v1/foods/search', init)).status).toBe(200);
  expect((await start().ask(raw, mine)).status).toBe(200);
});

test('HTTPS is required before the key is checked', async () => {
  const { ask, key } = start({ requireHttps: true });
  const plain = await ask(path);
  expect([plain.status, await plain.json()]).toMatchObject([400, { error: { code: 'HTTPS_REQUIRED' } }]);
  expect((await ask(path, { 'x-forwarded-proto': 'https', 'x-api-key': key })).status).toBe(200);
});

describe('the rate limit', () => {
  const rate = (response: Response) => [
    response.status,
    response.headers.get('x-ratelimit-limit'),
    response.headers.get('x-ratelimit-remaining'),
  ];

  test('is reported on every response to a known key and ends in a 429', async () => {
    const { ask, key, clock } = start({ limits: { requestsPerHour: 3 } });
    const mine = { 'x-api-key': key };
    expect(rate(await ask('/fdc/v1/food/1', mine))).toEqual([404, '3', '2']);
    expect(rate(await ask('/fdc/v1/food/x', mine))).toEqual([400, '3', '1']);
    expect((await ask(path, { 'x-api-key': 'wrong' })).status).toBe(403);
    expect(rate(await ask(path, mine))).toEqual([200, '3', '0']);
    const over = await ask(path, mine);
    expect(rate(over)).toEqual([429, '3', '0']);
    expect(await over.json()).toEqual({
      error: {
        code: 'OVER_RATE_LIMIT',
        message:
          'You have exceeded your rate limit. Try again later or contact us at https://api.nal.usda.gov:443/contact/ for assistance',
      },
    });
    const wait = Number(over.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(3_590);
    await clock.advance(wait * 1_000 - 5_000);
    expect((await ask(path, mine)).status).toBe(429);
    await clock.advance(5_000);
    expect((await ask(path, mine)).status).toBe(200);
  });

  test('slides: the previous hour counts by the share that the last 60 minutes still cover', async () => {
    const { ask, key, clock } = start({ limits: { requestsPerHour: 10 } });
    const mine = { 'x-api-key': key };
    for (let index = 0; index < 10; index += 1) await ask(path, mine);
    await clock.advance(1.55 * 3_600_000);
    expect(rate(await ask(path, mine))).toEqual([200, '10', '5']);
    for (let index = 0; index < 5; index += 1) expect((await ask(path, mine)).status).toBe(200);
    const blocked = await ask(path, mine);
    // 45% of the ten, plus six new ones: the ten must shrink to 40%, which takes a twentieth of the hour.
    expect([blocked.status, Math.round(Number(blocked.headers.get('retry-after')) / 10)]).toEqual([429, 18]);
    await clock.advance(2 * 3_600_000);
    expect(rate(await ask(path, mine))).toEqual([200, '10', '9']);
  });

  test('applies per key and, for the demo key, per address and also per day', async () => {
    const { ask, key, clock } = start({ limits: { demoRequestsPerHour: 2, demoRequestsPerDay: 3 }, retryAfter: false });
    const demo = (address: string) => ask(path, { 'x-api-key': 'DEMO_KEY', 'x-forwarded-for': address });
    expect(rate(await demo('192.0.2.1'))).toEqual([200, '2', '1']);
    await demo('192.0.2.1');
    const over = await demo('192.0.2.1');
    expect([over.status, over.headers.get('retry-after')]).toEqual([429, null]);
    expect((await demo('192.0.2.2')).status).toBe(200);
    expect(rate(await ask(path, { 'x-api-key': key }))).toEqual([200, '1000', '999']);
    await clock.advance(3 * 3_600_000);
    expect((await demo('192.0.2.1')).status).toBe(200);
    expect((await demo('192.0.2.1')).status).toBe(429);
    await clock.advance(48 * 3_600_000);
    expect((await demo('192.0.2.1')).status).toBe(200);
  });

  test.each([
    [true, 429],
    [false, 200],
  ])('includes burst limits only when asked to: %s', async (bursts, status) => {
    const { ask, key } = start({ limits: { bursts } });
    let last: Response | undefined;
    // The clock runs on while the test does, so it may take a request or two more than the limit.
    for (let index = 0; index < 45 && last?.status !== 429; index += 1)
      last = await ask('/fdc/v1/food/1x', { 'x-api-key': key });
    expect(last?.status).toBe(status === 200 ? 400 : 429);
  });
});

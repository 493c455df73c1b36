import { request as httpRequest } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { createSandbox } from '../create-sandbox.ts';
import type { SandboxOptions } from '../options.ts';
import { pageStyle } from '../page-style.ts';
import type { SandboxRequest } from '../requests.ts';
import type { Sandbox } from '../sandbox.ts';
import { sizeRanges } from './data-sizes.ts';
import { describeFault, faultKinds } from './fault-kinds.ts';

const open: Sandbox[] = [];
afterEach(() => Promise.all(open.splice(0).map((sandbox) => sandbox.close())));

/** A sandbox, and what a browser does on its page. */
async function start(options: SandboxOptions = {}) {
  const sandbox = await createSandbox(options);
  open.push(sandbox);
  const { url } = sandbox;
  const read = async (path = '/') => (await fetch(url + path)).text();
  /** Presses a button; `accept` is that of a form which no script sends. */
  const post = async (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) => {
    const response = await fetch(url + path, {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers: { origin: url, ...headers },
      redirect: 'manual',
    });
    return { status: response.status, text: await response.text(), location: response.headers.get('location') };
  };
  return { sandbox, url, read, post };
}

const api = '/quotes/api/info/count';
const rowsOf = (text: string) => [...text.matchAll(/<li id="request-(\d+)" data-provider="(\w+)"/g)];

describe('the page', () => {
  it('shows requests, the newest first, with their fate', async () => {
    const { sandbox, url, read } = await start();
    sandbox.faults.add({ provider: 'food', status: 503 });
    sandbox.faults.add({ provider: 'bank', drop: 'before' });
    await fetch(`${url}${api}?x=1`);
    await fetch(`${url}/food/fdc/v1/foods`);
    await fetch(`${url}/bank/accounts/get`).catch(() => {});
    const page = await read();
    expect(rowsOf(page).map(([, id, provider]) => [id, provider])).toEqual([
      ['3', 'bank'],
      ['2', 'food'],
      ['1', 'quotes'],
    ]);
    for (const text of ['/api/info/count<i>?x=1</i>', '>200<', '>503<', '>dropped<', '>fault<', '/fdc/v1/foods'])
      expect(page).toContain(text);
    expect(rowsOf(await read('/?provider=food')).map(([, , provider]) => provider)).toEqual(['food']);
  });

  it('runs nothing but its own script and is read by nobody else', async () => {
    const { url } = await start();
    for (const path of ['/', '/page.js', '/page.css', '/events', '/nothing']) {
      const { headers, body } = await fetch(url + path);
      await body?.cancel();
      expect(headers.get('content-security-policy')).toMatch(
        /^default-src 'none'; script-src 'self'; style-src 'self';/,
      );
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
      expect(headers.get('access-control-allow-origin')).toBeNull();
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    }
  });

  it('is small and loads nothing from elsewhere', async () => {
    const { read } = await start();
    const [page, script, style] = await Promise.all(['/', '/page.js', '/page.css'].map(read));
    expect([...`${page}`.matchAll(/(?:src|href|action)="(?![/#]|data:)[^"]*"/g)]).toEqual([]);
    expect(`${style}${script}`).not.toMatch(/https?:|@import|url\(/);
    expect(`${page}${script}${style}`.length).toBeLessThan(40_000);
  });

  it('shows the body of a request as plain text', async () => {
    const { sandbox, url, read } = await start();
    const evil = `"'><script>alert(1)</script><img src=x onerror=alert(2)>`;
    await new Promise((resolve) =>
      httpRequest(
        `${url}/quotes/`,
        {
          path: `/quotes/<script>alert(0)</script>"'?<b>="'<script>`,
          method: 'POST',
          headers: { 'user-agent': evil, 'x-test': evil },
        },
        (response) => response.resume().on('end', resolve),
      ).end(evil),
    );
    await fetch(`${url}/quotes/${encodeURIComponent(evil)}?${new URLSearchParams({ [evil]: evil })}`);
    // Parsing a URL has made much of that harmless; the page does not count on it.
    sandbox.requests.push({ ...(sandbox.requests[0] as SandboxRequest), id: 3, method: evil, path: evil });
    sandbox.faults.add({ path: `/${evil}`, status: 500 });
    sandbox.faults.add({ path: new RegExp(evil), method: evil, drop: 'before' });
    const page = await read();
    const reader = (await fetch(`${url}/events`)).body?.getReader();
    const events = new TextDecoder().decode((await reader?.read())?.value);
    await reader?.cancel();
    const fragments: Record<string, string> = JSON.parse(events.slice(6)).fragments;
    expect(sandbox.requests).toHaveLength(3);
    for (const html of [page, ...Object.values(fragments)]) {
      expect(html.match(/<script(?! type="module" src="\/page.js">)|<img|<b>=/gi)).toBeNull();
      expect(html).not.toContain(`"'`);
    }
    expect(fragments.log).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(fragments['fault-list']).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  });

  it('shortens what is secret', async () => {
    const { url, read } = await start();
    const authorization = `Bearer ${'secret'.repeat(9)}`;
    await fetch(url + api, { headers: { authorization } });
    expect(await read()).toContain('Bearer secrets…cret');
    expect(await read()).not.toContain(authorization);
  });

  it('is there in process', async () => {
    const { sandbox } = await start({ listen: false });
    const page = await sandbox.fetch(`${sandbox.url}/`);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('sandboxstreamclientid')]);
  });

  it('warns when other machines may reach it', async () => {
    const warning = 'Other machines may reach this page.';
    const { url } = await start({ host: '0.0.0.0' });
    const here = url.replace('0.0.0.0', '127.0.0.1');
    const page = await (await fetch(here)).text();
    expect(page).toContain(warning);
    expect(page).toContain(`${here}/stream/helix`);
    expect(page).not.toContain(url);
    expect(await (await start()).read()).not.toContain(warning);
  });
});

describe('what changes the sandbox', () => {
  const forms = ['/faults', '/faults/remove', '/clock', '/data'];

  it.each(forms)('%s takes nothing from other sites', async (path) => {
    const { sandbox, url, post } = await start();
    const before = sandbox.clock.now();
    const fields = { kind: 'unavailable', times: '0', step: 'day', id: 'all' };
    sandbox.faults.add({ provider: 'food', status: 500 });
    const foreign: Record<string, string>[] = [
      { origin: 'http://evil.example' },
      { origin: 'null' },
      { origin: url, 'sec-fetch-site': 'cross-site' },
      { origin: url.replace('127.0.0.1', 'localhost') },
    ];
    for (const headers of foreign) expect((await post(path, fields, headers)).status).toBe(403);
    expect((await fetch(url + path, { method: 'POST', body: new URLSearchParams(fields) })).status).toBe(403);
    expect((await fetch(url + path)).status).toBe(404);
    expect((await fetch(url + api)).status).toBe(200);
    expect((await fetch(`${url}/food/fdc/v1/foods`)).status).toBe(500);
    expect(sandbox.clock.now() - before).toBeLessThan(86_400_000);
  });

  it.each(['/', '/events', '/page.js', '/faults'])('%s is not there by a name that is not its own', async (path) => {
    const { sandbox, url } = await start();
    const status = await new Promise((resolve) => {
      const headers = { host: 'rebound.example:4010', origin: 'http://rebound.example:4010' };
      const isForm = path === '/faults';
      httpRequest(url + path, { method: isForm ? 'POST' : 'GET', headers }, (response) => {
        response.resume();
        resolve(response.statusCode);
      }).end(isForm ? 'kind=unavailable&times=0' : undefined);
    });
    expect(status).toBe(403);
    expect((await fetch(url + api)).status).toBe(200);
    expect(sandbox.requests).toHaveLength(1);
  });

  it('shows browsers without a script the page again, and a script what to say', async () => {
    const { post } = await start();
    const form = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
    const good = { kind: 'unavailable', times: '1' };
    expect(await post('/faults', good, form)).toMatchObject({ status: 303, location: '/' });
    expect(await post('/faults', good)).toMatchObject({ status: 200, text: 'The fault is set.' });
    const bad = { ...good, path: 'no"<slash>' };
    expect(await post('/faults', bad)).toMatchObject({ status: 400, text: expect.stringMatching(/^A path begins/) });
    const page = await post('/faults', bad, form);
    expect([page.status, page.text]).toEqual([400, expect.stringContaining('role="alert">A path begins')]);
    expect((await post('/faults', { ...good, path: `/${'x'.repeat(20_000)}` })).status).toBe(413);
  });
});

describe('the log', () => {
  it('shows the headers of a response and the beginning of its body, faults included', async () => {
    const { sandbox, url, read } = await start();
    await (await fetch(url + api)).text();
    sandbox.faults.add({ status: 200, headers: { 'x-made-by': 'a fault' }, body: `<b>${'x'.repeat(10_000)}` });
    expect(await (await fetch(url + api)).text()).toHaveLength(10_003);
    const [first, second] = sandbox.requests;
    expect(first?.response?.headers.get('x-powered-by')).toBe('Express');
    expect(JSON.parse(first?.response?.body ?? '')).toMatchObject({ quotes: expect.any(Number) });
    expect(second?.response?.body).toHaveLength(4096);
    const page = await read();
    for (const text of [
      '<dt>response</dt><dd>200</dd>',
      '<dt>x-powered-by</dt>',
      '{&quot;quotes&quot;:',
      '&lt;b&gt;xxx',
    ])
      expect(page).toContain(text);
    expect(page).toContain('<dt>x-made-by</dt><dd>a fault</dd>');
  });

  it('stores the responses of the last 100 requests', async () => {
    const { sandbox, url } = await start();
    for (let count = 0; count < 103; count += 1) await (await fetch(url + api)).text();
    expect(sandbox.requests.filter(({ response }) => response).map(({ id }) => id)).toEqual(
      Array.from({ length: 100 }, (_, index) => index + 4),
    );
  });
});

it('pages of the sandbox and pages on which users sign in have the same style', async () => {
  const { sandbox, read } = await start();
  const { clientId } = sandbox.options.music;
  const asked = { client_id: clientId, response_type: 'code', redirect_uri: 'http://127.0.0.1:3000/' };
  const consent = await read(`/music/accounts/authorize?${new URLSearchParams(asked)}`);
  const device = await read('/stream/id/activate');
  expect(pageStyle).toContain('--accent');
  for (const page of [consent, device]) expect(page).toContain(pageStyle);
  expect((await read('/page.css')).startsWith(pageStyle)).toBe(true);
});

describe('faults', () => {
  it.each(Object.entries(faultKinds))(
    'of the kind %s have the same name where they are chosen, listed and logged, made of fields of faults.add',
    async (kind, { fault, meaning }) => {
      const { sandbox, read, post } = await start();
      const name = describeFault(fault);
      for (const part of name.split(', ')) expect(Object.keys(fault)).toContain(part.split(':')[0]);
      const escaped = name.replaceAll("'", '&#39;');
      expect(await read()).toContain(`<option value="${kind}">${escaped} – ${meaning}</option>`);
      await post('/faults', { kind, times: '2' });
      expect(await read()).toContain(`<b>${escaped}</b>`);
      sandbox.requests.push({
        ...{ id: 1, at: 0, provider: 'quotes', method: 'GET', path: '/', query: new URLSearchParams() },
        ...{ headers: new Headers(), body: '', fault },
      });
      expect(await read()).toContain(`<dt>fault</dt><dd>${escaped}</dd>`);
    },
  );

  it('are set, listed, used up and removed', async () => {
    const { url, read, post } = await start();
    await post('/faults', { kind: 'unavailable', times: '2', provider: 'quotes', path: '/api/info/count' });
    await post('/faults', { kind: 'empty', times: '0', provider: 'food', path: '' });
    expect(await read()).toMatch(/status: 503<\/b> <span class="quiet">quotes \/api\/info\/count,\s+2 to go/);
    const statuses = [];
    for (let count = 0; count < 3; count += 1) statuses.push((await fetch(url + api)).status);
    expect(statuses).toEqual([503, 503, 200]);
    const page = await read();
    expect(page).not.toContain('status: 503</b>');
    expect(page).toMatch(/body: &#39;&#39;<\/b> <span class="quiet">food,\s+always/);
    await post('/faults/remove', { id: '2' });
    expect(await read()).toContain('None: everything works.');
    await post('/faults', { kind: 'stall', times: '0' });
    await post('/faults', { kind: 'slow', times: '0' });
    await post('/faults/remove', { id: 'all' });
    expect((await fetch(url + api)).status).toBe(200);
  });

  it.each([
    { kind: 'nonsense' },
    { kind: 'constructor' },
    { times: '4' },
    { times: '-1' },
    { times: 'x' },
    { provider: 'nobody' },
    { path: 'v1/search' },
    { path: '/v1/search?q=x' },
    { path: `/${'x'.repeat(500)}` },
  ])('of the kind %j are refused', async (fields) => {
    const { url, post } = await start();
    expect((await post('/faults', { kind: 'unavailable', times: '0', ...fields })).status).toBe(400);
    expect((await fetch(url + api)).status).toBe(200);
  });
});

describe('the time', () => {
  it.each([
    ['minute', 60_000],
    ['hour', 3_600_000],
    ['day', 86_400_000],
  ])('advances by a %s', async (step, ms) => {
    const { sandbox, post } = await start();
    const before = sandbox.clock.now();
    await post('/clock', { step });
    const passed = sandbox.clock.now() - before;
    expect([passed >= ms, passed < ms + 30_000]).toEqual([true, true]);
  });

  it("advances to a token's end", async () => {
    const { sandbox, url, read, post } = await start();
    const { accessToken } = sandbox.controls.stream.issueUserToken();
    const validate = async () => {
      const headers = { authorization: `OAuth ${accessToken}` };
      return (await fetch(`${url}/stream/id/oauth2/validate`, { headers })).status;
    };
    const [, token = ''] = /name="token" value="(\w+)"/.exec(await read()) ?? [];
    expect(await validate()).toBe(200);
    expect((await post('/clock', { token })).status).toBe(200);
    expect(await validate()).toBe(401);
    expect(await read()).toContain('<td>expired</tr>');
    const now = sandbox.clock.now();
    await post('/clock', { token });
    expect(sandbox.clock.now() - now).toBeLessThan(60_000);
  });

  it.each([{ step: 'year' }, { step: 'toString' }, { token: '99' }, { token: '' }, {}])(
    'does not move for %j',
    async (fields) => {
      const { post } = await start();
      expect((await post('/clock', fields as Record<string, string>)).status).toBe(400);
    },
  );
});

describe('data', () => {
  it('restarts with other sizes, the same seed and the same credentials', async () => {
    const { sandbox, url, read, post } = await start({ seed: 3 });
    const { options } = sandbox;
    const count = async () => (await (await fetch(url + api)).json()).quotes;
    expect(await count()).toBe(436);
    expect(await post('/data', { 'quotes.quotes': '7', 'music.artists': '80' })).toMatchObject({ status: 200 });
    expect(await count()).toBe(7);
    expect(await read()).toMatch(/name="quotes.quotes" value="7"/);
    expect(sandbox.options).toEqual(options);
    expect((await post('/data', { 'quotes.quotes': '436' })).status).toBe(200);
    expect(await count()).toBe(436);
  });

  it('restarts with the records of one’s own that it had', async () => {
    const { sandbox, read, post } = await start({ stream: { users: [{ login: 'ann' }] } });
    expect(await post('/data', { 'stream.users': '7', 'stream.streams': '5' })).toMatchObject({ status: 200 });
    expect(sandbox.controls.stream.users().map(({ login }) => login)).toHaveLength(8);
    expect(sandbox.controls.stream.users().at(-1)?.login).toBe('ann');
    expect(await read()).toMatch(/name="stream.users" value="7"/);
  });

  it('show the sizes that they have', async () => {
    const { read, url, sandbox } = await start({ stream: { users: 20 } });
    const page = await read();
    const shown = [...page.matchAll(/name="(\w+\.\w+)" value="(\d+)" min/g)].map(([, name, value]) => [name, value]);
    expect(Object.fromEntries(shown)).toMatchObject({ 'stream.users': '20', 'stream.streams': '15' });
    expect(shown).toHaveLength(Object.values(sizeRanges).flatMap((each) => Object.keys(each)).length);
    const key = sandbox.options.food.apiKey;
    const foods = await fetch(`${url}/food/fdc/v1/foods/search?query=&dataType=Branded&api_key=${key}`);
    expect(Object.fromEntries(shown)['food.brandedFoods']).toBe(String((await foods.json()).totalHits));
  });

  it.each([
    [{ 'quotes.quotes': '-1' }, 'quotes.quotes must be a whole number from 0 to 100000; got "-1"'],
    [{ 'quotes.quotes': '1.5' }, 'quotes.quotes must be'],
    [{ 'quotes.quotes': '' }, 'quotes.quotes must be'],
    [{ 'music.artists': '1e9' }, 'music.artists must be'],
    [{ 'stream.users': '10', 'stream.streams': '601' }, 'stream.streams must be at most stream.users, 10; got 601'],
  ])('do not change for %j', async (fields, problem) => {
    const { sandbox, post, read } = await start();
    const { accessToken } = sandbox.controls.stream.issueUserToken();
    const outcome = await post('/data', fields as Record<string, string>);
    expect(outcome).toMatchObject({ status: 400, text: expect.stringContaining(problem) });
    expect(await read()).toContain(accessToken.slice(0, 14));
  });
});

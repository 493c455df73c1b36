import { request as httpRequest } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { createSandbox } from '../create-sandbox.ts';
import type { SandboxOptions } from '../options.ts';
import { pageStyle } from '../page-style.ts';
import type { SandboxRequest } from '../requests.ts';
import type { Sandbox } from '../sandbox.ts';
import { withToken } from '../testing.ts';
import { sizeRanges } from './data-sizes.ts';
import { describeFault, faultKinds } from './fault-kinds.ts';

const open: Sandbox[] = [];
afterEach(() => Promise.all(open.splice(0).map((sandbox) => sandbox.close())));

/** A sandbox, and what a browser does on its page. */
async function start(options: SandboxOptions = {}) {
  const sandbox = await createSandbox(options);
  open.push(sandbox);
  const { url, control } = sandbox;
  const opened = await fetch(control.page, { redirect: 'manual' });
  const [cookie = ''] = (opened.headers.get('set-cookie') ?? '').split(';');
  const read = async (path = '/') => (await fetch(control.url + path, { headers: { cookie } })).text();
  /** Sends what the script of the page sends. */
  const send = async (method: string, path: string, body?: object, headers: Record<string, string> = {}) => {
    const response = await fetch(control.url + path, {
      method,
      headers: { cookie, origin: url, 'content-type': 'application/json', ...headers },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: response.status, text: await response.text() };
  };
  /** Presses a button of a form; `accept` is that of a browser without JavaScript. */
  const press = async (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) => {
    const response = await fetch(control.url + path, {
      method: 'POST',
      headers: { cookie, origin: url, ...headers },
      body: new URLSearchParams(fields),
      redirect: 'manual',
    });
    return { status: response.status, text: await response.text(), location: response.headers.get('location') };
  };
  return { sandbox, url, cookie, read, send, press };
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
    const { sandbox, cookie } = await start();
    for (const path of ['/', '/page.js', '/page.css', '/events', '/nothing']) {
      const { headers, body } = await fetch(sandbox.control.url + path, { headers: { cookie } });
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
    const { sandbox, url, cookie, read } = await start();
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
    const reader = (await fetch(`${sandbox.control.url}/events`, { headers: { cookie } })).body?.getReader();
    const events = new TextDecoder().decode((await reader?.read())?.value);
    await reader?.cancel();
    const fragments: Record<string, string> = JSON.parse(events.slice(6)).fragments;
    expect(sandbox.requests).toHaveLength(3);
    for (const html of [page, ...Object.values(fragments)]) {
      expect(html.match(/<script(?! type="module" src="\/__sandbox\/page.js">)|<img|<b>=/gi)).toBeNull();
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
    const sandbox = await createSandbox({ listen: false });
    open.push(sandbox);
    const page = await sandbox.fetch(`${sandbox.control.url}/`, withToken(sandbox));
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('sandboxstreamclientid')]);
  });

  it('warns when other machines may reach it', async () => {
    const warning = 'Other machines may reach this page.';
    const { url, cookie } = await start({ host: '0.0.0.0' });
    const here = url.replace('0.0.0.0', '127.0.0.1');
    const page = await (await fetch(`${here}/__sandbox/`, { headers: { cookie } })).text();
    expect(page).toContain(warning);
    expect(page).toContain(`${here}/stream/helix`);
    expect(page).not.toContain(url);
    expect(await (await start()).read()).not.toContain(warning);
  });
});

describe('what the page sends', () => {
  const calls = [
    ['POST', '/faults', { status: 503 }],
    ['DELETE', '/faults', undefined],
    ['POST', '/clock/advance', { ms: 86_400_000 }],
    ['POST', '/reset', { quotes: { quotes: 1 } }],
  ] as const;

  it.each(calls)(
    '%s %s is not taken from other sites, though the browser adds the cookie',
    async (method, path, body) => {
      const { sandbox, url, send } = await start();
      const before = sandbox.clock.now();
      sandbox.faults.add({ provider: 'food', status: 500 });
      const foreign: Record<string, string>[] = [
        { origin: 'http://evil.example' },
        { origin: 'null' },
        { origin: url, 'sec-fetch-site': 'cross-site' },
        { origin: url, 'sec-fetch-site': 'same-site' },
        { origin: url.replace('127.0.0.1', 'localhost') },
      ];
      for (const headers of foreign) expect((await send(method, path, body, headers)).status).toBe(403);
      expect(await (await fetch(url + api)).json()).toMatchObject({ quotes: 436 });
      expect((await fetch(`${url}/food/fdc/v1/foods`)).status).toBe(500);
      expect(sandbox.clock.now() - before).toBeLessThan(86_400_000);
    },
  );

  it('names operations of the control API, and fields that they have', async () => {
    const { sandbox, read } = await start();
    sandbox.faults.add({ status: 500 });
    sandbox.controls.stream.issueUserToken();
    const page = await read();
    const described = await read('/openapi.json');
    const { paths } = JSON.parse(described);
    const forms = [...page.matchAll(/<form method="(\w+)" action="\/__sandbox(\/[\w/]+)"/g)];
    expect(forms.map(([, method, path]) => `${method} ${path}`).sort()).toEqual([
      'post /clock',
      'post /clock/advance',
      'post /faults',
      'post /faults',
      'post /reset',
    ]);
    expect(paths['/faults']).toHaveProperty('delete');
    for (const [, method = '', path = ''] of forms) expect(paths[path]).toHaveProperty(method);
    const { properties } = paths['/faults'].post.requestBody.content['application/json'].schema;
    for (const [, name] of page.matchAll(/<(?:select|input) name="(\w+)"/g))
      if (!['fault', '_method'].includes(String(name))) expect(properties).toHaveProperty(String(name));
  });
});

describe('forms', () => {
  const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
  const good = { fault: '{"status":503}', times: '2', provider: '', path: '/info/count' };

  it('set faults, and remove one or all', async () => {
    const { sandbox, url, press } = await start();
    expect(await press('/faults', { ...good, times: 'always' })).toMatchObject({ status: 200 });
    expect(await press('/faults', good)).toMatchObject({ status: 200 });
    expect((await fetch(`${url}/quotes/info/count`)).status).toBe(503);
    expect(await press('/faults/1', { _method: 'DELETE' })).toMatchObject({ status: 204 });
    expect(await press('/faults', { _method: 'DELETE' })).toMatchObject({ status: 204 });
    expect((await fetch(`${url}/quotes/info/count`)).status).toBe(200);
    expect(sandbox.save().faults).toEqual([]);
  });

  it('change only the sizes that were changed', async () => {
    const { sandbox, press } = await start();
    const fields = {
      'was:stream.users': '800',
      'stream.users': '10',
      'was:stream.streams': '600',
      'stream.streams': '600',
    };
    expect(await press('/reset', fields)).toMatchObject({ status: 204 });
    expect(sandbox.save().settings).toMatchObject({ stream: { users: 10 } });
    expect(sandbox.save().settings.stream).not.toHaveProperty('streams');
  });

  it('restart with the records of one’s own that there were', async () => {
    const { sandbox, read, press } = await start({ stream: { users: [{ login: 'ann' }] } });
    expect(await press('/reset', { 'stream.users': '7', 'stream.streams': '5' })).toMatchObject({ status: 204 });
    expect(sandbox.controls.stream.users().map(({ login }) => login)).toHaveLength(8);
    expect(sandbox.controls.stream.users().at(-1)?.login).toBe('ann');
    expect(await read()).toMatch(/name="stream.users" value="7"/);
  });

  it('show browsers without JavaScript the page again, with what was wrong', async () => {
    const { press } = await start();
    expect(await press('/faults', good, html)).toMatchObject({ status: 303, location: '/__sandbox/' });
    const wrong = await press('/faults', { ...good, path: 'no"<slash>' }, html);
    expect(wrong.status).toBe(400);
    expect(wrong.text).toContain('role="alert">faults.add.path must be a path below the prefix');
    expect(wrong.text).not.toContain('no"<slash>');
  });

  it.each([
    [{ fault: 'nonsense' }, 400],
    [{ ...good, times: '-1' }, 400],
    [{ ...good, provider: 'nobody' }, 400],
    [{ ...good, path: `/${'x'.repeat(20_000)}` }, 413],
    [{ ...good, _method: 'PATCH' }, 405],
  ])('that are %j get a %d', async (fields, status) => {
    const { url, press } = await start();
    expect((await press('/faults', fields as Record<string, string>)).status).toBe(status);
    expect((await fetch(url + api)).status).toBe(200);
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
  const { sandbox, url, read } = await start();
  const { clientId } = sandbox.options.music;
  const asked = { client_id: clientId, response_type: 'code', redirect_uri: 'http://127.0.0.1:3000/' };
  const see = async (path: string) => (await fetch(url + path)).text();
  const consent = await see(`/music/accounts/authorize?${new URLSearchParams(asked)}`);
  const device = await see('/stream/id/activate');
  expect(pageStyle).toContain('--accent');
  for (const page of [consent, device]) expect(page).toContain(pageStyle);
  expect((await read('/page.css')).startsWith(pageStyle)).toBe(true);
});

describe('faults', () => {
  it.each(faultKinds.map((kind) => [describeFault(kind.fault), kind] as const))(
    'of the kind %s have the same name where they are chosen, listed and logged, made of fields of faults.add',
    async (name, { fault, meaning }) => {
      const { sandbox, read, send } = await start();
      for (const part of name.split(', ')) expect(Object.keys(fault)).toContain(part.split(':')[0]);
      const escaped = name.replaceAll("'", '&#39;');
      const value = JSON.stringify(fault).replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
      expect(await read()).toContain(`<option value="${value}">${escaped} – ${meaning}</option>`);
      expect(await send('POST', '/faults', { ...fault, times: 2 })).toMatchObject({ status: 200 });
      expect(await read()).toContain(`<b>${escaped}</b>`);
      sandbox.requests.push({
        ...{ id: 1, at: 0, provider: 'quotes', method: 'GET', path: '/', query: new URLSearchParams() },
        ...{ headers: new Headers(), body: '', fault },
      });
      expect(await read()).toContain(`<dt>fault</dt><dd>${escaped}</dd>`);
    },
  );

  it('are set, listed, used up and removed', async () => {
    const { url, read, send } = await start();
    await send('POST', '/faults', { status: 503, times: 2, provider: 'quotes', path: '/api/info/count' });
    await send('POST', '/faults', { body: '', times: 'always', provider: 'food' });
    expect(await read()).toMatch(/status: 503<\/b> <span class="quiet">quotes \/api\/info\/count,\s+2 to go/);
    const statuses = [];
    for (let count = 0; count < 3; count += 1) statuses.push((await fetch(url + api)).status);
    expect(statuses).toEqual([503, 503, 200]);
    const page = await read();
    expect(page).not.toContain('status: 503</b>');
    expect(page).toMatch(/body: &#39;&#39;<\/b> <span class="quiet">food,\s+always/);
    expect(page).toContain('formaction="/__sandbox/faults/2"');
    await send('DELETE', '/faults/2');
    expect(await read()).toContain('None: everything works.');
  });
});

describe('the time', () => {
  it('advances by a minute, an hour or a day', async () => {
    const { read } = await start();
    const buttons = [...(await read()).matchAll(/name="ms" value="(\d+)" aria-label="Advance by 1 (\w+)"/g)];
    expect(buttons.map(([, ms, name]) => [name, Number(ms)])).toEqual([
      ['minute', 60_000],
      ['hour', 3_600_000],
      ['day', 86_400_000],
    ]);
  });

  it("advances to a token's end, once", async () => {
    const { sandbox, url, read, send } = await start();
    const { accessToken } = sandbox.controls.stream.issueUserToken();
    const validate = async () => {
      const headers = { authorization: `OAuth ${accessToken}` };
      return (await fetch(`${url}/stream/id/oauth2/validate`, { headers })).status;
    };
    const [, end] = /name="now" value="(\d+)"/.exec(await read()) ?? [];
    expect(await validate()).toBe(200);
    expect((await send('POST', '/clock', { now: Number(end) })).status).toBe(200);
    expect(await validate()).toBe(401);
    expect(await read()).toContain('<td>expired</tr>');
  });
});

it('the page shows the sizes that the data have', async () => {
  const { read, url, sandbox } = await start({ stream: { users: 20 } });
  const page = await read();
  const shown = [...page.matchAll(/name="(\w+\.\w+)" value="(\d+)" min/g)].map(([, name, value]) => [name, value]);
  expect(Object.fromEntries(shown)).toMatchObject({ 'stream.users': '20', 'stream.streams': '15' });
  expect(shown).toHaveLength(Object.values(sizeRanges).flatMap((each) => Object.keys(each)).length);
  const key = sandbox.options.food.apiKey;
  const foods = await fetch(`${url}/food/fdc/v1/foods/search?query=&dataType=Branded&api_key=${key}`);
  expect(Object.fromEntries(shown)['food.brandedFoods']).toBe(String((await foods.json()).totalHits));
});

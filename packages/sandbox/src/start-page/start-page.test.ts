import { request as httpRequest } from 'node:http';
import { describe, expect, it } from 'vitest';
import { openSandbox } from '../../test/sandbox.ts';
import type { SandboxOptions } from '../options.ts';
import { providers } from '../providers.ts';
import type { SandboxRequest } from '../server/requests.ts';
import { describeFault, faultKinds } from './fault-kinds.ts';

/** Starts a sandbox. Returns it, and functions that act on its page like a browser. */
async function start(options: SandboxOptions = {}) {
  const sandbox = await openSandbox(options);
  const { url, controlApi: control } = sandbox;
  const opened = await fetch(control.page, { redirect: 'manual' });
  const [cookie = ''] = (opened.headers.get('set-cookie') ?? '').split(';');
  const read = async (path = '/') => (await fetch(control.url + path, { headers: { cookie } })).text();
  /** Presses a button of a form. The header `accept` distinguishes browsers without JavaScript. */
  const press = async (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) => {
    const response = await fetch(control.url + path, {
      method: 'POST',
      headers: { cookie, origin: url, ...headers },
      body: new URLSearchParams(fields),
      redirect: 'manual',
    });
    return { status: response.status, text: await response.text(), location: response.headers.get('location') };
  };
  return { sandbox, url, cookie, read, press };
}

const api = '/quotes/api/info/count';

describe('the page', () => {
  it('runs only its own script, and cannot be read by other sites', async () => {
    const { sandbox, cookie } = await start();
    for (const path of ['/', '/page.js', '/page.css', '/events', '/nothing']) {
      const { headers, body } = await fetch(sandbox.controlApi.url + path, { headers: { cookie } });
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
    // Parsing the URLs has made much of this harmless, but the page must not rely on that.
    sandbox.requests.push({ ...(sandbox.requests[0] as SandboxRequest), id: 3, method: evil, path: evil });
    sandbox.faults.add({ path: `/${evil}`, status: 500 });
    sandbox.faults.add({ path: new RegExp(evil), method: evil, drop: 'before' });
    const page = await read();
    const reader = (await fetch(`${sandbox.controlApi.url}/events`, { headers: { cookie } })).body?.getReader();
    const events = new TextDecoder().decode((await reader?.read())?.value);
    await reader?.cancel();
    const fragments: Record<string, string> = JSON.parse(events.slice(6)).fragments;
    expect(sandbox.requests).toHaveLength(3);
    for (const html of [page, ...Object.values(fragments)]) {
      expect(html.match(/<script(?! type="module" src="\/__sandbox\/page.js">)|<img|<b>=/gi)).toBeNull();
      expect(html).not.toContain(`"'`);
    }
    expect(fragments['request-1']).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(fragments['fault-list']).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  });

  it('shortens secrets', async () => {
    const { url, read } = await start();
    const authorization = `Bearer ${'secret'.repeat(9)}`;
    await fetch(url + api, { headers: { authorization } });
    expect(await read()).toContain('Bearer secrets…cret');
    expect(await read()).not.toContain(authorization);
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

describe('forms', () => {
  const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
  const good = { fault: '{"status":503}', times: '2', provider: '', path: '/info/count' };

  it('send only the sizes that were changed', async () => {
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

  it('show browsers without JavaScript the page again, with an error message if something is wrong', async () => {
    const { press } = await start();
    expect(await press('/faults', good, html)).toMatchObject({ status: 303, location: '/__sandbox/' });
    const wrong = await press('/faults', { ...good, path: 'no"<slash>' }, html);
    expect(wrong.status).toBe(400);
    expect(wrong.text).toContain('role="alert">faults.add.path must be a path below the provider');
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
  it('shows the headers of a response and the beginning of its body, for faults as well', async () => {
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

it('every kind of fault on the page has the same name in the form, the list and the log', async () => {
  const { sandbox, read } = await start();
  const inHtml = (text: string) =>
    text.replaceAll('"', '&quot;').replaceAll("'", '&#39;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  for (const { fault, meaning } of faultKinds) {
    const name = inHtml(describeFault(fault));
    expect(await read()).toContain(`<option value="${inHtml(JSON.stringify(fault))}">${name} – ${meaning}</option>`);
    sandbox.faults.clear();
    sandbox.faults.add(fault);
    expect(await read()).toContain(`<b>${name}</b>`);
    sandbox.requests.push({
      ...{ id: 1, at: 0, provider: 'quotes', method: 'GET', path: '/', query: new URLSearchParams() },
      ...{ headers: new Headers(), body: '', fault },
    });
    expect(await read()).toContain(`<dt>fault</dt><dd>${name}</dd>`);
  }
});

it('the page shows the actual sizes of the data', async () => {
  const { read, url, sandbox } = await start({ stream: { users: 20 } });
  const page = await read();
  const shown = [...page.matchAll(/name="(\w+\.\w+)" value="(\d+)" min/g)].map(([, name, value]) => [name, value]);
  expect(Object.fromEntries(shown)).toMatchObject({ 'stream.users': '20', 'stream.streams': '15' });
  expect(shown).toHaveLength(Object.values(providers).flatMap(({ sizes }) => Object.keys(sizes)).length);
  const key = sandbox.options.food.apiKey;
  const foods = await fetch(`${url}/food/fdc/v1/foods/search?query=&dataType=Branded&api_key=${key}`);
  expect(Object.fromEntries(shown)['food.brandedFoods']).toBe(String((await foods.json()).totalHits));
});

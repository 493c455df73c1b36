import { memoryStore } from '@x/core';
import { createSandbox } from '@x/sandbox';
import { secretStore } from '@x/stores';
import { expect, it, onTestFinished } from 'vitest';
import { createBankClient } from './index.ts';
import { type LinkRoutesOptions, linkRoutes } from './link-routes.ts';
import { createWebhookSigner } from './webhooks.ts';

const origin = 'https://app.example';
const json = { 'content-type': 'application/json' };

async function openRoutes(changes: Partial<LinkRoutesOptions> = {}) {
  const sandbox = await createSandbox({ listen: false });
  onTestFinished(() => sandbox.close());
  const bank = createBankClient({ ...sandbox.options.bank, retries: 0 });
  const signer = await createWebhookSigner();
  const tokens = new Map<string, string>();
  const heard: unknown[] = [];
  const { handle } = linkRoutes({
    bank,
    origin,
    userOf: (request) => request.headers.get('x-user') ?? undefined,
    session: { client_name: 'App', language: 'en', country_codes: ['US'], products: ['transactions'] },
    onLinked: ({ user, item_id, access_token }) => tokens.set(`${user} ${item_id}`, access_token),
    tokenOf: (user, item_id) => tokens.get(`${user} ${item_id}`),
    onRemoved: ({ user, item_id }) => tokens.delete(`${user} ${item_id}`),
    onRepaired: (item) => heard.push(['repaired', item]),
    onWebhook: ({ webhook_code }, { step }) => heard.push([webhook_code, step]),
    verificationKey: signer.verificationKey,
    ...changes,
  });
  const post = async (path: string, body: object = {}, headers: Record<string, string> = {}) => {
    const sent = { origin, 'x-user': 'ann', ...json, ...headers };
    const request = new Request(`${origin}/link/${path}`, {
      method: 'POST',
      headers: sent,
      body: JSON.stringify(body),
    });
    const response = await handle(request);
    return { status: response.status, body: await response.json() };
  };
  const link = async () => {
    const { body } = await post('token');
    const public_token = sandbox.controls.bank.completeLink(body.link_token);
    return String((await post('exchange', { public_token })).body.item_id);
  };
  const lastSent = () =>
    JSON.parse(sandbox.requests.findLast(({ path }) => path === '/link/token/create')?.body ?? '{}');
  return { sandbox, bank, signer, tokens, heard, handle, post, link, lastSent };
}

it('a user links a bank, repairs it and removes it', async () => {
  const { bank, tokens, heard, post, link, lastSent, sandbox } = await openRoutes({
    oauthRedirect: true,
    basePath: '/link/',
  });
  const item = await link();
  expect(lastSent()).toMatchObject({
    user: { client_user_id: 'ann' },
    transactions: { days_requested: 730 },
    webhook: `${origin}/link/webhook`,
    redirect_uri: `${origin}/link`,
  });
  const access_token = tokens.get(`ann ${item}`) ?? '';
  expect((await bank.accounts.get({ access_token })).accounts.length).toBeGreaterThan(0);
  await bank.sandbox.resetLogin({ access_token });
  const { body } = await post('token', { item });
  expect(lastSent()).toMatchObject({ access_token, update: { account_selection_enabled: true } });
  sandbox.controls.bank.completeLink(body.link_token);
  expect((await post('repaired', { item })).status).toBe(200);
  expect(heard).toContainEqual(['repaired', { user: 'ann', item_id: item }]);
  expect((await bank.item.get({ access_token })).item.error).toBeNull();
  await bank.item.remove({ access_token }); // a repeated removal does no harm
  expect((await post('remove', { item })).status).toBe(200);
  expect(tokens.size).toBe(0);
});

it.each<[string, number, (routes: Awaited<ReturnType<typeof openRoutes>>) => Promise<{ status: number }>]>([
  ['somebody who is not signed in', 401, ({ post }) => post('token', {}, { 'x-user': '' })],
  ["another site's page", 403, ({ post }) => post('token', {}, { origin: 'https://evil.example' })],
  ['another site in a sandboxed frame', 403, ({ post }) => post('token', {}, { origin: 'null' })],
  [
    "a request that only names the app's origin",
    403,
    ({ post }) => post('token', {}, { 'sec-fetch-site': 'same-site' }),
  ],
  ['a request without the headers of a browser', 403, ({ post }) => post('token', {}, { origin: '' })],
  ['an unknown route', 404, ({ post }) => post('toString')],
  ["another user's Item", 404, async ({ post, link }) => post('remove', { item: await link() }, { 'x-user': 'bob' })],
  [
    "another user's Item in update mode",
    404,
    async ({ post, link }) => post('token', { item: await link() }, { 'x-user': 'bob' }),
  ],
  ['a body without a token', 400, ({ post }) => post('exchange')],
  ['a GET', 405, ({ handle }) => handle(new Request(`${origin}/link/token`))],
  ['a path beside the routes', 404, ({ handle }) => handle(new Request(`${origin}/linked`))],
  [
    'an unsigned webhook',
    403,
    ({ handle }) => handle(new Request(`${origin}/link/webhook`, { method: 'POST', headers: json, body: '{}' })),
  ],
])('%s is refused with %d', async (_, status, send) => {
  const routes = await openRoutes();
  expect((await send(routes)).status).toBe(status);
  expect(routes.tokens.size).toBeLessThan(2);
});

it('an Item whose token cannot be stored is removed, and the others of its session are linked', async () => {
  const stored: string[] = [];
  const removed: string[] = [];
  let failures = 2;
  const { bank, signer, handle, post, link, sandbox } = await openRoutes({
    hostedSessions: secretStore(memoryStore()),
    onError: () => {},
    onLinked({ access_token }) {
      failures -= 1;
      if (failures >= 0) {
        removed.push(access_token);
        throw new Error('the database is down');
      }
      stored.push(access_token);
    },
  });
  await expect(link()).rejects.toThrow('the database is down');
  const { link_token } = (await post('token')).body;
  const login = { institution_id: 'ins_109508', initial_products: ['transactions' as const] };
  const tokens = [await bank.sandbox.createPublicToken(login), await bank.sandbox.createPublicToken(login)];
  const finish = async () => {
    const signed = await signer.sign({
      webhook_type: 'LINK',
      webhook_code: 'SESSION_FINISHED',
      environment: 'sandbox',
      status: 'SUCCESS',
      link_session_id: 's',
      link_token,
      public_tokens: tokens.map(({ public_token }) => public_token),
    });
    return (await handle(new Request(`${origin}/link/webhook`, signed))).status;
  };
  expect([await finish(), await finish()]).toEqual([500, 200]); // Plaid sends it again
  expect(sandbox.controls.bank.items().map(({ accessToken }) => accessToken)).toEqual(expect.arrayContaining(stored));
  expect(stored).toHaveLength(1);
  for (const access_token of removed)
    await expect(bank.item.get({ access_token })).rejects.toMatchObject({ providerCode: 'ITEM_NOT_FOUND' });
});

it('an error of Plaid is reported with a sentence for the user', async () => {
  const { post } = await openRoutes();
  const { status, body } = await post('exchange', { public_token: 'public-sandbox-used' });
  expect(status).toBeGreaterThanOrEqual(400);
  expect(body).toMatchObject({ code: 'INVALID_PUBLIC_TOKEN', step: 'new_link', message: expect.stringMatching(/\.$/) });
});

it('webhooks are verified, and reported with their next step', async () => {
  const { heard, signer, handle } = await openRoutes();
  const event = {
    webhook_type: 'ITEM',
    webhook_code: 'PENDING_DISCONNECT',
    item_id: 'i',
    environment: 'sandbox',
  } as const;
  const signed = await signer.sign({ ...event, reason: 'INSTITUTION_MIGRATION', disconnect_time: '2026-01-21' });
  expect((await handle(new Request(`${origin}/link/webhook`, signed))).status).toBe(200);
  expect(heard).toEqual([['PENDING_DISCONNECT', 'update_mode']]);
});

it('Hosted Link ends with a webhook, which links or repairs the Items of the user who started it, once', async () => {
  const hostedSessions = secretStore(memoryStore());
  const session = { client_name: 'App', language: 'en', country_codes: ['US' as const], hosted_link: {} };
  const { bank, tokens, heard, signer, handle, post } = await openRoutes({
    hostedSessions,
    session: { ...session, products: ['transactions'] },
  });
  const start = async (body: object) => {
    const { link_token, hosted_link_url } = (await post('token', body)).body;
    expect(hosted_link_url).toMatch(/^http/);
    return link_token as string;
  };
  const finish = async (link_token: string, status: 'SUCCESS' | 'EXITED', ...public_tokens: string[]) => {
    const about = { webhook_type: 'LINK', webhook_code: 'SESSION_FINISHED', environment: 'sandbox' } as const;
    const signed = await signer.sign({ ...about, status, link_session_id: 's', link_token, public_tokens });
    return (await handle(new Request(`${origin}/link/webhook`, signed))).status;
  };
  const { public_token } = await bank.sandbox.createPublicToken({
    institution_id: 'ins_109508',
    initial_products: ['transactions'],
  });
  const token = await start({});
  expect(await finish(token, 'EXITED')).toBe(200); // the user opens the page again
  expect([await finish(token, 'SUCCESS', public_token), await finish(token, 'SUCCESS', public_token)]).toEqual([
    200, 200,
  ]);
  expect([...tokens.keys()]).toEqual([expect.stringMatching(/^ann /)]);

  const item = [...tokens.keys()][0]?.slice('ann '.length);
  const again = await start({ item });
  expect([await finish(again, 'SUCCESS', 'public-x'), await finish(again, 'SUCCESS', 'public-x')]).toEqual([200, 200]);
  const repairs = heard.filter((each) => Array.isArray(each) && each[0] === 'repaired');
  expect(repairs).toEqual([['repaired', { user: 'ann', item_id: item }]]);
  expect(tokens.size).toBe(1);
});

it('an origin with a path is refused', async () => {
  await expect(openRoutes({ origin: 'https://app.example/app' })).rejects.toThrow(
    'linkRoutes: origin must be an origin such as "https://app.example"; got "https://app.example/app"',
  );
});

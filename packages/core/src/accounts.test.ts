import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createUserClient } from './accounts.ts';
import { endpoints, secrets, serve, shownAs, testProvider } from './test-kit.ts';
import { memoryStore } from './tokens/store.ts';

type Form = Record<string, string>;

let now: number;
let refreshes: Form[];
let calls: string[];
/** What the token endpoint answers; by default it rotates. */
let answer: (form: Form) => [status: number, body: object];
let server: Awaited<ReturnType<typeof serve>>;

beforeAll(async () => {
  server = await serve(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    response.setHeader('content-type', 'application/json');
    if (request.url === '/token') {
      const form = Object.fromEntries(new URLSearchParams(text));
      const app = form.grant_type === 'client_credentials';
      if (!app) refreshes.push(form);
      const [status, body] = app ? [200, { access_token: 'app-token', expires_in: 3600 }] : answer(form);
      response.statusCode = status;
      response.end(JSON.stringify(body));
      return;
    }
    const token = request.headers.authorization ?? '';
    calls.push(token);
    if (token.includes('refused')) response.statusCode = 401;
    response.end(JSON.stringify(token.includes('refused') ? { message: 'token expired' } : { id: token }));
  });
});
afterAll(() => server.close());
beforeEach(() => {
  now = 1_000_000_000;
  refreshes = [];
  calls = [];
  answer = ({ refresh_token }) => [
    200,
    { access_token: `access-of-${refresh_token}`, refresh_token: `${refresh_token}+`, expires_in: 3600 },
  ];
});

const clientOf = (tokens = memoryStore()) =>
  createUserClient(testProvider(server.url, { tokens, clock: { now: () => now } }), endpoints);

const grantOf = (name: string, scopes = ['things:read']) => ({
  accessToken: `access-${name}`,
  refreshToken: `refresh-${name}`,
  obtainedAt: now,
  expiresAt: now + 3_600_000,
  scopes,
});

const failureOf = (call: Promise<unknown>) => call.then(undefined, (error: unknown) => error);

it('calls act for the user of the account, and for the app without one', async () => {
  const client = clientOf();
  await client.setGrant('ann', grantOf('ann'));
  await client.setGrant('bob lee', grantOf('bob'));
  expect(await client.withAccount('ann').things.mine()).toEqual({ id: 'Bearer access-ann' });
  expect(await client.withAccount('bob lee').things.mine()).toEqual({ id: 'Bearer access-bob' });
  expect(await client.withAccount('ann').things.maybe()).toEqual({ id: 'Bearer app-token' });
  expect(await failureOf(client.things.mine())).toMatchObject({
    code: 'unauthenticated',
    operation: 'things.mine',
    message: expect.stringContaining('withAccount'),
  });
});

it('a call whose scope the grant lacks is not sent, and names it', async () => {
  const client = clientOf();
  await client.setGrant('ann', grantOf('ann', ['other:read']));
  const error = await failureOf(client.withAccount('ann').things.mine());
  expect(error).toMatchObject({ code: 'permission_denied', retryable: false });
  expect(String(error)).toContain('things:read or things:manage');
  expect(calls).toEqual([]);
  await client.setGrant('ann', grantOf('ann', ['things:manage']));
  expect(await client.withAccount('ann').things.mine()).toEqual({ id: 'Bearer access-ann' });
});

it('50 calls with a grant that ended renew it once, whichever client they were made on', async () => {
  const store = memoryStore();
  const client = clientOf(store);
  await client.setGrant('ann', { ...grantOf('ann'), authorizedAt: 5 });
  now += 3_600_000;
  const answers = await Promise.all(Array.from({ length: 50 }, () => client.withAccount('ann').things.mine()));
  expect(new Set(answers.map(({ id }) => id))).toEqual(new Set(['Bearer access-of-refresh-ann']));
  expect(refreshes).toEqual([
    {
      client_id: 'client-id',
      client_secret: secrets.clientSecret,
      grant_type: 'refresh_token',
      refresh_token: 'refresh-ann',
    },
  ]);
  // What the answer did not say is kept, and the next process goes on with the rotated token.
  const key = `test ${server.url} client-id user ann`;
  expect(await store.get(key)).toMatchObject({ authorizedAt: 5, scopes: ['things:read'], expiresAt: now + 3_600_000 });
  now += 3_600_000;
  expect(await clientOf(store).withAccount('ann').things.mine()).toEqual({ id: 'Bearer access-of-refresh-ann+' });
});

it('calls whose token the API refuses renew it once', async () => {
  const client = clientOf();
  await client.setGrant('ann', { ...grantOf('ann'), accessToken: 'refused' });
  const ann = client.withAccount('ann');
  await Promise.all(Array.from({ length: 20 }, () => ann.things.mine()));
  expect(refreshes).toHaveLength(1);
});

it('a grant that the server took back stays ended until there is another', async () => {
  const client = clientOf();
  const ann = client.withAccount('ann');
  expect(await failureOf(ann.things.mine())).toMatchObject({
    code: 'reauthorization_required',
    message: expect.stringContaining('account ann: there is no grant'),
  });
  await client.setGrant('ann', grantOf('ann'));
  now += 3_600_000;
  answer = () => [400, { code: 'invalid_grant', message: 'revoked refresh-ann' }];
  const errors = await Promise.all(Array.from({ length: 3 }, () => failureOf(ann.things.mine())));
  errors.push(await failureOf(ann.things.mine()));
  for (const error of errors) {
    expect(error).toMatchObject({ code: 'reauthorization_required', operation: 'things.mine' });
    expect(shownAs(error)).not.toMatch(/refresh-ann|shh/);
  }
  expect(refreshes).toHaveLength(1);
  await client.setGrant('ann', grantOf('new'));
  expect(await ann.things.mine()).toEqual({ id: 'Bearer access-new' });
});

it('a server that fails to refresh costs no grant: the call fails, the next one tries again', async () => {
  const client = clientOf();
  await client.setGrant('ann', grantOf('ann'));
  now += 3_599_000; // seconds before the end, while the token still works
  const { things } = client.withAccount('ann');
  answer = () => [503, {}];
  expect(await failureOf(things.mine())).toMatchObject({ code: 'unavailable', retryable: true });
  answer = () => [200, { access_token: 'again' }];
  expect(await things.mine()).toEqual({ id: 'Bearer again' });
});

it('a grant near its end is used by a new process whose refresh fails', async () => {
  const store = memoryStore();
  await clientOf(store).setGrant('ann', { ...grantOf('ann'), refreshToken: undefined });
  now += 3_600_000 - 60_000;
  expect(await clientOf(store).withAccount('ann').things.mine()).toEqual({ id: 'Bearer access-ann' });
});

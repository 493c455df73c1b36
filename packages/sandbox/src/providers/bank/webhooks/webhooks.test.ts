import { createHash, createPublicKey, type JsonWebKey, verify } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { startBank } from '../../../../test/bank.ts';

const hook = 'http://127.0.0.1:9/hook';

/** Starts a sandbox whose webhooks the test receives. `answer` returns the receiver's status. */
function startReceiver(answer: () => number = () => 200) {
  const received: { url: string; body: string; token: string; init: RequestInit | undefined }[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const token = new Headers(init?.headers).get('plaid-verification') ?? '';
    received.push({ url: String(input), body: String(init?.body), token, init });
    return new Response(null, { status: answer() });
  };
  const started = startBank({}, { fetch });
  const settle = async () => {
    await started.clock.advance(0);
    return received.splice(0).map(({ body }) => JSON.parse(body) as Record<string, unknown>);
  };
  return { ...started, received, settle };
}

describe('sending a webhook', () => {
  test('signs it verifiably with the published key, and indents it by two spaces', async () => {
    const { ask, bank, link, received, clock, fail } = startReceiver();
    const access_token = await link({ webhook: hook });
    await clock.advance(0);
    received.length = 0;
    const fired = await ask('/sandbox/item/fire_webhook', { access_token, webhook_code: 'NEW_ACCOUNTS_AVAILABLE' });
    expect(fired.webhook_fired).toBe(true);
    await clock.advance(0);
    const [sent] = received;
    expect(sent?.url).toBe(hook);
    expect(sent?.body).toBe(JSON.stringify(JSON.parse(sent?.body ?? ''), undefined, 2));
    const [head = '', payload = '', signature = ''] = sent?.token.split('.') ?? [];
    const decode = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString());
    const { alg, kid } = decode(head);
    expect(alg).toBe('ES256');
    const read = async () =>
      (
        (await ask('/webhook_verification_key/get', { key_id: kid })) as unknown as {
          key: JsonWebKey & { expired_at: number };
        }
      ).key;
    const jwk = await read();
    expect(jwk).toMatchObject({ alg: 'ES256', crv: 'P-256', kty: 'EC', use: 'sig', kid, expired_at: null });
    const key = createPublicKey({ format: 'jwk', key: jwk });
    const data = Buffer.from(`${head}.${payload}`);
    expect(verify('sha256', data, { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url'))).toBe(true);
    const claims = decode(payload);
    expect(claims.request_body_sha256).toBe(
      createHash('sha256')
        .update(sent?.body ?? '')
        .digest('hex'),
    );
    expect(Math.abs(claims.iat - clock.now() / 1000)).toBeLessThan(5);
    expect(bank.controls.rotateWebhookKey()).not.toBe(kid);
    expect((await read()).expired_at).toBeGreaterThan(0);
    expect(await fail('/webhook_verification_key/get', { key_id: 'x' })).toBe(
      '400 INVALID_WEBHOOK_VERIFICATION_KEY_ID',
    );
  });

  test('knows the example key of the documentation', async () => {
    const { ask } = startReceiver();
    const answer: object = await ask('/webhook_verification_key/get', {
      key_id: 'bfbd5111-8e33-4643-8ced-b2e642a72f3c',
    });
    expect(answer).toHaveProperty('key', {
      alg: 'ES256',
      created_at: 1_560_466_150,
      crv: 'P-256',
      expired_at: null,
      kid: 'bfbd5111-8e33-4643-8ced-b2e642a72f3c',
      kty: 'EC',
      use: 'sig',
      x: 'hKXLGIjWvCBv-cP5euCTxl8g9GLG9zHo_3pO5NN1DwQ',
      y: 'shhexqPB7YffGn6fR6h2UhTSuCtPmfzQJ6ENVIoO4Ys',
    });
  });

  test('retries after 30 s, 2 min, 8 min … for a day, signs each attempt, and then stops', async () => {
    const { ask, bank, token, received, clock } = startReceiver(() => 503);
    await ask('/item/webhook/update', { access_token: token, webhook: hook });
    await clock.advance(0);
    for (const [pause, sent] of [
      [29, 1],
      [2, 2],
      [119, 2],
      [2, 3],
      [480, 4],
    ] as const) {
      await clock.advance(pause * 1000);
      expect(received).toHaveLength(sent);
    }
    expect(new Set(received.map((each) => each.token)).size).toBe(4);
    for (let hour = 0; hour < 30; hour += 1) await clock.advance(3_600_000);
    expect(bank.controls.webhooks[0]).toMatchObject({ state: 'failed', attempts: { length: 7 } });
  });

  test('can succeed at the second attempt', async () => {
    let status = 500;
    const { ask, bank, token, clock } = startReceiver(() => status);
    await ask('/item/webhook/update', { access_token: token, webhook: hook });
    await clock.advance(0);
    status = 200;
    await clock.advance(30_000);
    expect(bank.controls.webhooks[0]).toMatchObject({
      state: 'delivered',
      attempts: [{ status: 500 }, { status: 200 }],
    });
  });

  test('uses https for a URL without a scheme', async () => {
    const { ask, bank, token, received, clock } = startReceiver();
    const answer = await ask('/item/webhook/update', { access_token: token, webhook: '127.0.0.1:9/hook' });
    await ask('/item/webhook/update', { access_token: token, webhook: 'example.com/hook?x=1' });
    await clock.advance(0);
    expect(answer.item.webhook).toBe('127.0.0.1:9/hook');
    expect(received).toHaveLength(1);
    expect(bank.controls.webhooks.map(({ url, state }) => [url, state])).toEqual([
      ['https://127.0.0.1:9/hook', 'delivered'],
      ['https://example.com/hook?x=1', 'refused'],
    ]);
  });

  test('never leaves this machine: the API says it was fired, and the list of webhooks says why it was not sent', async () => {
    const { ask, bank, token, received, clock } = startReceiver();
    await ask('/item/webhook/update', { access_token: token, webhook: 'https://example.com/hook' });
    const answer = await ask('/sandbox/item/fire_webhook', { access_token: token, webhook_code: 'ERROR' });
    await clock.advance(86_400_000);
    expect(answer.webhook_fired).toBe(true);
    expect(received).toEqual([]);
    expect(bank.controls.webhooks).toMatchObject([
      { state: 'refused', error: expect.stringContaining('https://example.com/hook is not on this machine') },
      { state: 'refused' },
    ]);
  });
});

describe('webhooks', () => {
  const codes = (bodies: Record<string, unknown>[]) => bodies.map(({ webhook_code }) => webhook_code).sort();

  test('report SYNC_UPDATES_AVAILABLE only after a sync, then at each change', async () => {
    const { ask, bank, link, settle } = startReceiver();
    const access_token = await link({ webhook: hook, override_username: 'user_transactions_dynamic' });
    expect(codes(await settle())).toEqual(['HISTORICAL_UPDATE', 'INITIAL_UPDATE']);
    await ask('/transactions/sync', { access_token });
    const [told, ...rest] = await settle();
    expect(rest).toEqual([]);
    expect(told).toEqual({
      webhook_type: 'TRANSACTIONS',
      webhook_code: 'SYNC_UPDATES_AVAILABLE',
      item_id: expect.any(String),
      error: null,
      environment: 'sandbox',
      initial_update_complete: true,
      historical_update_complete: true,
    });
    const { removed } = bank.controls.changeTransactions(access_token, { removed: 2 });
    const after = await settle();
    expect(codes(after)).toEqual(['DEFAULT_UPDATE', 'SYNC_UPDATES_AVAILABLE', 'TRANSACTIONS_REMOVED']);
    expect(after.find((each) => each.webhook_code === 'TRANSACTIONS_REMOVED')?.removed_transactions).toEqual(removed);
  });

  test('report errors, repairs and new URLs, but nothing about a removed Item', async () => {
    const { ask, bank, token, settle } = startReceiver();
    await ask('/item/webhook/update', { access_token: token, webhook: hook });
    expect(await settle()).toMatchObject([{ webhook_code: 'WEBHOOK_UPDATE_ACKNOWLEDGED', new_webhook_url: hook }]);
    await ask('/sandbox/item/reset_login', { access_token: token });
    const [error] = await settle();
    expect(error).toMatchObject({
      webhook_type: 'ITEM',
      webhook_code: 'ERROR',
      error: { error_code: 'ITEM_LOGIN_REQUIRED' },
    });
    bank.controls.repairItem(token);
    expect(codes(await settle())).toEqual(['LOGIN_REPAIRED']);
    await ask('/item/remove', { access_token: token });
    expect(await settle()).toEqual([]);
  });

  test('are not fired about a product that the Item does not have', async () => {
    const { fail, token } = startReceiver();
    const body = { access_token: token, webhook_code: 'DEFAULT_UPDATE', webhook_type: 'LIABILITIES' };
    expect(await fail('/sandbox/item/fire_webhook', body)).toBe('400 SANDBOX_PRODUCT_NOT_ENABLED');
  });
});

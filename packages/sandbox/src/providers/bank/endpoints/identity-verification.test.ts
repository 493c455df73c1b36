import { describe, expect, test } from 'vitest';
import { hook, linkRequest, startBank } from '../../../../test/bank.ts';

const template_id = 'flwtmp_aWogUuKsL6NEHU';

interface Verification {
  id: string;
  status: string;
  steps: Record<string, string>;
  user: Record<string, unknown>;
  completed_at: string | null;
  shareable_url: string | null;
  watchlist_screening_id: string | null;
  verify_sms: { verifications: { solve_attempt_count: number }[] } | null;
  kyc_check: Record<string, { summary: string }> | null;
  documentary_verification: { status: string; documents: { attempt: number; analysis: object }[] } | null;
}

/** Starts a sandbox with the calls that tests make. `settle` returns webhooks as `TYPE CODE id`. */
function start() {
  const started = startBank({ webhook: hook });
  const { ask, bank, told } = started;
  let users = 0;
  const create = (body: object = {}) =>
    ask<Verification>('/identity_verification/create', {
      template_id,
      client_user_id: `user-${++users}`,
      is_shareable: true,
      gave_consent: true,
      ...body,
    });
  const get = (identity_verification_id: string) =>
    ask<Verification>('/identity_verification/get', { identity_verification_id });
  const settle = async () =>
    (await told()).map(
      ({ webhook_type, webhook_code, identity_verification_id }) =>
        `${webhook_type} ${webhook_code} ${identity_verification_id}`,
    );
  return { ...started, create, get, settle, verify: bank.controls.verifyIdentity };
}

describe('the steps of a user', () => {
  test('with the data of Leslie Knope pass one after the other, and each sends a webhook', async () => {
    const { create, get, verify, settle } = start();
    const { id, steps, completed_at } = await create();
    expect([steps.accept_tos, steps.verify_sms, steps.kyc_check]).toEqual([
      'skipped',
      'active',
      'waiting_for_prerequisite',
    ]);
    expect(completed_at).toBeNull();
    verify(id, { until: 'kyc_check' });
    expect((await get(id)).steps).toMatchObject({ kyc_check: 'success', documentary_verification: 'active' });
    expect(await settle()).toEqual(Array(2).fill(`IDENTITY_VERIFICATION STEP_UPDATED ${id}`));
    verify(id);
    const done = await get(id);
    expect(done).toMatchObject({ status: 'success', completed_at: expect.stringMatching(/Z$/) });
    expect(Object.values(done.steps).filter((status) => status === 'active')).toEqual([]);
    expect((await settle()).map((line) => line.split(' ')[1])).toEqual([
      'STEP_UPDATED',
      'STEP_UPDATED',
      'STEP_UPDATED',
      'STATUS_UPDATED',
    ]);
    expect(() => verify(id)).toThrow('success');
  });

  test.each([
    ['a wrong code', { smsCode: '22222' }, 'verify_sms'],
    ['another birthday', { user: { date_of_birth: '1975-01-19' } }, 'kyc_check'],
    ['another name', { user: { name: { given_name: 'Jerry', family_name: 'Gergich' } } }, 'kyc_check'],
    ['an unknown number', { user: { id_number: { value: '000000000', type: 'us_ssn' } } }, 'kyc_check'],
  ] as const)('with %s fail at the step that checks it', async (_, entry, step) => {
    const { create, get, verify } = start();
    const { id } = await create();
    verify(id, entry);
    const failed = await get(id);
    expect([failed.status, failed.steps[step], failed.steps.risk_check]).toEqual([
      'failed',
      'failed',
      'waiting_for_prerequisite',
    ]);
    if (step === 'verify_sms') expect(failed.verify_sms?.verifications[0]?.solve_attempt_count).toBe(3);
  });

  test('named Ben Wyatt pass the data sources with any day of 1974, but fail with documents', async () => {
    const { create, get, verify } = start();
    const { id } = await create({ user: { name: { given_name: 'Ben', family_name: 'Wyatt' } } });
    verify(id, {
      user: {
        date_of_birth: '1974-12-24',
        address: {
          street: '620 Worster Ave Apt 101',
          city: 'Sherman Oaks',
          region: 'CA',
          postal_code: '91423',
          country: 'US',
        },
        id_number: { value: '111223333', type: 'us_ssn' },
      },
    });
    const failed = await get(id);
    expect(failed.kyc_check).toMatchObject({ date_of_birth: { summary: 'match' }, name: { summary: 'match' } });
    expect(failed.documentary_verification?.documents.map(({ attempt }) => attempt)).toEqual([1, 2, 3]);
    expect(failed.status).toBe('failed');
  });

  test('on a watchlist wait for a reviewer, whose decision ends the verification', async () => {
    const { ask, create, get, verify, bank, settle } = start();
    bank.controls.addToWatchlist('individual', {
      names: ['Leslie Knope'],
      list: 'IZ_PEP',
      programs: [],
      born: ['1975-01-01', '1975-12-31'],
    });
    const { id } = await create();
    verify(id);
    const waiting = await get(id);
    expect([waiting.status, waiting.steps.watchlist_screening]).toEqual(['pending_review', 'pending_review']);
    await settle();
    const watchlist_screening_id = waiting.watchlist_screening_id;
    await ask('/watchlist_screening/individual/update', { watchlist_screening_id, status: 'cleared' });
    expect((await get(id)).status).toBe('success');
    expect((await settle()).filter((line) => line.startsWith('IDENTITY'))).toEqual([
      `IDENTITY_VERIFICATION STEP_UPDATED ${id}`,
      `IDENTITY_VERIFICATION STATUS_UPDATED ${id}`,
    ]);
  });
});

describe('Link', () => {
  const params = {
    ...linkRequest,
    products: ['identity_verification'],
    identity_verification: { template_id, gave_consent: true },
    user: { client_user_id: 'ann', date_of_birth: '1975-01-18' },
  };

  test('verifies the user of a token with the data that the client passed', async () => {
    const { ask, verify, get, bank } = start();
    const { link_token } = await ask('/link/token/create', params);
    expect(() => bank.controls.completeLink(link_token)).toThrow('verifyIdentity');
    const id = verify(link_token);
    expect(await get(id)).toMatchObject({ status: 'success', client_user_id: 'ann', shareable_url: null });
    const { link_sessions } = await ask<{ link_sessions: object[] }>('/link/token/get', { link_token });
    expect(link_sessions).toHaveLength(1);
  });

  test('continues the active verification of the user', async () => {
    const { ask, create, verify } = start();
    const { id } = await create({ client_user_id: 'ann' });
    const { link_token } = await ask('/link/token/create', params);
    expect(verify(link_token)).toBe(id);
  });

  test('needs a template', async () => {
    const { fail, bank, ask } = start();
    expect(await fail('/link/token/create', { ...params, identity_verification: undefined })).toBe(
      '400 MISSING_FIELDS',
    );
    const { link_token } = await ask('/link/token/create', { ...params, products: ['auth'] });
    expect(() => bank.controls.verifyIdentity(link_token)).toThrow('completeLink');
  });
});

test('invalid requests for identity verifications are refused', async () => {
  const { fail, create, ask } = start();
  const { id } = await create({ client_user_id: 'ann' });
  const again = { template_id, client_user_id: 'ann', is_shareable: true, gave_consent: true };
  expect(await fail('/identity_verification/create', again)).toBe('400 INVALID_FIELD');
  expect(await ask('/identity_verification/create', { ...again, is_idempotent: true })).toMatchObject({ id });
  for (const [path, body] of [
    ['create', { ...again, client_user_id: undefined }],
    ['list', { template_id }],
  ] as const)
    expect(await fail(`/identity_verification/${path}`, body)).toBe('400 MISSING_FIELDS');
  for (const [path, body] of [
    ['create', { ...again, client_user_id: 'bob', template_id: 'flwtmp_none' }],
    [
      'create',
      { ...again, user_id: ((await ask('/user/create', { client_user_id: 'bob' })) as { user_id?: string }).user_id },
    ],
    ['get', { identity_verification_id: 'idv_none' }],
    ['retry', { template_id, client_user_id: 'nobody', strategy: 'reset' }],
    ['retry', { template_id, client_user_id: 'ann', strategy: 'custom' }],
    ['retry', { template_id, client_user_id: 'ann', strategy: 'again' }],
    ['list', { template_id, client_user_id: 'ann', cursor: 'x' }],
  ] as const)
    expect(await fail(`/identity_verification/${path}`, body)).toBe('400 INVALID_FIELD');
});

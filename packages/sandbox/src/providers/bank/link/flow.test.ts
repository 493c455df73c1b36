import { describe, expect, test } from 'vitest';
import { accountsIn, startLink } from '../../../../test/bank-link.ts';

test('a user logs in, chooses accounts, and the app exchanges the public token for exactly those', async () => {
  const { createToken, visit, ask } = startLink({ readyAtOnce: true });
  const { choose, logIn, send, events } = visit();
  await choose(await createToken());
  const { html } = await logIn();
  const [first, , third] = accountsIn(html);
  const chosen = [first, third] as [string, string];
  const turn = await send(
    'accounts',
    chosen.map((id) => ['account', id]),
  );
  expect(events()).toEqual([
    'OPEN',
    'TRANSITION_VIEW CONSENT',
    'TRANSITION_VIEW SELECT_INSTITUTION',
    'SELECT_INSTITUTION',
    'TRANSITION_VIEW CREDENTIAL',
    'SUBMIT_CREDENTIALS',
    'TRANSITION_VIEW LOADING',
    'TRANSITION_VIEW SELECT_ACCOUNT',
    'HANDOFF',
  ]);
  expect(turn.success).toEqual([
    expect.stringMatching(/^public-sandbox-/),
    {
      institution: { name: 'First Platypus Bank', institution_id: 'ins_109508' },
      accounts: chosen.map((id) => ({
        id,
        name: expect.any(String),
        mask: expect.stringMatching(/^\d{4}$/),
        type: expect.any(String),
        subtype: expect.any(String),
        verification_status: null,
        class_type: null,
      })),
      link_session_id: turn.session,
      transfer_status: null,
    },
  ]);
  const { access_token } = await ask('/item/public_token/exchange', { public_token: turn.success?.[0] });
  const { accounts } = await ask('/accounts/get', { access_token });
  expect(accounts.map(({ account_id }) => account_id)).toEqual(chosen);
});

test('an event has every documented field, and those that it lacks are null', async () => {
  const { createToken, visit } = startLink();
  const { choose } = visit();
  const { events, session } = await choose(await createToken());
  expect(events[0]).toEqual([
    'SELECT_INSTITUTION',
    {
      account_number_mask: null,
      error_code: null,
      error_message: null,
      error_type: null,
      exit_status: null,
      institution_id: 'ins_109508',
      institution_name: 'First Platypus Bank',
      institution_search_query: null,
      is_update_mode: null,
      link_session_id: session,
      match_reason: null,
      mfa_type: null,
      request_id: expect.stringMatching(/^\w{15}$/),
      routing_number: null,
      selection: null,
      timestamp: '2026-01-01T00:00:00.000Z',
      view_name: null,
    },
  ]);
});

test.each([
  ['user_good', 'wrong', 'INVALID_CREDENTIALS'],
  ['user_bad', 'pass_good', 'INVALID_CREDENTIALS'],
  ['user_good', 'error_INVALID_CREDENTIALS', 'INVALID_CREDENTIALS'],
  ['user_good', 'error_ITEM_LOCKED', 'ITEM_LOCKED'],
  ['user_good', 'error_INSTITUTION_DOWN', 'INSTITUTION_DOWN'],
  ['user_good', 'error_USER_SETUP_REQUIRED', 'USER_SETUP_REQUIRED'],
  ['user_good', 'error_INTERNAL_SERVER_ERROR', 'INTERNAL_SERVER_ERROR'],
])('%s with the password %s sees %s, can try again, and exits with it', async (username, password, code) => {
  const { createToken, visit } = startLink();
  const { choose, logIn, send, events } = visit();
  await choose(await createToken());
  expect((await logIn(username, password)).html).toContain(`<code>${code}</code>`);
  expect(events().slice(-4)).toEqual([
    'SUBMIT_CREDENTIALS',
    'TRANSITION_VIEW LOADING',
    `ERROR ${code}`,
    'TRANSITION_VIEW CREDENTIAL',
  ]);
  const { exit } = await send('exit');
  expect(exit).toEqual([
    { error_type: expect.any(String), error_code: code, error_message: expect.any(String), display_message: null },
    expect.objectContaining({ status: 'requires_credentials', institution: expect.anything() }),
  ]);
  expect(events().at(-1)).toBe(`EXIT ${code}`);
});

test('an error disappears after a successful login', async () => {
  const { createToken, visit } = startLink();
  const { choose, logIn, send } = visit();
  await choose(await createToken());
  await logIn('user_good', 'wrong');
  expect((await logIn()).html).not.toContain('role="alert"');
  expect((await send('exit')).exit).toEqual([null, expect.objectContaining({ status: 'requires_account_selection' })]);
});

describe('a second factor', () => {
  test.each([
    [
      'mfa_device',
      [
        ['device', 'Phone xxx-xxx-5555'],
        ['code', '1234'],
      ],
    ],
    ['mfa_selections', [['selections', 'Yes', 'Yes']]],
    [
      'mfa_questions_2_2',
      [
        ['questions', 'answer_0_0', 'answer_0_1'],
        ['questions', 'answer_1_0', 'answer_1_1'],
      ],
    ],
  ])('for %s is asked for in rounds', async (password, rounds) => {
    const { createToken, visit } = startLink();
    const { choose, logIn, send, events } = visit();
    await choose(await createToken());
    let turn = await logIn('user_good', password);
    for (const [type, ...given] of rounds) {
      expect(events().at(-1)).toBe(`TRANSITION_VIEW MFA ${type}`);
      expect(turn.html).toContain('name="mfa-0"');
      const refused = await send('mfa', { 'mfa-0': 'x' });
      expect(refused.html).toContain('<code>INVALID_MFA</code>');
      turn = await send('mfa', Object.fromEntries(given.map((value, index) => [`mfa-${index}`, value])));
    }
    expect(accountsIn(turn.html).length).toBeGreaterThan(1);
    expect(events().slice(-3)).toEqual([
      `SUBMIT_MFA ${rounds.at(-1)?.[0]}`,
      'TRANSITION_VIEW LOADING',
      'TRANSITION_VIEW SELECT_ACCOUNT',
    ]);
  });

  test.each([
    ['mfa_device', [], 'choose_device'],
    ['mfa_device', ['Email s***@example.com'], 'requires_code'],
    ['mfa_questions_1_1', [], 'requires_questions'],
    ['mfa_selections', [], 'requires_selections'],
  ])('for %s after %j has the exit status %s', async (password, given, status) => {
    const { createToken, visit } = startLink();
    const { choose, logIn, send } = visit();
    await choose(await createToken());
    await logIn('user_good', password);
    for (const value of given) await send('mfa', { 'mfa-0': value });
    expect((await send('exit')).exit?.[1].status).toBe(status);
  });
});

describe('institutions', () => {
  test('match the countries and products of the link token', async () => {
    const { createToken, visit } = startLink();
    const open = async (fields: object, query: string) => {
      const { send } = visit();
      await send('open', { token: await createToken(fields) });
      await send('continue');
      return (await send('search', { query })).html;
    };
    expect(await open({}, 'canada')).toContain('No institution was found.');
    expect(await open({ country_codes: ['CA'] }, 'canada')).toContain('Tartan-Dominion Bank of Canada');
    expect(await open({}, 'PLATYPUS')).toContain('value="ins_109508"');
  });

  test('a search sends an event, and a search without a result sets the exit status', async () => {
    const { createToken, visit } = startLink();
    const { send } = visit();
    await send('open', { token: await createToken() });
    await send('continue');
    const { events, html } = await send('search', { query: ' <b>zzz ' });
    expect(events[0]).toMatchObject(['SEARCH_INSTITUTION', { institution_search_query: '<b>zzz' }]);
    expect(html).toContain('value="&lt;b&gt;zzz"');
    expect((await send('exit')).exit).toEqual([null, expect.objectContaining({ status: 'institution_not_found' })]);
  });

  test.each([
    ['ins_133402', ['SELECT_INSTITUTION', 'ERROR INSTITUTION_NO_LONGER_SUPPORTED'], 'institution_not_supported'],
    ['ins_132361', ['SELECT_INSTITUTION', 'SELECT_DOWN_INSTITUTION', 'ERROR INSTITUTION_DOWN'], 'requires_credentials'],
  ])('%s cannot be linked', async (institution, expected, status) => {
    const { createToken, visit } = startLink();
    const { choose, send, events } = visit();
    await choose(await createToken(), institution);
    expect(events().slice(3)).toEqual([...expected, 'TRANSITION_VIEW SELECT_INSTITUTION']);
    expect((await send('exit')).exit?.[1]).toMatchObject({ status, institution: { institution_id: institution } });
  });

  test('a degraded institution is reported and can be linked, and the user can choose another one', async () => {
    const { createToken, visit } = startLink();
    const { choose, send, events } = visit();
    await choose(await createToken(), 'ins_132363');
    await send('back');
    expect(events().slice(3)).toEqual([
      'SELECT_INSTITUTION',
      'SELECT_DEGRADED_INSTITUTION',
      'TRANSITION_VIEW CREDENTIAL',
      'TRANSITION_VIEW SELECT_INSTITUTION',
    ]);
    expect((await send('exit')).exit?.[1].institution).toBeNull();
  });
});

describe('accounts', () => {
  test('are filtered as the link token says, and at least one must be chosen', async () => {
    const { createToken, visit } = startLink();
    const { choose, logIn, send } = visit();
    const account_filters = { depository: { account_subtypes: ['checking'] }, loan: { account_subtypes: ['all'] } };
    await choose(await createToken({ account_filters }));
    expect(accountsIn((await logIn()).html)).toHaveLength(3);
    expect((await send('accounts')).html).toContain('Choose at least one account.');
    expect((await send('accounts', { account: 'a'.repeat(37) })).html).toContain('<code>INVALID_ACCOUNT_ID</code>');
  });

  test('a login without a matching account is refused', async () => {
    const { createToken, visit } = startLink();
    const { choose, logIn } = visit();
    await choose(await createToken({ account_filters: { depository: { account_subtypes: ['prepaid'] } } }));
    expect((await logIn()).html).toContain('<code>NO_ACCOUNTS</code>');
  });
});

describe('a link token that is not valid', () => {
  const expired = [
    expect.objectContaining({ error_type: 'INVALID_INPUT', error_code: 'INVALID_LINK_TOKEN' }),
    expect.objectContaining({ institution: null }),
  ];

  test('ends Link when it is opened', async () => {
    const { visit } = startLink();
    const { send, events } = visit();
    expect((await send('open', { token: 'link-sandbox-x' })).exit).toEqual(expired);
    expect(events()).toEqual(['ERROR INVALID_LINK_TOKEN', 'EXIT INVALID_LINK_TOKEN']);
  });

  test('ends Link at the step where it expires', async () => {
    const { createToken, visit, clock } = startLink();
    const { send } = visit();
    await send('open', { token: await createToken() });
    await clock.advance(4 * 3_600_000);
    expect((await send('continue')).exit).toEqual(expired);
    expect((await send('continue')).exit).toEqual(expired);
  });
});

describe('update mode', () => {
  test('goes to the login of the Item, and repairs it', async () => {
    const { createToken, visit, ask, fail, link } = startLink();
    const access_token = await link();
    await ask('/sandbox/item/reset_login', { access_token });
    expect(await fail('/accounts/get', { access_token })).toBe('400 ITEM_LOGIN_REQUIRED');
    const { send, logIn, events } = visit();
    const { html } = await send('open', { token: await createToken({ products: undefined, access_token }) });
    expect(html).not.toContain('Choose another institution');
    await logIn('user_transactions_dynamic', 'x');
    const { success } = await logIn();
    expect(events()).toEqual([
      'OPEN',
      'TRANSITION_VIEW CREDENTIAL',
      'SUBMIT_CREDENTIALS',
      'TRANSITION_VIEW LOADING',
      'ERROR INVALID_UPDATED_USERNAME',
      'TRANSITION_VIEW CREDENTIAL',
      'SUBMIT_CREDENTIALS',
      'TRANSITION_VIEW LOADING',
      'HANDOFF',
    ]);
    const { accounts } = await ask('/accounts/get', { access_token });
    expect(success?.[1].accounts.map(({ id }) => id)).toEqual(accounts.map(({ account_id }) => account_id));
    const again = await ask('/item/public_token/exchange', { public_token: success?.[0] });
    expect(again.access_token).toBe(access_token);
  });

  test('asks for accounts if the link token says so, and shares only those from then on', async () => {
    const { createToken, visit, ask, link } = startLink();
    const access_token = await link();
    const { send, logIn } = visit();
    const update = { account_selection_enabled: true };
    await send('open', { token: await createToken({ products: undefined, access_token, update }) });
    const [first = ''] = accountsIn((await logIn()).html);
    await send('accounts', { account: first });
    const { accounts } = await ask('/accounts/get', { access_token });
    expect(accounts.map(({ account_id }) => account_id)).toEqual([first]);
  });
});

test('the sessions of a link token list the actions of the user, and its webhooks report how they ended', async () => {
  const { createToken, visit, ask, bank } = startLink({}, { fetch: async () => new Response() });
  const token = await createToken({ webhook: 'http://127.0.0.1:9/' });
  const [left, done] = [visit(), visit()];
  await left.choose(token);
  await left.logIn('user_good', 'wrong');
  await left.send('exit');
  await done.choose(token);
  const { html } = await done.logIn();
  const { success, session } = await done.send('accounts', { account: accountsIn(html)[0] ?? '' });
  const { link_sessions } = await ask<{ link_sessions: unknown[] }>('/link/token/get', { link_token: token });
  expect(link_sessions).toMatchObject([
    {
      results: { item_add_results: [] },
      exit: { error: { error_code: 'INVALID_CREDENTIALS' }, metadata: { status: 'requires_credentials' } },
    },
    {
      link_session_id: session,
      results: { item_add_results: [{ public_token: success?.[0], accounts: success?.[1].accounts }] },
      events: done.events().map((name) => ({ event_name: name.split(' ')[0], event_id: expect.any(String) })),
    },
  ]);
  await expect.poll(() => bank.controls.webhooks.length).toBe(2);
  expect(bank.controls.webhooks.map(({ body }) => JSON.parse(body))).toMatchObject([
    { webhook_code: 'SESSION_FINISHED', status: 'EXITED' },
    { webhook_code: 'SESSION_FINISHED', status: 'SUCCESS', public_token: success?.[0] },
  ]);
});

test.each([
  ['phone_number', 'LAYER_NOT_AVAILABLE'],
  ['date_of_birth', 'LAYER_AUTOFILL_NOT_AVAILABLE'],
])('Layer knows nobody by their %s', async (field, event) => {
  const { createToken, visit } = startLink();
  const { send, events } = visit();
  await send('submit', { token: await createToken(), [field]: '1' });
  expect(events()).toEqual([event]);
});

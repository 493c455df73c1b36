import { describe, expect, test } from 'vitest';
import { testStream } from './testing.ts';
import { userId } from './world/values.ts';

const owner = userId(0);
const viewers = [500, 501, 502].map(userId) as [string, string, string];

/** A sandbox, and calls in the name of the channel's owner. */
function setUp() {
  const stream = testStream();
  const call = (endpoint: string, body?: object) => stream.call(owner, endpoint, body);
  return { ...stream, call, as: stream.call };
}

describe('rewards', () => {
  const path = `/channel_points/custom_rewards?broadcaster_id=${owner}`;

  test('are made, read, changed and removed', async () => {
    const { call, types, last } = setUp();
    const made = await call(`POST ${path}`, {
      title: 'Pick a song',
      cost: 500,
      prompt: 'Which one?',
      is_user_input_required: true,
      background_color: '#00e5cb',
      is_global_cooldown_enabled: true,
      global_cooldown_seconds: 60,
    });
    const [reward] = made.body.data;
    expect(reward).toMatchObject({
      broadcaster_id: owner,
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      cost: 500,
      image: null,
      background_color: '#00E5CB',
      is_enabled: true,
      max_per_stream_setting: { is_enabled: false, max_per_stream: 0 },
      max_per_user_per_stream_setting: { is_enabled: false, max_per_user_per_stream: 0 },
      global_cooldown_setting: { is_enabled: true, global_cooldown_seconds: 60 },
      is_in_stock: true,
      cooldown_expires_at: null,
    });
    const own = `${path}&id=${reward.id}`;
    const changed = await call(`PATCH ${own}`, { is_paused: true, cost: 700 });
    expect(changed.body.data).toEqual([{ ...reward, is_paused: true, cost: 700 }]);
    expect((await call(`GET ${own}`)).body.data).toEqual(changed.body.data);
    expect((await call(`DELETE ${own}`)).status).toBe(204);
    expect((await call(`GET ${own}`)).status).toBe(404);
    expect((await call(`DELETE ${own}`)).status).toBe(404);
    expect(types('channel.channel_points_custom_reward.')).toEqual(['add 1', 'update 1', 'remove 1']);
    expect(last('channel.channel_points_custom_reward.remove')).toMatchObject({
      id: reward.id,
      global_cooldown: { is_enabled: true, seconds: 60 },
      max_per_stream: { is_enabled: false, value: 0 },
    });
  });

  test('made by hand are seen but not touched', async () => {
    const { call } = setUp();
    const all = (await call(`GET ${path}`)).body.data;
    expect(all.map((each) => each.title).sort()).toEqual(['Hydrate!', 'Name the next boss']);
    expect(all.map((each) => each.id)).toEqual(all.map((each) => each.id).sort());
    expect((await call(`GET ${path}&only_manageable_rewards=true`)).body.data).toEqual([]);
    expect((await call(`PATCH ${path}&id=${all[0].id}`, { cost: 1 })).status).toBe(403);
    expect((await call(`DELETE ${path}&id=${all[0].id}`)).status).toBe(403);
  });

  test.each<[string, object]>([
    ['no title', { cost: 1 }],
    ['no cost', { title: 'x' }],
    ['cost 0', { title: 'x', cost: 0 }],
    ['a long title', { title: 'x'.repeat(46), cost: 1 }],
    ['a taken title', { title: 'Hydrate!', cost: 1 }],
    ['a long prompt', { title: 'x', cost: 1, prompt: 'x'.repeat(201) }],
    ['a named color', { title: 'x', cost: 1, background_color: 'red' }],
    ['a limit without number', { title: 'x', cost: 1, is_max_per_stream_enabled: true }],
    ['a limit of 0', { title: 'x', cost: 1, is_max_per_user_per_stream_enabled: true, max_per_user_per_stream: 0 }],
    [
      'a week and a second',
      { title: 'x', cost: 1, is_global_cooldown_enabled: true, global_cooldown_seconds: 604_801 },
    ],
  ])('%s is refused', async (_, body) => {
    expect((await setUp().call(`POST ${path}`, body)).status).toBe(400);
  });

  test('50 per channel, for affiliates and partners', async () => {
    const { call, as } = setUp();
    for (let count = 2; count < 50; count += 1)
      expect((await call(`POST ${path}`, { title: `reward ${count}`, cost: 1 })).status).toBe(200);
    expect((await call(`POST ${path}`, { title: 'one more', cost: 1 })).status).toBe(400);
    const small = userId(700);
    const foreign = `/channel_points/custom_rewards?broadcaster_id=${small}`;
    expect((await as(small, `POST ${foreign}`, { title: 'x', cost: 1 })).status).toBe(403);
    expect((await as(small, `GET ${foreign}`)).status).toBe(403);
    expect((await call(`GET ${foreign}`)).status).toBe(401);
  });
});

describe('redemptions', () => {
  const rewards = `/channel_points/custom_rewards?broadcaster_id=${owner}`;
  const make = async ({ call }: ReturnType<typeof setUp>, more: object = {}) =>
    (await call(`POST ${rewards}`, { title: 'Pick a song', cost: 500, ...more })).body.data[0].id;
  const path = (rewardId: string, more = '') =>
    `/channel_points/custom_rewards/redemptions?broadcaster_id=${owner}&reward_id=${rewardId}${more}`;

  test('wait, are fulfilled or given back once, and are listed by status', async () => {
    const stream = setUp();
    const { call, controls, clock, last } = stream;
    const rewardId = await make(stream, { is_user_input_required: true, prompt: 'Which?' });
    const ids: string[] = [];
    for (const userId of viewers) {
      ids.push(controls.redeemReward({ rewardId, userId, input: `song of ${userId}` }));
      await clock.advance(1_000);
    }
    expect(last('channel.channel_points_custom_reward_redemption.add')).toMatchObject({
      id: ids[2],
      user_id: viewers[2],
      status: 'unfulfilled',
      user_input: `song of ${viewers[2]}`,
      reward: { id: rewardId, title: 'Pick a song', cost: 500, prompt: 'Which?' },
    });
    const list = async (status: string, more = '') =>
      (await call(`GET ${path(rewardId, `&status=${status}${more}`)}`)).body.data.map((each) => each.id);
    expect(await list('UNFULFILLED')).toEqual(ids);
    expect(await list('UNFULFILLED', '&sort=NEWEST&first=1')).toEqual([ids[2]]);
    const settle = (status: string, ...which: (string | undefined)[]) =>
      call(`PATCH ${path(rewardId, which.map((id) => `&id=${id}`).join(''))}`, { status });
    expect((await settle('FULFILLED', ids[0])).body.data).toMatchObject([
      {
        broadcaster_id: owner,
        id: ids[0],
        user_id: viewers[0],
        reward: { id: rewardId, title: 'Pick a song', prompt: 'Which?', cost: 500 },
        user_input: `song of ${viewers[0]}`,
        status: 'FULFILLED',
        redeemed_at: '2026-01-01T00:00:00Z',
      },
    ]);
    expect((await settle('CANCELED', ids[0])).status).toBe(404);
    expect((await settle('CANCELED', ids[0], ids[1])).body.data).toMatchObject([{ id: ids[1], status: 'CANCELED' }]);
    expect(last('channel.channel_points_custom_reward_redemption.update')).toMatchObject({ status: 'canceled' });
    expect((await settle('UNFULFILLED', ids[2])).status).toBe(400);
    expect([await list('FULFILLED'), await list('CANCELED')]).toEqual([[ids[0]], [ids[1]]]);
    expect((await call(`GET ${path(rewardId, `&id=${ids[1]}&id=nope`)}`)).body.data).toMatchObject([{ id: ids[1] }]);
    expect((await call(`GET ${path(rewardId, '&id=nope')}`)).status).toBe(404);
    expect((await call(`GET ${path(rewardId)}`)).status).toBe(400);
    expect((await call(`GET ${path('nope', '&status=CANCELED')}`)).status).toBe(404);
    expect((await call(`DELETE ${rewards}&id=${rewardId}`)).status).toBe(204);
    expect(last('channel.channel_points_custom_reward_redemption.update')).toMatchObject({
      id: ids[2],
      status: 'fulfilled',
    });
  });

  test('obey the limits of the reward', async () => {
    const stream = setUp();
    const { call, controls, clock, get } = stream;
    if ((await get(`/streams?user_id=${owner}`)).body.data.length === 0) controls.goLive({ broadcasterId: owner });
    const rewardId = await make(stream, {
      is_max_per_stream_enabled: true,
      max_per_stream: 3,
      is_max_per_user_per_stream_enabled: true,
      max_per_user_per_stream: 1,
      is_global_cooldown_enabled: true,
      global_cooldown_seconds: 60,
      should_redemptions_skip_request_queue: true,
    });
    const redeem = (userId: string) => () => controls.redeemReward({ rewardId, userId });
    const state = async () => (await call(`GET ${rewards}&id=${rewardId}`)).body.data[0];
    redeem(viewers[0])();
    expect(await state()).toMatchObject({
      redemptions_redeemed_current_stream: 1,
      cooldown_expires_at: '2026-01-01T00:01:00Z',
      is_in_stock: true,
    });
    expect(redeem(viewers[1])).toThrow('is cooling down');
    await clock.advance(60_000);
    expect(redeem(viewers[0])).toThrow('too often');
    redeem(viewers[1])();
    await clock.advance(60_000);
    redeem(viewers[2])();
    await clock.advance(60_000);
    expect(redeem(userId(503))).toThrow('out of stock');
    expect(await state()).toMatchObject({ is_in_stock: false, cooldown_expires_at: null });
    const done = await call(`GET ${path(rewardId, '&status=FULFILLED')}`);
    expect(done.body.data).toHaveLength(3);
    await call(`PATCH ${rewards}&id=${rewardId}`, { max_per_stream: 4 });
    expect(await state()).toMatchObject({ max_per_stream_setting: { is_enabled: true, max_per_stream: 4 } });
    redeem(userId(503))();
    await call(`PATCH ${rewards}&id=${rewardId}`, { is_max_per_stream_enabled: false, is_paused: true });
    await clock.advance(60_000);
    expect(redeem(userId(504))).toThrow('is paused');
  });
});

describe('polls', () => {
  const question = {
    broadcaster_id: owner,
    title: 'Left?',
    choices: [{ title: 'Yes' }, { title: 'No' }],
    duration: 60,
  };
  const list = `/polls?broadcaster_id=${owner}`;

  test('run, count votes, and complete on the clock', async () => {
    const { call, controls, clock, types, last } = setUp();
    const { body } = await call('POST /polls', {
      ...question,
      channel_points_voting_enabled: true,
      channel_points_per_vote: 10,
    });
    const [poll] = body.data;
    const option = { title: 'Yes', votes: 0, channel_points_votes: 0, bits_votes: 0, id: expect.any(String) };
    expect(poll.choices).toEqual([option, { ...option, title: 'No' }]);
    const price = { channel_points_voting_enabled: true, channel_points_per_vote: 10 };
    expect(poll).toMatchObject({ ...price, status: 'ACTIVE', started_at: '2026-01-01T00:00:00Z', ended_at: null });
    const [yes, no] = poll.choices;
    const vote = (choiceId: string, userId: string, extraVotes = 0) =>
      controls.vote({ pollId: poll.id, choiceId, userId, extraVotes });
    vote(yes.id, viewers[0]);
    vote(no.id, viewers[1], 2);
    expect(() => vote(yes.id, viewers[0])).toThrow(RangeError);
    expect(() => vote('nope', viewers[2])).toThrow(RangeError);
    expect((await call('POST /polls', question)).status).toBe(400);
    await clock.advance(59_999);
    expect((await call(`GET ${list}`)).body.data[0].status).toBe('ACTIVE');
    await clock.advance(1);
    expect((await call(`GET ${list}`)).body.data).toMatchObject([
      {
        status: 'COMPLETED',
        ended_at: '2026-01-01T00:01:00Z',
        choices: [{ votes: 1 }, { votes: 3, channel_points_votes: 2 }],
      },
    ]);
    expect(() => vote(yes.id, viewers[2])).toThrow(RangeError);
    expect(types('channel.poll.')).toEqual(['begin 1', 'progress 1', 'progress 1', 'end 1']);
    expect(last('channel.poll.end')).toMatchObject({
      status: 'completed',
      ended_at: '2026-01-01T00:01:00Z',
      channel_points_voting: { is_enabled: true, amount_per_vote: 10 },
    });
  });

  test.each(['TERMINATED', 'ARCHIVED'])('are ended early as %s, once', async (status) => {
    const { call, last, clock } = setUp();
    const { id } = (await call('POST /polls', question)).body.data[0];
    const end = () => call('PATCH /polls', { broadcaster_id: owner, id, status });
    expect((await end()).body.data).toMatchObject([{ status, ended_at: '2026-01-01T00:00:00Z' }]);
    expect((await end()).status).toBe(400);
    await clock.advance(60_000);
    expect((await call(`GET ${list}&id=${id}`)).body.data[0].status).toBe(status);
    expect(last('channel.poll.end')).toMatchObject({ status: status.toLowerCase() });
  });

  test('come latest first, or in the order asked; for 90 days', async () => {
    const { call, clock } = setUp();
    const ids: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      ids.push((await call('POST /polls', question)).body.data[0].id);
      await clock.advance(60_000);
    }
    const read = async (query = '') => (await call(`GET ${list}${query}`)).body.data.map((each) => each.id);
    expect(await read()).toEqual(ids.toReversed());
    expect(await read(`&id=${ids[0]}&id=nope&id=${ids[2]}`)).toEqual([ids[0], ids[2]]);
    expect((await call(`GET ${list}&id=nope`)).status).toBe(404);
    expect((await call(`GET ${list}&first=21`)).status).toBe(400);
    await clock.advance(90 * 86_400_000);
    expect(await read()).toEqual([]);
  });

  test.each<[string, object]>([
    ['a foreign channel', { broadcaster_id: userId(1) }],
    ['a long title', { title: 'x'.repeat(61) }],
    ['one choice', { choices: [{ title: 'Yes' }] }],
    ['six choices', { choices: Array.from({ length: 6 }, () => ({ title: 'Yes' })) }],
    ['a long choice', { choices: [{ title: 'Yes' }, { title: 'x'.repeat(26) }] }],
    ['no duration', { duration: null }],
    ['14 seconds', { duration: 14 }],
    ['half an hour and a second', { duration: 1801 }],
    ['points without price', { channel_points_voting_enabled: true }],
    ['too dear', { channel_points_voting_enabled: true, channel_points_per_vote: 1_000_001 }],
  ])('%s is refused', async (name, wrong) => {
    const { status } = await setUp().call('POST /polls', { ...question, ...wrong });
    expect(status).toBe(name === 'a foreign channel' ? 401 : 400);
  });
});

describe('predictions', () => {
  const question = {
    broadcaster_id: owner,
    title: 'Will it work?',
    outcomes: [{ title: 'Yes' }, { title: 'No' }],
    prediction_window: 60,
  };
  const list = `/predictions?broadcaster_id=${owner}`;

  test('take stakes, lock on the clock, and pay the winners', async () => {
    const { call, controls, clock, types, last } = setUp();
    const [prediction] = (await call('POST /predictions', question)).body.data;
    const option = { id: expect.any(String), users: 0, channel_points: 0, top_predictors: null };
    expect(prediction.outcomes).toEqual([
      { ...option, title: 'Yes', color: 'BLUE' },
      { ...option, title: 'No', color: 'PINK' },
    ]);
    const open = { winning_outcome_id: null, ended_at: null, locked_at: null };
    expect(prediction).toMatchObject({ ...open, status: 'ACTIVE', created_at: '2026-01-01T00:00:00Z' });
    const [yes, no] = prediction.outcomes;
    const predict = (outcomeId: string, userId: string, points: number) =>
      controls.predict({ predictionId: prediction.id, outcomeId, userId, points });
    predict(yes.id, viewers[0], 300);
    predict(yes.id, viewers[1], 100);
    predict(no.id, viewers[2], 200);
    expect(() => predict(no.id, viewers[0], 1)).toThrow(RangeError);
    expect((await call('POST /predictions', question)).status).toBe(400);
    await clock.advance(60_000);
    expect((await call(`GET ${list}`)).body.data[0]).toMatchObject({
      status: 'LOCKED',
      locked_at: '2026-01-01T00:01:00Z',
    });
    expect(() => predict(yes.id, viewers[0], 1)).toThrow(RangeError);
    expect((await call('POST /predictions', question)).status).toBe(400);
    const change = (more: object) => call('PATCH /predictions', { broadcaster_id: owner, id: prediction.id, ...more });
    expect((await change({ status: 'LOCKED' })).status).toBe(400);
    expect((await change({ status: 'RESOLVED' })).body.message).toContain('winning_outcome_id');
    expect((await change({ status: 'RESOLVED', winning_outcome_id: 'nope' })).status).toBe(404);
    expect((await change({ id: 'nope', status: 'CANCELED' })).status).toBe(404);
    const { body } = await change({ status: 'RESOLVED', winning_outcome_id: yes.id });
    expect(body.data).toMatchObject([
      {
        status: 'RESOLVED',
        winning_outcome_id: yes.id,
        ended_at: '2026-01-01T00:01:00Z',
        outcomes: [
          {
            users: 2,
            channel_points: 400,
            top_predictors: [
              { user_id: viewers[0], channel_points_used: 300, channel_points_won: 450 },
              { user_id: viewers[1], channel_points_used: 100, channel_points_won: 150 },
            ],
          },
          { users: 1, channel_points: 200, top_predictors: [{ user_id: viewers[2], channel_points_won: 0 }] },
        ],
      },
    ]);
    expect((await change({ status: 'CANCELED' })).status).toBe(400);
    expect(types('channel.prediction.')).toEqual([
      'begin 1',
      'progress 1',
      'progress 1',
      'progress 1',
      'lock 1',
      'end 1',
    ]);
    expect(last('channel.prediction.end')).toMatchObject({ status: 'resolved', winning_outcome_id: yes.id });
    expect((await call('POST /predictions', question)).status).toBe(200);
  });

  test('are locked and canceled by hand', async () => {
    const { call, clock, types } = setUp();
    const { id } = (await call('POST /predictions', question)).body.data[0];
    const change = (status: string) => call('PATCH /predictions', { broadcaster_id: owner, id, status });
    expect((await change('LOCKED')).body.data).toMatchObject([{ status: 'LOCKED', locked_at: '2026-01-01T00:00:00Z' }]);
    await clock.advance(60_000);
    expect((await change('CANCELED')).body.data).toMatchObject([{ status: 'CANCELED', winning_outcome_id: null }]);
    expect(types('channel.prediction.')).toEqual(['begin 1', 'lock 1', 'end 1']);
    expect((await call(`GET ${list}&id=${id}&id=nope`)).body.data).toHaveLength(1);
  });

  test.each<[string, object]>([
    ['a foreign channel', { broadcaster_id: userId(1) }],
    ['a long title', { title: 'x'.repeat(46) }],
    ['one outcome', { outcomes: [{ title: 'Yes' }] }],
    ['eleven outcomes', { outcomes: Array.from({ length: 11 }, () => ({ title: 'Yes' })) }],
    ['a long outcome', { outcomes: [{ title: 'Yes' }, { title: 'x'.repeat(26) }] }],
    ['29 seconds', { prediction_window: 29 }],
    ['half an hour and a second', { prediction_window: 1801 }],
  ])('%s is refused', async (name, wrong) => {
    const { status } = await setUp().call('POST /predictions', { ...question, ...wrong });
    expect(status).toBe(name === 'a foreign channel' ? 401 : 400);
  });

  test('the page has 25 at most', async () => {
    const { call } = setUp();
    expect((await call(`GET ${list}&first=26`)).status).toBe(400);
    const ids = Array.from({ length: 26 }, (_, index) => `&id=${index}`).join('');
    expect((await call(`GET ${list}${ids}`)).status).toBe(400);
  });
});

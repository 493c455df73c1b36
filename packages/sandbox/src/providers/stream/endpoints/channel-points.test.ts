import { describe, expect, test } from 'vitest';
import { testStream } from '../../../../test/stream.ts';
import { userId } from '../data/values.ts';

const owner = userId(0);
const viewers = [500, 501, 502].map(userId) as [string, string, string];

/** Creates a sandbox, and calls on behalf of the channel's owner. */
function setUp() {
  const stream = testStream();
  const call = (endpoint: string, body?: object) => stream.call(owner, endpoint, body);
  return { ...stream, call };
}

describe('rewards', () => {
  const path = `/channel_points/custom_rewards?broadcaster_id=${owner}`;

  test('are reported when they are created, changed and removed', async () => {
    const { call, types, last } = setUp();
    const cooldown = { is_global_cooldown_enabled: true, global_cooldown_seconds: 60 };
    const made = await call(`POST ${path}`, { title: 'Sing', cost: 500, background_color: '#00e5cb', ...cooldown });
    const [reward] = made.body.data;
    expect(reward).toMatchObject({ background_color: '#00E5CB', cooldown_expires_at: null });
    await call(`PATCH ${path}&id=${reward.id}`, { cost: 700 });
    await call(`DELETE ${path}&id=${reward.id}`);
    expect(types('channel.channel_points_custom_reward.')).toEqual(['add 1', 'update 1', 'remove 1']);
    expect(last('channel.channel_points_custom_reward.remove')).toMatchObject({
      id: reward.id,
      cost: 700,
      global_cooldown: { is_enabled: true, seconds: 60 },
      max_per_stream: { is_enabled: false, value: 0 },
    });
  });

  test('are limited to 50 per channel', async () => {
    const { call } = setUp();
    for (let count = 2; count < 50; count += 1)
      expect((await call(`POST ${path}`, { title: `reward ${count}`, cost: 1 })).status).toBe(200);
    expect((await call(`POST ${path}`, { title: 'one more', cost: 1 })).status).toBe(400);
  });
});

describe('redemptions', () => {
  const rewards = `/channel_points/custom_rewards?broadcaster_id=${owner}`;
  const make = async ({ call }: ReturnType<typeof setUp>, more: object = {}) =>
    (await call(`POST ${rewards}`, { title: 'Pick a song', cost: 500, ...more })).body.data[0].id;
  const path = (rewardId: string, more = '') =>
    `/channel_points/custom_rewards/redemptions?broadcaster_id=${owner}&reward_id=${rewardId}${more}`;

  test('are reported, and can be settled once', async () => {
    const stream = setUp();
    const { call, controls, last } = stream;
    const rewardId = await make(stream, { is_user_input_required: true, prompt: 'Which?' });
    const [one, two] = viewers.map((userId) => controls.redeemReward({ rewardId, userId, input: `of ${userId}` }));
    expect(last('channel.channel_points_custom_reward_redemption.add')).toMatchObject({
      user_id: viewers[2],
      status: 'unfulfilled',
      user_input: `of ${viewers[2]}`,
      reward: { id: rewardId, title: 'Pick a song', cost: 500, prompt: 'Which?' },
    });
    const settle = (status: string, ...which: (string | undefined)[]) =>
      call(`PATCH ${path(rewardId, which.map((id) => `&id=${id}`).join(''))}`, { status });
    await settle('FULFILLED', one);
    expect((await settle('CANCELED', one, two)).body.data).toMatchObject([{ id: two, status: 'CANCELED' }]);
    expect(last('channel.channel_points_custom_reward_redemption.update')).toMatchObject({ status: 'canceled' });
    expect((await settle('UNFULFILLED', two)).status).toBe(400);
    expect((await call(`GET ${path(rewardId, '&id=nope')}`)).status).toBe(404);
    expect((await call(`GET ${path(rewardId)}`)).status).toBe(400);
    expect((await call(`GET ${path('nope', '&status=CANCELED')}`)).status).toBe(404);
  });

  test("obey the reward's limits", async () => {
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

  test('take one vote from each viewer, end on time, and are reported', async () => {
    const { call, controls, clock, types, last } = setUp();
    const price = { channel_points_voting_enabled: true, channel_points_per_vote: 10 };
    const { id: pollId, choices } = (await call('POST /polls', { ...question, ...price })).body.data[0];
    const vote =
      (choiceId: string, userId: string, extraVotes = 0) =>
      () =>
        controls.vote({ pollId, choiceId, userId, extraVotes });
    vote(choices[0].id, viewers[0])();
    vote(choices[1].id, viewers[1], 2)();
    expect(vote(choices[0].id, viewers[0])).toThrow(RangeError);
    expect(vote('nope', viewers[2])).toThrow(RangeError);
    await clock.advance(59_999);
    expect((await call(`GET ${list}`)).body.data[0].status).toBe('ACTIVE');
    await clock.advance(1);
    expect(vote(choices[0].id, viewers[2])).toThrow(RangeError);
    expect(types('channel.poll.')).toEqual(['begin 1', 'progress 1', 'progress 1', 'end 1']);
    expect(last('channel.poll.end')).toMatchObject({
      status: 'completed',
      ended_at: '2026-01-01T00:01:00Z',
      choices: [{ votes: 1 }, { votes: 3, channel_points_votes: 2 }],
      channel_points_voting: { is_enabled: true, amount_per_vote: 10 },
    });
  });

  test('stay ended if they were ended early', async () => {
    const { call, last, clock } = setUp();
    const { id } = (await call('POST /polls', question)).body.data[0];
    await call('PATCH /polls', { broadcaster_id: owner, id, status: 'ARCHIVED' });
    await clock.advance(60_000);
    expect((await call(`GET ${list}&id=${id}`)).body.data[0].status).toBe('ARCHIVED');
    expect(last('channel.poll.end')).toMatchObject({ status: 'archived' });
  });

  test('are listed for 90 days', async () => {
    const { call, clock } = setUp();
    await call('POST /polls', question);
    await clock.advance(90 * 86_400_000);
    expect((await call(`GET ${list}`)).body.data).toEqual([]);
    expect((await call(`GET ${list}&first=21`)).status).toBe(400);
  });
});

describe('predictions', () => {
  const question = {
    broadcaster_id: owner,
    title: 'Will it work?',
    outcomes: [{ title: 'Yes' }, { title: 'No' }],
    prediction_window: 60,
  };

  test("take each viewer's stakes on one outcome, lock on time, pay the winners, and are reported", async () => {
    const { call, controls, clock, types, last } = setUp();
    const [prediction] = (await call('POST /predictions', question)).body.data;
    const [yes, no] = prediction.outcomes;
    const predict = (outcomeId: string, userId: string, points: number) => () =>
      controls.predict({ predictionId: prediction.id, outcomeId, userId, points });
    predict(yes.id, viewers[0], 300)();
    predict(yes.id, viewers[1], 100)();
    predict(no.id, viewers[2], 200)();
    expect(predict(no.id, viewers[0], 1)).toThrow(RangeError);
    await clock.advance(60_000);
    expect(predict(yes.id, viewers[0], 1)).toThrow(RangeError);
    expect((await call('POST /predictions', question)).status).toBe(400);
    const change = (more: object) => call('PATCH /predictions', { broadcaster_id: owner, id: prediction.id, ...more });
    expect((await change({ status: 'LOCKED' })).status).toBe(400);
    expect((await change({ status: 'RESOLVED' })).body.message).toContain('winning_outcome_id');
    expect((await change({ status: 'RESOLVED', winning_outcome_id: 'nope' })).status).toBe(404);
    expect((await change({ id: 'nope', status: 'CANCELED' })).status).toBe(404);
    const { body } = await change({ status: 'RESOLVED', winning_outcome_id: yes.id });
    const won = (...points: number[]) => points.map((channel_points_won) => ({ channel_points_won }));
    expect(body.data[0].outcomes).toMatchObject([
      { users: 2, channel_points: 400, top_predictors: won(450, 150) },
      { users: 1, channel_points: 200, top_predictors: won(0) },
    ]);
    const steps = ['begin', 'progress', 'progress', 'progress', 'lock', 'end'];
    expect(types('channel.prediction.')).toEqual(steps.map((step) => `${step} 1`));
    expect(last('channel.prediction.end')).toMatchObject({ status: 'resolved', winning_outcome_id: yes.id });
    expect((await call('POST /predictions', question)).status).toBe(200);
  });
});

import { failure } from '@x/testing';
import { expect } from 'vitest';
import { type Cases, idsOf, row, type Stage, type StreamCalls, unknown } from './stage.ts';

/** Starts a poll in place of the running one. */
async function newPoll(stage: Stage, stream: StreamCalls) {
  const [last] = (await stream.polls.list(stage.ownChannel)).items;
  if (last?.status === 'ACTIVE') await stream.polls.end({ ...stage.ownChannel, id: last.id, status: 'ARCHIVED' });
  return stream.polls.create({ ...stage.ownChannel, ...question });
}

const question = { title: 'Left or right?', choices: [{ title: 'Left' }, { title: 'Right' }], duration: 60 };

/** Votes in a poll as a stranger. */
const vote = (stage: Stage, poll: { id: string; choices: { id: string }[] }, choice: number, extraVotes = 0) =>
  stage.sandbox.controls.stream.vote({
    pollId: poll.id,
    choiceId: poll.choices[choice]?.id ?? '',
    userId: stage.stranger(),
    extraVotes,
  });

const findPoll = async (stage: Stage, stream: StreamCalls, id: string) =>
  (await stream.polls.list({ ...stage.ownChannel, id })).items[0];

/** Starts a prediction in place of the running one. */
async function newPrediction(stage: Stage, stream: StreamCalls) {
  const [last] = (await stream.predictions.list(stage.ownChannel)).items;
  if (last && /ACTIVE|LOCKED/.test(last.status))
    await stream.predictions.end({ ...stage.ownChannel, id: last.id, status: 'CANCELED' });
  return stream.predictions.create({ ...stage.ownChannel, ...bet });
}

const bet = { title: 'Who wins?', outcomes: [{ title: 'They' }, { title: 'We' }], prediction_window: 120 };

/** Bets points on an outcome as a stranger. */
function stake(stage: Stage, prediction: { id: string; outcomes: { id: string }[] }, outcome: number, points: number) {
  const userId = stage.stranger();
  const outcomeId = prediction.outcomes[outcome]?.id ?? '';
  stage.sandbox.controls.stream.predict({ predictionId: prediction.id, outcomeId, userId, points });
  return userId;
}

const findPrediction = async (stage: Stage, stream: StreamCalls, id: string) =>
  (await stream.predictions.list({ ...stage.ownChannel, id })).items[0];

/** Polls and predictions. */
export const voting: Cases = {
  'polls.list': row({
    given: async (stream, stage) =>
      idsOf([await newPoll(stage, stream), await newPoll(stage, stream), await newPoll(stage, stream)]).reverse(),
    async works(stream, { given: ids, ownChannel }) {
      const all = await stream.polls.list({ ...ownChannel, first: 2 }).toArray({ limit: 100 });
      expect(idsOf(all).slice(0, 3)).toEqual(ids);
      expect(all.slice(0, 3).map(({ status }) => status)).toEqual(['ACTIVE', 'ARCHIVED', 'ARCHIVED']);
      const [one = '', , three = ''] = ids;
      const found = stream.polls.list({ ...ownChannel, id: [three, ...unknown(19), one] });
      expect(idsOf(await found.toArray({ limit: 10 }))).toEqual([three, one]);
      expect(await failure(stream.polls.list({ ...ownChannel, id: unknown(1) }))).toMatchObject({ code: 'not_found' });
    },
    refused: (stream, { ownChannel }) => stream.polls.list({ ...ownChannel, first: 21 }),
  }),
  'polls.create': row({
    given: async (stream, stage) => {
      const { id } = await newPoll(stage, stream);
      await stream.polls.end({ ...stage.ownChannel, id, status: 'TERMINATED' });
    },
    async works(stream, stage) {
      const voting = { channel_points_voting_enabled: true, channel_points_per_vote: 100 };
      const poll = await stream.polls.create({ ...stage.ownChannel, ...question, ...voting });
      expect(poll).toMatchObject({
        ...stage.ownChannel,
        ...question,
        ...voting,
        status: 'ACTIVE',
        bits_voting_enabled: false,
      });
      vote(stage, poll, 0);
      vote(stage, poll, 1, 2);
      const choices = [
        { title: 'Left', votes: 1, channel_points_votes: 0 },
        { title: 'Right', votes: 3, channel_points_votes: 2 },
      ];
      expect(await findPoll(stage, stream, poll.id)).toMatchObject({ choices, status: 'ACTIVE' });
      const second = stream.polls.create({ ...stage.ownChannel, ...question });
      expect(await failure(second)).toMatchObject({ code: 'rejected' });
      await stage.sandbox.clock.advance(60_000);
      const { ended_at, ...ended } = (await findPoll(stage, stream, poll.id)) ?? poll;
      expect(ended).toMatchObject({ choices, status: 'COMPLETED' });
      expect(ended_at).toBe(stage.timeIn(0));
    },
    refused: (stream, { ownChannel }) =>
      stream.polls.create({ ...ownChannel, ...question, choices: [{ title: 'Left' }] }),
  }),
  'polls.end': row({
    given: (client, stage) => newPoll(stage, client),
    async works(stream, { given: { id }, ...stage }) {
      const ended = await stream.polls.end({ ...stage.ownChannel, id, status: 'TERMINATED' });
      expect(ended).toMatchObject({ id, status: 'TERMINATED', ended_at: expect.any(String) });
      expect(await findPoll(stage, stream, id)).toEqual(ended);
      const again = stream.polls.end({ ...stage.ownChannel, id, status: 'ARCHIVED' });
      expect(await failure(again)).toMatchObject({ code: 'rejected' });
    },
    refused: (stream, { ownChannel }) =>
      stream.polls.end({ ...ownChannel, id: '1', status: 'COMPLETED' as 'ARCHIVED' }),
  }),

  'predictions.list': row({
    given: async (stream, stage) =>
      idsOf([await newPrediction(stage, stream), await newPrediction(stage, stream)]).reverse(),
    async works(stream, { given: ids, ownChannel }) {
      const all = await stream.predictions.list({ ...ownChannel, first: 1 }).toArray({ limit: 100 });
      expect(idsOf(all).slice(0, 2)).toEqual(ids);
      expect(all.slice(0, 2)).toMatchObject([
        { status: 'ACTIVE', ended_at: null, winning_outcome_id: null },
        { status: 'CANCELED', ended_at: expect.any(String) },
      ]);
      const found = stream.predictions.list({ ...ownChannel, id: [...unknown(30), ids[1] ?? ''] });
      expect(await found.toArray({ limit: 10 })).toEqual([all[1]]);
    },
    refused: (stream, { ownChannel }) => stream.predictions.list({ ...ownChannel, first: 26 }),
  }),
  'predictions.create': row({
    given: async (stream, stage) => {
      const { id } = await newPrediction(stage, stream);
      await stream.predictions.end({ ...stage.ownChannel, id, status: 'CANCELED' });
    },
    async works(stream, stage) {
      const prediction = await stream.predictions.create({ ...stage.ownChannel, ...bet });
      expect(prediction).toMatchObject({ ...stage.ownChannel, ...bet, status: 'ACTIVE', locked_at: null });
      expect(prediction.outcomes.map(({ color }) => color)).toEqual(['BLUE', 'PINK']);
      const user_id = stake(stage, prediction, 1, 500);
      const [, outcome] = (await findPrediction(stage, stream, prediction.id))?.outcomes ?? [];
      expect(outcome).toMatchObject({ users: 1, channel_points: 500, top_predictors: [{ user_id }] });
      const second = stream.predictions.create({ ...stage.ownChannel, ...bet });
      expect(await failure(second)).toMatchObject({ code: 'rejected' });
      await stage.sandbox.clock.advance(120_000);
      expect(await findPrediction(stage, stream, prediction.id)).toMatchObject({ status: 'LOCKED', ended_at: null });
    },
    refused: (stream, { ownChannel }) => stream.predictions.create({ ...ownChannel, ...bet, prediction_window: 1801 }),
  }),
  'predictions.end': row({
    given: async (stream, stage) => {
      const prediction = await newPrediction(stage, stream);
      return { ...prediction, winner: stake(stage, prediction, 0, 100), loser: stake(stage, prediction, 1, 300) };
    },
    async works(
      stream,
      {
        given: {
          id,
          outcomes: [they, we],
          winner,
          loser,
        },
        ...stage
      },
    ) {
      const locked = await stream.predictions.end({ ...stage.ownChannel, id, status: 'LOCKED' });
      expect(locked).toMatchObject({ status: 'LOCKED', locked_at: expect.any(String), ended_at: null });
      const winning_outcome_id = they?.id ?? '';
      const resolved = await stream.predictions.end({
        ...stage.ownChannel,
        id,
        status: 'RESOLVED',
        winning_outcome_id,
      });
      expect(resolved).toMatchObject({ status: 'RESOLVED', winning_outcome_id });
      expect(resolved.outcomes).toMatchObject([
        { id: they?.id, top_predictors: [{ user_id: winner, channel_points_used: 100, channel_points_won: 400 }] },
        { id: we?.id, top_predictors: [{ user_id: loser, channel_points_used: 300, channel_points_won: 0 }] },
      ]);
      expect(await findPrediction(stage, stream, id)).toEqual(resolved);
      const late = stream.predictions.end({ ...stage.ownChannel, id, status: 'CANCELED' });
      expect(await failure(late)).toMatchObject({ code: 'rejected' });
    },
    refused: (stream, { ownChannel }) => stream.predictions.end({ ...ownChannel, id: '1', status: 'RESOLVED' }),
  }),
};

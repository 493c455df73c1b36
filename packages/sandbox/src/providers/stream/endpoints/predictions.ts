import { perKey, sumOf, timestamp, uuid } from '../data/values.ts';
import type { World } from '../data/world.ts';
import { type Endpoints, narrow } from '../endpoint.ts';
import { refuse } from '../errors.ts';
import { readTitle, readTitles } from './polls.ts';

const predictionsPerRequest = 25;
const shownPredictors = 10;

/** Predictions. */
export function createPredictions({ random, clock, now, named, publish }: World) {
  const draw = random('predictions');
  /** Channel points by user, on the outcome with this ID. */
  const stakesOn = perKey((_outcomeId) => new Map<string, number>());

  const start = (broadcasterId: string, title: string, outcomes: readonly string[], prediction_window: number) => ({
    id: uuid(draw),
    ...named('broadcaster', broadcasterId),
    title,
    winning_outcome_id: null as string | null,
    outcomes: outcomes.map((each, index) => ({
      id: uuid(draw),
      title: each,
      users: 0,
      channel_points: 0,
      top_predictors: null as object[] | null,
      // Two are distinguished by colour, more of them are all blue.
      color: outcomes.length === 2 && index === 1 ? 'PINK' : 'BLUE',
    })),
    prediction_window,
    status: 'ACTIVE' as 'ACTIVE' | 'LOCKED' | 'RESOLVED' | 'CANCELED',
    created_at: timestamp(now()),
    ended_at: null as string | null,
    locked_at: null as string | null,
  });
  type Prediction = ReturnType<typeof start>;
  /** A channel's predictions as the API returns them, the latest first. */
  const predictionsOf = perKey((_broadcasterId): Prediction[] => []);
  const byId = new Map<string, Prediction>();

  /** Counts the stakes on each outcome, and what its viewers won. */
  function count({ outcomes, status, winning_outcome_id }: Prediction): void {
    const pointsOn = (id: string) => sumOf([...stakesOn(id).values()], (points) => points);
    const pot = sumOf(outcomes, ({ id }) => pointsOn(id));
    for (const outcome of outcomes) {
      const stakes = stakesOn(outcome.id);
      const share = status === 'RESOLVED' && outcome.id === winning_outcome_id ? pot / pointsOn(outcome.id) : 0;
      const top = [...stakes].sort(([, one], [, other]) => other - one).slice(0, shownPredictors);
      Object.assign(outcome, {
        users: stakes.size,
        channel_points: pointsOn(outcome.id),
        top_predictors: top.map(([userId, used]) => ({
          ...named('user', userId),
          channel_points_used: used,
          channel_points_won: Math.floor(used * share),
        })),
      });
      if (top.length === 0) outcome.top_predictors = null;
    }
  }

  function report(prediction: Prediction, step: 'begin' | 'progress' | 'lock' | 'end'): void {
    const { id, title, broadcaster_id, created_at, status, winning_outcome_id } = prediction;
    const unknown = status === 'RESOLVED' ? {} : { channel_points_won: null };
    const outcomes = prediction.outcomes.map(({ color, top_predictors, ...outcome }) => ({
      ...outcome,
      color: color.toLowerCase(),
      top_predictors: (top_predictors ?? []).map((each) => ({ ...each, ...unknown })),
    }));
    const locks_at = timestamp(Date.parse(created_at) + prediction.prediction_window * 1000);
    const more = {
      begin: { locks_at },
      progress: { locks_at },
      lock: { locked_at: prediction.locked_at },
      end: {
        winning_outcome_id: winning_outcome_id ?? '',
        status: status.toLowerCase(),
        ended_at: prediction.ended_at,
      },
    }[step];
    const event = { id, title, outcomes, started_at: created_at, ...more };
    publish(broadcaster_id, `channel.prediction.${step}`, event);
  }

  function lock(prediction: Prediction): void {
    Object.assign(prediction, { status: 'LOCKED', locked_at: timestamp(now()) });
    report(prediction, 'lock');
  }

  /** Resolves it in favour of an outcome, or cancels it when there is none. */
  function end(prediction: Prediction, winning_outcome_id: string | null): void {
    const status = winning_outcome_id === null ? 'CANCELED' : 'RESOLVED';
    Object.assign(prediction, { status, winning_outcome_id, ended_at: timestamp(now()) });
    count(prediction);
    report(prediction, 'end');
  }

  const endpoints: Endpoints = {
    'GET /predictions'({ ownId, query, page }) {
      const ids = query.texts('id', predictionsPerRequest);
      return page(narrow(predictionsOf(ownId), ids, ({ id }) => id));
    },
    'POST /predictions'(call) {
      const { ownId: broadcasterId } = call;
      const title = readTitle(call, 45);
      const outcomes = readTitles(call, 'outcomes', 10);
      const seconds = call.body.requiredInt('prediction_window', 30, 1800);
      const predictions = predictionsOf(broadcasterId);
      if (predictions[0] && predictions[0].ended_at === null)
        refuse(400, 'The broadcaster has a prediction that is running.');
      const prediction = start(broadcasterId, title, outcomes, seconds);
      predictions.unshift(prediction);
      byId.set(prediction.id, prediction);
      report(prediction, 'begin');
      clock.schedule(seconds * 1000, () => {
        if (prediction.status === 'ACTIVE') lock(prediction);
      });
      return [prediction];
    },
    'PATCH /predictions'({ ownId, body }) {
      const id = body.requiredText('id');
      const status = body.requiredChoice('status', ['RESOLVED', 'CANCELED', 'LOCKED']);
      const winnerId = status === 'RESOLVED' ? body.requiredText('winning_outcome_id') : null;
      const prediction =
        predictionsOf(ownId).find((each) => each.id === id) ?? refuse(404, 'The prediction was not found.');
      if (winnerId && !prediction.outcomes.some((outcome) => outcome.id === winnerId))
        refuse(404, 'The outcome was not found.');
      const from = status === 'LOCKED' ? ['ACTIVE'] : ['ACTIVE', 'LOCKED'];
      if (!from.includes(prediction.status))
        refuse(400, `A prediction becomes ${status} from ${from.join(' or ')} only.`);
      if (status === 'LOCKED') lock(prediction);
      else end(prediction, winnerId);
      return [prediction];
    },
  };
  return {
    endpoints,
    /** Adds to a viewer's stake. Throws `RangeError` once it is locked, and for a second outcome of the same viewer. */
    stake(predictionId: string, userId: string, outcomeId: string, points: number): void {
      const prediction = byId.get(predictionId);
      if (!prediction) throw new RangeError(`the sandbox has no prediction ${predictionId}`);
      const { outcomes, status } = prediction;
      if (status !== 'ACTIVE') throw new RangeError(`prediction ${predictionId} is locked`);
      if (!outcomes.some(({ id }) => id === outcomeId))
        throw new RangeError(`prediction ${predictionId} has no outcome ${outcomeId}`);
      if (outcomes.some(({ id }) => id !== outcomeId && stakesOn(id).has(userId)))
        throw new RangeError(`user ${userId} has chosen another outcome of prediction ${predictionId}`);
      if (!Number.isInteger(points) || points < 1) throw new RangeError(`a stake is 1 point or more, got ${points}`);
      const stakes = stakesOn(outcomeId);
      stakes.set(userId, (stakes.get(userId) ?? 0) + points);
      count(prediction);
      report(prediction, 'progress');
    },
  };
}

import type { Random } from '../../../shared/random.ts';
import { perKey, sumOf, timestamp, uuid } from '../data/values.ts';
import type { World } from '../data/world.ts';
import { type Endpoints, narrow } from '../endpoint.ts';
import { refuse } from '../errors.ts';
import { readTitle, readTitles } from './polls.ts';

const predictionsPerRequest = 25;
const shownPredictors = 10;

const createPrediction = (
  { now, named }: World,
  draw: Random,
  broadcasterId: string,
  title: string,
  outcomes: readonly string[],
  prediction_window: number,
) => ({
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
    // Two outcomes have different colors; more of them are all blue.
    color: outcomes.length === 2 && index === 1 ? 'PINK' : 'BLUE',
  })),
  prediction_window,
  status: 'ACTIVE' as 'ACTIVE' | 'LOCKED' | 'RESOLVED' | 'CANCELED',
  created_at: timestamp(now()),
  ended_at: null as string | null,
  locked_at: null as string | null,
});

type Prediction = ReturnType<typeof createPrediction>;

/** Predictions, and what viewers stake on them. */
export class Predictions {
  private readonly world: World;
  private readonly draw: Random;
  /** Channel points staked on the outcome with this ID, by user. */
  private readonly stakesOn = perKey((_outcomeId) => new Map<string, number>());
  /** A channel's predictions as the API returns them, the latest first. */
  private readonly predictionsOf = perKey((_broadcasterId): Prediction[] => []);
  private readonly byId = new Map<string, Prediction>();

  readonly endpoints: Endpoints = {
    'GET /predictions': ({ ownId, query, page }) => {
      const ids = query.texts('id', predictionsPerRequest);
      return page(narrow(this.predictionsOf(ownId), ids, ({ id }) => id));
    },
    'POST /predictions': (call) => {
      const { ownId: broadcasterId } = call;
      const title = readTitle(call, 45);
      const outcomes = readTitles(call, 'outcomes', 10);
      const seconds = call.body.requiredInt('prediction_window', 30, 1800);
      const predictions = this.predictionsOf(broadcasterId);
      if (predictions[0] && predictions[0].ended_at === null)
        refuse(400, 'The broadcaster has a prediction that is running.');
      const prediction = createPrediction(this.world, this.draw, broadcasterId, title, outcomes, seconds);
      predictions.unshift(prediction);
      this.byId.set(prediction.id, prediction);
      this.report(prediction, 'begin');
      this.world.clock.schedule(seconds * 1000, () => {
        if (prediction.status === 'ACTIVE') this.lock(prediction);
      });
      return [prediction];
    },
    'PATCH /predictions': ({ ownId, body }) => {
      const id = body.requiredText('id');
      const status = body.requiredChoice('status', ['RESOLVED', 'CANCELED', 'LOCKED']);
      const winnerId = status === 'RESOLVED' ? body.requiredText('winning_outcome_id') : null;
      const prediction =
        this.predictionsOf(ownId).find((each) => each.id === id) ?? refuse(404, 'The prediction was not found.');
      if (winnerId && !prediction.outcomes.some((outcome) => outcome.id === winnerId))
        refuse(404, 'The outcome was not found.');
      const from = status === 'LOCKED' ? ['ACTIVE'] : ['ACTIVE', 'LOCKED'];
      if (!from.includes(prediction.status))
        refuse(400, `A prediction can only become ${status} from ${from.join(' or ')}.`);
      if (status === 'LOCKED') this.lock(prediction);
      else this.end(prediction, winnerId);
      return [prediction];
    },
  };

  constructor(world: World) {
    this.world = world;
    this.draw = world.random('predictions');
  }

  /**
   * Adds to a viewer's stake. Throws `RangeError` if the prediction is locked, or the viewer has chosen another
   * outcome.
   */
  stake(predictionId: string, userId: string, outcomeId: string, points: number): void {
    const prediction = this.byId.get(predictionId);
    if (!prediction) throw new RangeError(`the sandbox has no prediction ${predictionId}`);
    const { outcomes, status } = prediction;
    if (status !== 'ACTIVE') throw new RangeError(`prediction ${predictionId} is locked`);
    if (!outcomes.some(({ id }) => id === outcomeId))
      throw new RangeError(`prediction ${predictionId} has no outcome ${outcomeId}`);
    if (outcomes.some(({ id }) => id !== outcomeId && this.stakesOn(id).has(userId)))
      throw new RangeError(`user ${userId} has chosen another outcome of prediction ${predictionId}`);
    if (!Number.isInteger(points) || points < 1)
      throw new RangeError(`points must be a whole number of at least 1; got ${points}`);
    const stakes = this.stakesOn(outcomeId);
    stakes.set(userId, (stakes.get(userId) ?? 0) + points);
    this.count(prediction);
    this.report(prediction, 'progress');
  }

  /** Counts the stakes on each outcome and its viewers' winnings. */
  private count({ outcomes, status, winning_outcome_id }: Prediction): void {
    const pointsOn = (id: string) => sumOf([...this.stakesOn(id).values()], (points) => points);
    const pot = sumOf(outcomes, ({ id }) => pointsOn(id));
    for (const outcome of outcomes) {
      const stakes = this.stakesOn(outcome.id);
      const share = status === 'RESOLVED' && outcome.id === winning_outcome_id ? pot / pointsOn(outcome.id) : 0;
      const top = [...stakes].sort(([, one], [, other]) => other - one).slice(0, shownPredictors);
      Object.assign(outcome, {
        users: stakes.size,
        channel_points: pointsOn(outcome.id),
        top_predictors: top.map(([userId, used]) => ({
          ...this.world.named('user', userId),
          channel_points_used: used,
          channel_points_won: Math.floor(used * share),
        })),
      });
      if (top.length === 0) outcome.top_predictors = null;
    }
  }

  private report(prediction: Prediction, step: 'begin' | 'progress' | 'lock' | 'end'): void {
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
    this.world.publish(broadcaster_id, `channel.prediction.${step}`, event);
  }

  private lock(prediction: Prediction): void {
    Object.assign(prediction, { status: 'LOCKED', locked_at: timestamp(this.world.now()) });
    this.report(prediction, 'lock');
  }

  /** Resolves a prediction in favor of an outcome, or cancels it if there is none. */
  private end(prediction: Prediction, winning_outcome_id: string | null): void {
    const status = winning_outcome_id === null ? 'CANCELED' : 'RESOLVED';
    Object.assign(prediction, { status, winning_outcome_id, ended_at: timestamp(this.world.now()) });
    this.count(prediction);
    this.report(prediction, 'end');
  }
}

import type { WorldContext } from './context.ts';
import { named } from './named.ts';
import { publishInChannel } from './publish.ts';
import { timestamp, uuid } from './values.ts';

/** What can come true, and who has staked how many channel points on it. */
export interface Outcome {
  readonly id: string;
  readonly title: string;
  readonly color: 'BLUE' | 'PINK';
  /** Points by user. */
  readonly stakes: Map<string, number>;
}

/** A question about the future, put to the viewers of a channel. */
export interface Prediction {
  readonly id: string;
  readonly broadcasterId: string;
  readonly title: string;
  readonly outcomes: readonly Outcome[];
  readonly windowSeconds: number;
  readonly createdAt: number;
  status: 'ACTIVE' | 'LOCKED' | 'RESOLVED' | 'CANCELED';
  lockedAt?: number;
  endedAt?: number;
  winningOutcomeId?: string;
}

/** What a new prediction is to be. */
export interface NewPrediction {
  readonly title: string;
  readonly outcomes: readonly string[];
  readonly windowSeconds: number;
}

/** The predictions of all channels. */
export interface Predictions {
  /** A channel's predictions, the latest first. */
  of(broadcasterId: string): Prediction[];
  find(predictionId: string): Prediction | undefined;
  /** Starts a prediction, which locks by itself. */
  start(broadcasterId: string, wanted: NewPrediction): Prediction;
  lock(prediction: Prediction): void;
  /** Resolves it in favour of an outcome, or cancels it when there is none. */
  end(prediction: Prediction, winningOutcomeId?: string): void;
  /** Adds to a viewer's stake. Throws `RangeError` once it is locked, and for a second outcome of the same viewer. */
  stake(prediction: Prediction, userId: string, outcomeId: string, points: number): void;
}

const shownPredictors = 10;

/** The viewers who have staked most on an outcome, the most first; `won` is null while nothing is decided. */
export function topPredictors({ outcomes, status, winningOutcomeId }: Prediction, outcome: Outcome) {
  const sum = (stakes: Map<string, number>) => [...stakes.values()].reduce((total, points) => total + points, 0);
  const pot = outcomes.reduce((total, { stakes }) => total + sum(stakes), 0);
  const share = outcome.id === winningOutcomeId ? pot / sum(outcome.stakes) : 0;
  return [...outcome.stakes]
    .sort(([, one], [, other]) => other - one)
    .slice(0, shownPredictors)
    .map(([userId, used]) => ({ userId, used, won: status === 'RESOLVED' ? Math.floor(used * share) : null }));
}

/** Makes the register of predictions; none has been held. */
export function createPredictions({ random, clock, world }: WorldContext): Predictions {
  const draw = random('predictions');
  const all: Prediction[] = [];

  function publish(prediction: Prediction, step: 'begin' | 'progress' | 'lock' | 'end'): void {
    const { id, title, createdAt, windowSeconds, status, winningOutcomeId } = prediction;
    const { lockedAt = createdAt + windowSeconds * 1000, endedAt = createdAt } = prediction;
    const outcomes = prediction.outcomes.map((outcome) => ({
      id: outcome.id,
      title: outcome.title,
      color: outcome.color.toLowerCase(),
      users: outcome.stakes.size,
      channel_points: [...outcome.stakes.values()].reduce((total, points) => total + points, 0),
      top_predictors: topPredictors(prediction, outcome).map(({ userId, used, won }) => ({
        ...named(world, 'user', userId),
        channel_points_won: won,
        channel_points_used: used,
      })),
    }));
    publishInChannel(world, prediction.broadcasterId, `channel.prediction.${step}`, {
      id,
      title,
      ...(step === 'end' && { winning_outcome_id: winningOutcomeId ?? '' }),
      outcomes,
      ...(step === 'end' && { status: status.toLowerCase() }),
      started_at: timestamp(createdAt),
      ...(step === 'end' && { ended_at: timestamp(endedAt) }),
      ...(step === 'lock' && { locked_at: timestamp(lockedAt) }),
      ...((step === 'begin' || step === 'progress') && { locks_at: timestamp(lockedAt) }),
    });
  }

  const predictions: Predictions = {
    of: (broadcasterId) => all.filter((prediction) => prediction.broadcasterId === broadcasterId),
    find: (predictionId) => all.find((prediction) => prediction.id === predictionId),
    start(broadcasterId, { outcomes, ...wanted }) {
      const prediction: Prediction = {
        ...wanted,
        id: uuid(draw),
        broadcasterId,
        outcomes: outcomes.map((title, index) => ({
          id: uuid(draw),
          title,
          // Two are told apart by colour, more of them are all blue.
          color: outcomes.length === 2 && index === 1 ? 'PINK' : 'BLUE',
          stakes: new Map(),
        })),
        createdAt: clock.now(),
        status: 'ACTIVE',
      };
      all.unshift(prediction);
      publish(prediction, 'begin');
      clock.schedule(prediction.windowSeconds * 1000, () => {
        if (prediction.status === 'ACTIVE') predictions.lock(prediction);
      });
      return prediction;
    },
    lock(prediction) {
      prediction.status = 'LOCKED';
      prediction.lockedAt = clock.now();
      publish(prediction, 'lock');
    },
    end(prediction, winningOutcomeId) {
      prediction.status = winningOutcomeId === undefined ? 'CANCELED' : 'RESOLVED';
      if (winningOutcomeId !== undefined) prediction.winningOutcomeId = winningOutcomeId;
      prediction.endedAt = clock.now();
      publish(prediction, 'end');
    },
    stake(prediction, userId, outcomeId, points) {
      const { id, outcomes, status } = prediction;
      if (status !== 'ACTIVE') throw new RangeError(`prediction ${id} is locked`);
      const outcome = outcomes.find((each) => each.id === outcomeId);
      if (!outcome) throw new RangeError(`prediction ${id} has no outcome ${outcomeId}`);
      if (outcomes.some((each) => each !== outcome && each.stakes.has(userId)))
        throw new RangeError(`user ${userId} has chosen another outcome of prediction ${id}`);
      if (!Number.isInteger(points) || points < 1) throw new RangeError(`a stake is 1 point or more, got ${points}`);
      outcome.stakes.set(userId, (outcome.stakes.get(userId) ?? 0) + points);
      publish(prediction, 'progress');
    },
  };
  return predictions;
}

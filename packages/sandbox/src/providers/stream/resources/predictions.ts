import { type Endpoint, requireOwnId } from '../endpoint.ts';
import { missing, refuse } from '../refusal.ts';
import { named } from '../world/named.ts';
import { type Prediction, topPredictors } from '../world/predictions.ts';
import { timestamp } from '../world/values.ts';
import type { World } from '../world/world.ts';
import { readTitles, requireOwnChannel, shortText } from './polls.ts';

const predictionsPerRequest = 25;

/** Predictions. */
export function predictionEndpoints(world: World): Endpoint[] {
  const time = (ms: number | undefined) => (ms === undefined ? null : timestamp(ms));

  const show = (prediction: Prediction) => ({
    id: prediction.id,
    ...named(world, 'broadcaster', prediction.broadcasterId),
    title: prediction.title,
    winning_outcome_id: prediction.winningOutcomeId ?? null,
    outcomes: prediction.outcomes.map((outcome) => {
      const top = topPredictors(prediction, outcome).map(({ userId, used, won }) => ({
        ...named(world, 'user', userId),
        channel_points_used: used,
        channel_points_won: won ?? 0,
      }));
      return {
        id: outcome.id,
        title: outcome.title,
        users: outcome.stakes.size,
        channel_points: [...outcome.stakes.values()].reduce((total, points) => total + points, 0),
        top_predictors: top.length > 0 ? top : null,
        color: outcome.color,
      };
    }),
    prediction_window: prediction.windowSeconds,
    status: prediction.status,
    created_at: timestamp(prediction.createdAt),
    ended_at: time(prediction.endedAt),
    locked_at: time(prediction.lockedAt),
  });

  return [
    {
      method: 'GET',
      path: '/predictions',
      token: 'user',
      scopes: ['channel:read:predictions', 'channel:manage:predictions'],
      answer(call) {
        const predictions = world.predictions().of(requireOwnId(call, 'broadcaster_id'));
        const ids = call.query.texts('id', predictionsPerRequest);
        const asked = ids.length > 0 ? predictions.filter(({ id }) => ids.includes(id)) : predictions;
        const { data, pagination } = call.page(asked, { maxSize: 25 });
        return { data: data.map(show), pagination };
      },
    },
    {
      method: 'POST',
      path: '/predictions',
      token: 'user',
      scopes: ['channel:manage:predictions'],
      answer(call) {
        const broadcasterId = requireOwnChannel(call);
        const title = shortText(call.body.requiredText('title'), 45);
        const outcomes = readTitles(call, 'outcomes', 10);
        const windowSeconds = call.body.requiredInt('prediction_window', 30, 1800);
        const running = world.predictions().of(broadcasterId)[0]?.status;
        if (running === 'ACTIVE' || running === 'LOCKED')
          refuse(400, 'The broadcaster has a prediction that is running.');
        return { data: [show(world.predictions().start(broadcasterId, { title, outcomes, windowSeconds }))] };
      },
    },
    {
      method: 'PATCH',
      path: '/predictions',
      token: 'user',
      scopes: ['channel:manage:predictions'],
      answer(call) {
        const { body } = call;
        const broadcasterId = requireOwnChannel(call);
        const id = body.requiredText('id');
        const status = body.choice('status', ['RESOLVED', 'CANCELED', 'LOCKED']) ?? missing('status');
        const winnerId = status === 'RESOLVED' ? body.requiredText('winning_outcome_id') : undefined;
        const own = world.predictions().of(broadcasterId);
        const prediction = own.find((each) => each.id === id) ?? refuse(404, 'The prediction was not found.');
        if (winnerId && !prediction.outcomes.some((outcome) => outcome.id === winnerId))
          refuse(404, 'The outcome was not found.');
        const from = status === 'LOCKED' ? ['ACTIVE'] : ['ACTIVE', 'LOCKED'];
        if (!from.includes(prediction.status))
          refuse(400, `A prediction becomes ${status} from ${from.join(' or ')} only.`);
        if (status === 'LOCKED') world.predictions().lock(prediction);
        else world.predictions().end(prediction, winnerId);
        return { data: [show(prediction)] };
      },
    },
  ];
}

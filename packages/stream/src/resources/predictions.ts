import { endpoint, known, list, named, whole } from '@x/core';
import * as v from 'valibot';
import { docs, oneRecord } from '../declarations.ts';
import { cursorPages, pageParams } from '../paging.ts';
import { broadcasterFields, broadcasterParams, nonEmptyStringUpTo, optionalIds, userFields } from '../schema.ts';

const predictionSchema = v.object({
  id: v.string(),
  ...broadcasterFields,
  title: v.string(),
  /** Null until the prediction is resolved. */
  winning_outcome_id: v.nullable(v.string()),
  outcomes: v.array(
    v.object({
      id: v.string(),
      title: v.string(),
      users: v.number(),
      channel_points: v.number(),
      /** Null when nobody has chosen this outcome; `channel_points_won` is null until the prediction is resolved. */
      top_predictors: v.nullable(
        v.array(
          v.object({ ...userFields, channel_points_used: v.number(), channel_points_won: v.nullable(v.number()) }),
        ),
      ),
      color: known('BLUE', 'PINK'),
    }),
  ),
  prediction_window: v.number(),
  status: known('ACTIVE', 'CANCELED', 'LOCKED', 'RESOLVED'),
  created_at: v.string(),
  /** RFC 3339; null until the prediction has ended. */
  ended_at: v.nullable(v.string()),
  /** RFC 3339; null until the prediction is locked. */
  locked_at: v.nullable(v.string()),
});

/**
 * A question that viewers bet points on. `prediction_window` is in seconds. `winning_outcome_id` is null until it is
 * resolved, `locked_at` and `ended_at` until that happens, `top_predictors` while there are none.
 */
export interface Prediction extends v.InferOutput<typeof predictionSchema> {}

const manageScopes = ['channel:manage:predictions'];

/** Predictions of a broadcaster, who must be the token's user. */
export const predictions = {
  /**
   * Lists predictions, newest first, or those with these ids, any number, 25 per request. `first` is 1 to 25, default
   * 20.
   *
   * @see https://dev.twitch.tv/docs/api/reference/#get-predictions
   */
  list: list({
    method: 'GET',
    path: '/predictions',
    auth: 'user',
    scopes: ['channel:read:predictions', ...manageScopes],
    query: v.object({ ...broadcasterParams, ...pageParams, first: v.optional(whole(1, 25)), id: optionalIds }),
    item: named<Prediction>(predictionSchema),
    paging: cursorPages,
    ids: { params: ['id'], max: 25 },
    docs: docs('get-predictions'),
  }),

  /**
   * Starts a prediction that takes bets for 30 to 1,800 seconds. `title` has up to 45 characters; 2 to 10 outcomes of
   * up to 25 each. `rejected` while another is neither resolved nor canceled.
   *
   * @see https://dev.twitch.tv/docs/api/reference/#create-prediction
   */
  create: endpoint({
    method: 'POST',
    path: '/predictions',
    auth: 'user',
    scopes: manageScopes,
    body: v.object({
      ...broadcasterParams,
      title: nonEmptyStringUpTo(45),
      outcomes: v.pipe(v.array(v.object({ title: nonEmptyStringUpTo(25) })), v.minLength(2), v.maxLength(10)),
      prediction_window: whole(30, 1800),
    }),
    ...oneRecord(named<Prediction>(predictionSchema)),
    docs: docs('create-prediction'),
  }),

  /**
   * Takes no more bets (`LOCKED`), pays out (`RESOLVED`, which needs `winning_outcome_id`) or gives all points back
   * (`CANCELED`). `rejected` when the state does not allow it. What is not resolved within 24 hours of its end is
   * canceled by the platform.
   *
   * @see https://dev.twitch.tv/docs/api/reference/#end-prediction
   */
  end: endpoint({
    method: 'PATCH',
    path: '/predictions',
    auth: 'user',
    scopes: manageScopes,
    body: v.pipe(
      v.object({
        ...broadcasterParams,
        id: v.string(),
        status: v.picklist(['RESOLVED', 'CANCELED', 'LOCKED']),
        winning_outcome_id: v.optional(v.string()),
      }),
      v.check(
        ({ status, winning_outcome_id }) => status !== 'RESOLVED' || winning_outcome_id !== undefined,
        'winning_outcome_id: RESOLVED needs it',
      ),
    ),
    ...oneRecord(named<Prediction>(predictionSchema)),
    docs: docs('end-prediction'),
  }),
};

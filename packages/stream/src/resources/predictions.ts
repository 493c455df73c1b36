import { endpoint, known, list, named, oneOf, whole } from '@x/core/provider';
import * as v from 'valibot';
import { docs, oneRecord } from '../declarations.ts';
import { cursorPages, pageParams } from '../paging.ts';
import { broadcasterFields, broadcasterParams, nonEmptyStringUpTo, optionalIds, userFields } from '../schema.ts';

export const predictionSchema = v.object({
  /** ID of the prediction. */
  id: v.string(),
  ...broadcasterFields,
  /** Question that viewers bet on. */
  title: v.string(),
  /** ID of the outcome that won. Null until the prediction is resolved. */
  winning_outcome_id: v.nullable(v.string()),
  /** Possible outcomes, 2 to 10. */
  outcomes: v.array(
    v.object({
      /** ID of the outcome. */
      id: v.string(),
      /** Text of the outcome. */
      title: v.string(),
      /** Number of viewers who chose the outcome. */
      users: v.number(),
      /** Number of points that viewers bet on the outcome. */
      channel_points: v.number(),
      /** Viewers who bet the most on the outcome. Null when nobody has chosen it. */
      top_predictors: v.nullable(
        v.array(
          v.object({
            ...userFields,
            /** Points that the viewer bet. */
            channel_points_used: v.number(),
            /** Points that the viewer won. Null until the prediction is resolved. */
            channel_points_won: v.nullable(v.number()),
          }),
        ),
      ),
      /** Color of the outcome: of two outcomes the first is `BLUE` and the second `PINK`, of more all are `BLUE`. */
      color: known('BLUE', 'PINK'),
    }),
  ),
  /** Seconds in which viewers can bet. */
  prediction_window: v.number(),
  /**
   * State of the prediction. `ACTIVE` takes bets, `LOCKED` takes no more, `RESOLVED` has paid out, `CANCELED` has
   * returned all points.
   */
  status: known('ACTIVE', 'CANCELED', 'LOCKED', 'RESOLVED'),
  /** When the prediction started, RFC 3339. */
  created_at: v.string(),
  /** When the prediction was resolved or canceled, RFC 3339. Null until then. */
  ended_at: v.nullable(v.string()),
  /** When the prediction was locked, RFC 3339. Null until then. */
  locked_at: v.nullable(v.string()),
});

/** A question that viewers bet channel points on. */
export interface Prediction extends v.InferOutput<typeof predictionSchema> {}

const manageScopes = ['channel:manage:predictions'];

/** Predictions of a broadcaster, who must be the token's user. */
export const predictions = {
  /** Lists predictions, newest first, or finds predictions by ID. */
  list: list({
    method: 'GET',
    path: '/predictions',
    personal: true,
    auth: 'user',
    scopes: ['channel:read:predictions', ...manageScopes],
    query: v.object({
      ...broadcasterParams,
      ...pageParams,
      /** Page size, 1 to 25. Default 20, or 25 when you iterate. */
      first: v.optional(whole(1, 25)),
      /** IDs of predictions, any number; more than 25 are split into several requests. Default: all predictions. */
      id: optionalIds,
    }),
    item: named<Prediction>(predictionSchema),
    paging: cursorPages,
    ids: { params: ['id'], max: 25 },
    docs: docs('predictions/#get-predictions'),
  }),

  /**
   * Starts a prediction. Fails with `rejected` while another one is neither resolved nor canceled.
   *
   * @keywords bet, outcomes
   */
  create: endpoint({
    method: 'POST',
    path: '/predictions',
    auth: 'user',
    scopes: manageScopes,
    body: v.object({
      ...broadcasterParams,
      /** Question to bet on, 1 to 45 characters. */
      title: nonEmptyStringUpTo(45),
      /** Possible outcomes, 2 to 10. */
      outcomes: v.pipe(
        v.array(
          v.object({
            /** Text of the outcome, 1 to 25 characters. */
            title: nonEmptyStringUpTo(25),
          }),
        ),
        v.minLength(2),
        v.maxLength(10),
      ),
      /** Seconds in which viewers can bet, 30 to 1,800. */
      prediction_window: whole(30, 1800),
    }),
    ...oneRecord(named<Prediction>(predictionSchema)),
    docs: docs('predictions/#create-prediction'),
  }),

  /**
   * Locks, resolves or cancels a prediction, and returns it. Fails with `rejected` when its state does not allow that.
   * The platform cancels a prediction that is not resolved within 24 hours after it was locked.
   *
   * @keywords close, winner, payout
   */
  end: endpoint({
    method: 'PATCH',
    path: '/predictions',
    personal: true,
    auth: 'user',
    scopes: manageScopes,
    body: v.pipe(
      v.object({
        ...broadcasterParams,
        /** ID of the prediction. */
        id: v.string(),
        /** `LOCKED` takes no more bets, `RESOLVED` pays out, `CANCELED` returns all points. */
        status: oneOf(['RESOLVED', 'CANCELED', 'LOCKED']),
        /** ID of the outcome that won. Required when `status` is `RESOLVED`. */
        winning_outcome_id: v.optional(v.string()),
      }),
      v.check(
        ({ status, winning_outcome_id }) => status !== 'RESOLVED' || winning_outcome_id !== undefined,
        'winning_outcome_id is required when status is RESOLVED',
      ),
    ),
    ...oneRecord(named<Prediction>(predictionSchema)),
    docs: docs('predictions/#end-prediction'),
  }),
};

import { endpoint, known, list, named, oneOf, whole } from '@x/core/provider';
import * as v from 'valibot';
import { docs, oneRecord } from '../declarations.ts';
import { cursorPages, pageParams } from '../paging.ts';
import { broadcasterFields, broadcasterParams, nonEmptyStringUpTo, optionalIds } from '../schema.ts';

export const pollSchema = v.object({
  /** ID of the poll. */
  id: v.string(),
  ...broadcasterFields,
  /** Question that viewers vote on. */
  title: v.string(),
  /** Possible choices, 2 to 5. */
  choices: v.array(
    v.object({
      /** ID of the choice. */
      id: v.string(),
      /** Text of the choice. */
      title: v.string(),
      /** Number of all votes for the choice, including those bought with channel points. */
      votes: v.number(),
      /** Number of votes for the choice that were bought with channel points. */
      channel_points_votes: v.number(),
      /** Number of votes that were bought with Bits; no longer used, always 0. */
      bits_votes: v.number(),
    }),
  ),
  /** Whether votes can be bought with Bits; no longer used, always false. */
  bits_voting_enabled: v.boolean(),
  /** Price of a vote in Bits; no longer used, always 0. */
  bits_per_vote: v.number(),
  /** Whether viewers can buy further votes with channel points. */
  channel_points_voting_enabled: v.boolean(),
  /** Price of a further vote in channel points. */
  channel_points_per_vote: v.number(),
  /** State of the poll. `TERMINATED` was ended early, `ARCHIVED` is hidden from viewers, `MODERATED` was deleted. */
  status: known('ACTIVE', 'COMPLETED', 'TERMINATED', 'ARCHIVED', 'MODERATED', 'INVALID'),
  /** Length of the poll in seconds. */
  duration: v.number(),
  /** When the poll started, RFC 3339. */
  started_at: v.string(),
  /** When the poll ended, RFC 3339. Null or absent while it is running. */
  ended_at: v.nullish(v.string()),
});

/** A question that viewers vote on. */
export interface Poll extends v.InferOutput<typeof pollSchema> {}

const manageScopes = ['channel:manage:polls'];

/** Polls of a broadcaster, who must be the token's user. */
export const polls = {
  /**
   * Lists the polls of the last 90 days, newest first, or finds polls by ID. Fails with `not_found` when none of the
   * IDs exists.
   */
  list: list({
    method: 'GET',
    path: '/polls',
    personal: false,
    auth: 'user',
    scopes: ['channel:read:polls', ...manageScopes],
    query: v.object({
      ...broadcasterParams,
      ...pageParams,
      /** Page size, 1 to 20. Default 20. */
      first: v.optional(whole(1, 20)),
      /** IDs of polls, any number; more than 20 are split into several requests. Default: all polls. */
      id: optionalIds,
    }),
    item: named<Poll>(pollSchema),
    paging: cursorPages,
    ids: { params: ['id'], max: 20 },
    docs: docs('polls/#get-polls'),
  }),

  /**
   * Starts a poll. Fails with `rejected` while another poll is running.
   *
   * @keywords vote, question, choices
   */
  create: endpoint({
    method: 'POST',
    path: '/polls',
    auth: 'user',
    scopes: manageScopes,
    body: v.object({
      ...broadcasterParams,
      /** Question to vote on, 1 to 60 characters. */
      title: nonEmptyStringUpTo(60),
      /** Possible choices, 2 to 5. */
      choices: v.pipe(
        v.array(
          v.object({
            /** Text of the choice, 1 to 25 characters. */
            title: nonEmptyStringUpTo(25),
          }),
        ),
        v.minLength(2),
        v.maxLength(5),
      ),
      /** Length of the poll, 15 to 1,800 seconds. */
      duration: whole(15, 1800),
      /** Whether viewers can buy further votes with channel points. Default false. */
      channel_points_voting_enabled: v.optional(v.boolean()),
      /** Price of a further vote, 1 to 1,000,000 channel points. Needs `channel_points_voting_enabled: true`. */
      channel_points_per_vote: v.optional(whole(1, 1_000_000)),
    }),
    ...oneRecord(named<Poll>(pollSchema)),
    docs: docs('polls/#create-poll'),
  }),

  /**
   * Ends the running poll before its time, and returns it. Fails with `rejected` when it is not running.
   *
   * @keywords close, stop, result
   */
  end: endpoint({
    method: 'PATCH',
    path: '/polls',
    auth: 'user',
    scopes: manageScopes,
    body: v.object({
      ...broadcasterParams,
      /** ID of the running poll. */
      id: v.string(),
      /** `TERMINATED` leaves the result visible to viewers, `ARCHIVED` hides it. */
      status: oneOf(['TERMINATED', 'ARCHIVED']),
    }),
    ...oneRecord(named<Poll>(pollSchema)),
    docs: docs('polls/#end-poll'),
  }),
};

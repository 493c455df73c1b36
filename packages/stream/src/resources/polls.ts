import { endpoint, known, list, named, whole } from '@x/core';
import * as v from 'valibot';
import { docs, oneRecord } from '../declarations.ts';
import { cursorPages, pageParams } from '../paging.ts';
import { broadcasterFields, broadcasterParams, nonEmptyStringUpTo, optionalIds } from '../schema.ts';

const pollSchema = v.object({
  id: v.string(),
  ...broadcasterFields,
  title: v.string(),
  choices: v.array(
    v.object({
      id: v.string(),
      title: v.string(),
      votes: v.number(),
      channel_points_votes: v.number(),
      bits_votes: v.number(),
    }),
  ),
  bits_voting_enabled: v.boolean(),
  bits_per_vote: v.number(),
  channel_points_voting_enabled: v.boolean(),
  channel_points_per_vote: v.number(),
  status: known('ACTIVE', 'COMPLETED', 'TERMINATED', 'ARCHIVED', 'MODERATED', 'INVALID'),
  duration: v.number(),
  started_at: v.string(),
  /** RFC 3339; null or absent while the poll is running. */
  ended_at: v.nullish(v.string()),
});

/**
 * A question to the viewers. `votes` counts all votes, those bought with points too; `ended_at` is null or absent while
 * it runs. What is about Bits is always 0 and false.
 */
export interface Poll extends v.InferOutput<typeof pollSchema> {}

const manageScopes = ['channel:manage:polls'];

/** Polls of a broadcaster, who must be the token's user. */
export const polls = {
  /**
   * Lists the polls of the last 90 days, newest first, or those with these ids, any number, 20 per request; `not_found`
   * when none of them exists. `first` is 1 to 20, default 20.
   *
   * @see https://dev.twitch.tv/docs/api/reference/#get-polls
   */
  list: list({
    method: 'GET',
    path: '/polls',
    auth: 'user',
    scopes: ['channel:read:polls', ...manageScopes],
    query: v.object({ ...broadcasterParams, ...pageParams, first: v.optional(whole(1, 20)), id: optionalIds }),
    item: named<Poll>(pollSchema),
    paging: cursorPages,
    ids: { params: ['id'], max: 20 },
    docs: docs('get-polls'),
  }),

  /**
   * Starts a poll for 15 to 1,800 seconds. `title` has up to 60 characters; 2 to 5 choices of up to 25 each. A further
   * vote costs `channel_points_per_vote`, 1 to 1,000,000, where `channel_points_voting_enabled`. `rejected` while
   * another runs.
   *
   * @see https://dev.twitch.tv/docs/api/reference/#create-poll
   */
  create: endpoint({
    method: 'POST',
    path: '/polls',
    auth: 'user',
    scopes: manageScopes,
    body: v.object({
      ...broadcasterParams,
      title: nonEmptyStringUpTo(60),
      choices: v.pipe(v.array(v.object({ title: nonEmptyStringUpTo(25) })), v.minLength(2), v.maxLength(5)),
      duration: whole(15, 1800),
      channel_points_voting_enabled: v.optional(v.boolean()),
      channel_points_per_vote: v.optional(whole(1, 1_000_000)),
    }),
    ...oneRecord(named<Poll>(pollSchema)),
    docs: docs('create-poll'),
  }),

  /**
   * Ends the poll that runs: `TERMINATED` leaves it to be seen, `ARCHIVED` hides it. `rejected` when it does not run.
   *
   * @see https://dev.twitch.tv/docs/api/reference/#end-poll
   */
  end: endpoint({
    method: 'PATCH',
    path: '/polls',
    auth: 'user',
    scopes: manageScopes,
    body: v.object({ ...broadcasterParams, id: v.string(), status: v.picklist(['TERMINATED', 'ARCHIVED']) }),
    ...oneRecord(named<Poll>(pollSchema)),
    docs: docs('end-poll'),
  }),
};

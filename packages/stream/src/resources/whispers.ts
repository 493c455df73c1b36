import { endpoint } from '@x/core';
import * as v from 'valibot';
import { docs, noResult } from '../declarations.ts';

/** Private messages. */
export const whispers = {
  /**
   * Sends a private message from the token's user, who must be `from_user_id` and have a verified phone number. The
   * API cuts it off after 10,000 characters, or after 500 when the other has never whispered to this user; and it may
   * drop it without saying so. 3 a second, 100 a minute, 40 recipients a day, else `rate_limited`.
   *
   * @see https://dev.twitch.tv/docs/api/reference/#send-whisper
   */
  send: endpoint({
    method: 'POST',
    path: '/whispers',
    auth: 'user',
    scopes: ['user:manage:whispers'],
    query: v.object({ from_user_id: v.string(), to_user_id: v.string() }),
    body: v.object({ message: v.pipe(v.string(), v.nonEmpty()) }),
    ...noResult,
    docs: docs('send-whisper'),
  }),
};

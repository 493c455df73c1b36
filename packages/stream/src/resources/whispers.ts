import { endpoint } from '@x/core/provider';
import * as v from 'valibot';
import { docs, noResult } from '../declarations.ts';

/** Private messages between users. */
export const whispers = {
  /**
   * Sends a private message. The API may drop it without reporting that. Fails with `rate_limited` for more than 3
   * messages per second, 100 per minute, or 40 recipients per day.
   *
   * @keywords DM, direct message
   */
  send: endpoint({
    method: 'POST',
    path: '/whispers',
    auth: 'user',
    scopes: ['user:manage:whispers'],
    query: v.object({
      /** ID of the sender, who must have a verified phone number; must be the token's user. */
      from_user_id: v.string(),
      /** ID of the recipient. */
      to_user_id: v.string(),
    }),
    body: v.object({
      /**
       * Text of the message. The API cuts it off after 10,000 characters, or after 500 when the recipient has never
       * whispered to the sender.
       */
      message: v.pipe(v.string(), v.nonEmpty()),
    }),
    ...noResult,
    docs: docs('whispers/#send-whisper'),
  }),
};

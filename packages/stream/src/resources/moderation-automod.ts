import { endpoint, list, named, oneOf, whole } from '@x/core/provider';
import * as v from 'valibot';
import { docs, noResult, oneRecord } from '../declarations.ts';
import { singlePage } from '../paging.ts';
import {
  type AutoModSettings,
  autoModSettingsSchema,
  type MessageCheck,
  messageCheckSchema,
  perLevel,
} from '../records/moderation.ts';
import { broadcasterParams, moderatorParams } from '../schema.ts';

/** AutoMod, which holds back messages automatically. */
export const automod = {
  /**
   * Checks whether AutoMod would let messages pass. Fails with `rate_limited` for more than 5 calls per minute or 50
   * per hour; affiliates may make 10 and 100, partners 30 and 300.
   */
  check: list({
    method: 'POST',
    access: 'read',
    path: '/moderation/enforcements/status',
    personal: false,
    auth: 'app-or-user',
    scopes: ['moderation:read'],
    query: v.object(broadcasterParams),
    body: v.object({
      /** Messages to check, 1 to 100. */
      data: v.pipe(
        v.array(
          v.object({
            /** Your own ID of the message, which the result contains. */
            msg_id: v.string(),
            /** Text of the message. */
            msg_text: v.string(),
          }),
        ),
        v.nonEmpty(),
        v.maxLength(100),
      ),
    }),
    item: named<MessageCheck>(messageCheckSchema),
    paging: singlePage,
    idempotent: true,
    docs: docs('moderation/#check-automod-status'),
  }),

  /**
   * Publishes or removes a message that AutoMod holds back. Fails with `not_found` when the message is no longer held
   * back.
   */
  manage: endpoint({
    method: 'POST',
    path: '/moderation/automod/message',
    auth: 'app-or-user',
    scopes: ['moderator:manage:automod'],
    body: v.object({
      /** ID of the moderator; must be the token's user. */
      user_id: v.string(),
      /** ID of the message that AutoMod holds back. */
      msg_id: v.string(),
      /** `ALLOW` publishes the message, `DENY` removes it. */
      action: oneOf(['ALLOW', 'DENY']),
    }),
    ...noResult,
    docs: docs('moderation/#manage-held-automod-messages'),
  }),

  /** Strictness of AutoMod for each kind of offense. */
  settings: {
    /** Returns the levels of a channel. */
    get: endpoint({
      method: 'GET',
      path: '/moderation/automod/settings',
      personal: false,
      auth: 'app-or-user',
      scopes: ['moderator:read:automod_settings'],
      query: v.object(moderatorParams),
      ...oneRecord(named<AutoModSettings>(autoModSettingsSchema)),
      docs: docs('moderation/#get-automod-settings'),
    }),

    /**
     * Sets the levels of a channel, and returns them. Pass either `overall_level` or some of the other levels; levels
     * that are not passed become 0.
     */
    update: endpoint({
      method: 'PUT',
      path: '/moderation/automod/settings',
      auth: 'app-or-user',
      scopes: ['moderator:manage:automod_settings'],
      query: v.object(moderatorParams),
      body: v.object({
        /** Level that sets all others, 0 (off) to 4. Not together with the other levels. */
        overall_level: v.optional(whole(0, 4)),
        ...perLevel(v.optional(whole(0, 4))),
      }),
      ...oneRecord(named<AutoModSettings>(autoModSettingsSchema)),
      docs: docs('moderation/#update-automod-settings'),
    }),
  },
};

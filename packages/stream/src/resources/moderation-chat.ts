import { endpoint, list, named } from '@x/core/provider';
import * as v from 'valibot';
import { docs, noResult, oneRecord } from '../declarations.ts';
import { cursorPages, pageParams } from '../paging.ts';
import { type BlockedTerm, blockedTermSchema, type ShieldMode, shieldModeSchema } from '../records/moderation.ts';
import { moderatorParams } from '../schema.ts';

/** Words and phrases that users may not write. */
export const blockedTerms = {
  /** Lists the blocked terms of a channel that are not private, newest first. */
  list: list({
    method: 'GET',
    path: '/moderation/blocked_terms',
    personal: false,
    auth: 'app-or-user',
    scopes: ['moderator:read:blocked_terms', 'moderator:manage:blocked_terms'],
    query: v.object({ ...moderatorParams, ...pageParams }),
    item: named<BlockedTerm>(blockedTermSchema),
    paging: cursorPages,
    docs: docs('moderation/#get-blocked-terms'),
  }),

  /** Blocks a term, and returns it. If it is blocked already, returns the existing one. */
  create: endpoint({
    method: 'POST',
    path: '/moderation/blocked_terms',
    auth: 'app-or-user',
    scopes: ['moderator:manage:blocked_terms'],
    query: v.object(moderatorParams),
    body: v.object({
      /** Word or phrase, 2 to 500 characters. `*` at the start or end of a word stands for any characters. */
      text: v.pipe(v.string(), v.minLength(2), v.maxLength(500)),
    }),
    ...oneRecord(named<BlockedTerm>(blockedTermSchema)),
    docs: docs('moderation/#add-blocked-term'),
  }),

  /** Allows a blocked term again. */
  delete: endpoint({
    method: 'DELETE',
    path: '/moderation/blocked_terms',
    auth: 'app-or-user',
    scopes: ['moderator:manage:blocked_terms'],
    query: v.object({
      ...moderatorParams,
      /** ID of the blocked term. */
      id: v.string(),
    }),
    ...noResult,
    docs: docs('moderation/#remove-blocked-term'),
  }),
};

/** Removing messages from a chat. */
export const messages = {
  /**
   * Removes one message or all messages of a chat. Messages of the broadcaster, of other moderators, and messages
   * older than 6 hours are not removed.
   */
  delete: endpoint({
    method: 'DELETE',
    path: '/moderation/chat',
    auth: 'app-or-user',
    scopes: ['moderator:manage:chat_messages'],
    query: v.object({
      ...moderatorParams,
      /** ID of the message to remove. Default: all messages of the chat. */
      message_id: v.optional(v.string()),
    }),
    ...noResult,
    docs: docs('moderation/#delete-chat-messages'),
  }),
};

/** Shield Mode: settings against an attack, which a channel prepares and turns on or off together. */
export const shieldMode = {
  /** Returns whether Shield Mode is on. */
  get: endpoint({
    method: 'GET',
    path: '/moderation/shield_mode',
    personal: false,
    auth: 'app-or-user',
    scopes: ['moderator:read:shield_mode', 'moderator:manage:shield_mode'],
    query: v.object(moderatorParams),
    ...oneRecord(named<ShieldMode>(shieldModeSchema)),
    docs: docs('moderation/#get-shield-mode-status'),
  }),

  /** Turns Shield Mode on or off, and returns its state. */
  update: endpoint({
    method: 'PUT',
    path: '/moderation/shield_mode',
    auth: 'app-or-user',
    scopes: ['moderator:manage:shield_mode'],
    query: v.object(moderatorParams),
    body: v.object({
      /** True turns Shield Mode on, false turns it off. */
      is_active: v.boolean(),
    }),
    ...oneRecord(named<ShieldMode>(shieldModeSchema)),
    docs: docs('moderation/#update-shield-mode-status'),
  }),
};

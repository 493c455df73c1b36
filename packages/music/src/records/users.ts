import { known } from '@x/core';
import * as v from 'valibot';
import { followers, images, linkFields } from './shared.ts';

// Optional below is also what apps in development mode stopped getting in 2026.

export const publicUserSchema = v.object({
  ...linkFields('user'),
  /** Name of the user. Null when they have set none. */
  display_name: v.nullish(v.string()),
  /** How many users follow this one. Null or absent when unknown, and for apps in development mode. */
  followers,
  images: v.optional(images),
});

/** A user, as everybody sees them. `display_name` is null when they have set none. */
export interface PublicUser extends v.InferOutput<typeof publicUserSchema> {}

export const privateUserSchema = v.object({
  ...publicUserSchema.entries,
  account_id: v.optional(v.string()),
  country: v.optional(v.string()),
  email: v.optional(v.string()),
  explicit_content: v.optional(v.object({ filter_enabled: v.boolean(), filter_locked: v.boolean() })),
  product: v.optional(known('premium', 'free', 'open')),
});

/**
 * A user, as they see themselves. `account_id` never changes: link accounts by it, not by `id`. `country`,
 * `explicit_content` and `product` come with the scope `user-read-private`, `email` with `user-read-email`; nobody has
 * checked that the address is theirs.
 */
export interface PrivateUser extends v.InferOutput<typeof privateUserSchema> {}

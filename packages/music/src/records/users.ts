import { known } from '@x/core/provider';
import * as v from 'valibot';
import { followers, images, linkFields } from './shared.ts';

// Some fields are optional only because apps in development mode have not received them since 2026.

export const publicUserSchema = v.object({
  ...linkFields('user'),
  /** Display name of the user. Null when they have not set one. */
  display_name: v.nullish(v.string()),
  /** Followers of the user. Null or absent when unknown, and for apps in development mode. */
  followers,
  /** Profile pictures, widest first. Empty when the user has none. */
  images: v.optional(images),
});

/** The public profile of a user. */
export interface PublicUser extends v.InferOutput<typeof publicUserSchema> {}

export const privateUserSchema = v.object({
  ...publicUserSchema.entries,
  /** Stable pseudonymous ID of the account: link accounts by it, not by `id`. Absent in older responses. */
  account_id: v.optional(v.string()),
  /** Country of the account, ISO 3166-1 alpha-2. Needs `user-read-private`; absent in development mode. */
  country: v.optional(v.string()),
  /** Email address, not verified by the provider. Needs `user-read-email`; absent in development mode. */
  email: v.optional(v.string()),
  /** Filter for explicit content. Needs `user-read-private`; absent in development mode. */
  explicit_content: v.optional(
    v.object({
      /** Whether explicit content must not be played. */
      filter_enabled: v.boolean(),
      /** Whether the user is unable to change the filter. */
      filter_locked: v.boolean(),
    }),
  ),
  /** Subscription of the user; `open` means `free`. Needs `user-read-private`; absent in development mode. */
  product: v.optional(known('premium', 'free', 'open')),
});

/**
 * The user's own profile. `country`, `explicit_content` and `product` need the scope `user-read-private`, `email` needs
 * `user-read-email`.
 */
export interface PrivateUser extends v.InferOutput<typeof privateUserSchema> {}

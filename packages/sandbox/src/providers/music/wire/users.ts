import type { User } from '../data/users.ts';
import type { Links } from './links.ts';

/** Writes users as the API does. */
export function createUserWire({ trim, link }: Links) {
  const publicUser = (record: User) =>
    trim({
      ...link('user', record.id),
      display_name: record.displayName,
      followers: { href: null, total: record.followers },
      images: [],
    });

  return {
    /** Writes the public view of a user. */
    publicUser,

    /** Writes the user's own view; the scopes decide which fields it has. */
    privateUser: (record: User, scopes: readonly string[]) =>
      trim({
        ...publicUser(record),
        account_id: record.accountId,
        ...(scopes.includes('user-read-email') && { email: record.email }),
        ...(scopes.includes('user-read-private') && {
          country: record.country,
          explicit_content: { filter_enabled: record.filtersExplicit, filter_locked: false },
          product: record.product,
        }),
      }),
  };
}

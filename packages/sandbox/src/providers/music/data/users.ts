import type { Random } from '../../../shared/random.ts';
import { catalogMarkets, userNames } from './source.ts';

export interface User {
  readonly id: string;
  /** Pseudonymous ID that stays the same when `id` changes. */
  readonly accountId: string;
  readonly displayName: string | null;
  readonly email: string;
  readonly country: string;
  readonly product: 'premium' | 'free';
  readonly filtersExplicit: boolean;
  followers: number;
}

/** Invents users: the first is a premium user from the US, every third filters explicit content. */
export function makeUsers(random: Random, count: number): readonly User[] {
  return Array.from({ length: count }, (_, at): User => {
    const name = userNames[at] ?? `listener${at}`;
    return {
      id: name,
      accountId: random.text(28),
      displayName: at % 5 === 4 ? null : name.charAt(0).toUpperCase() + name.slice(1),
      email: `listener${at}@example.com`,
      country: at === 0 ? 'US' : random.pick(catalogMarkets),
      product: at % 2 === 0 ? 'premium' : 'free',
      filtersExplicit: at % 3 === 2,
      followers: random.int(0, 500),
    };
  });
}

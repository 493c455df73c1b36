import type { WorldBase } from './context.ts';

/** A user under three names: `broadcaster_id`, `broadcaster_login` and `broadcaster_name` for the prefix `broadcaster`. */
export type Named<Prefix extends string> = Record<`${Prefix}_id` | `${Prefix}_login` | `${Prefix}_name`, string>;

/** Writes the user `id` as answers and events do; empty names for an empty or unknown id. */
export function named<Prefix extends string>(world: WorldBase, prefix: Prefix, id: string): Named<Prefix> {
  const user = world.users().byId.get(id);
  return {
    [`${prefix}_id`]: id,
    [`${prefix}_login`]: user?.login ?? '',
    [`${prefix}_name`]: user?.display_name ?? '',
  } as Named<Prefix>;
}

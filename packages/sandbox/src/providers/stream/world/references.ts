import { refer } from '../../../own-records.ts';
import type { StreamGameReference } from '../own-records.ts';
import type { Base } from './base.ts';
import type { Placed } from './own.ts';

/** The games that records can name. */
export type Games = Parameters<typeof namedGame>[0];

type Named = Readonly<Record<string, unknown>>;

/**
 * The user that a record names by its fields `<prefix>_id`, `<prefix>_login` or `<prefix>_name`.
 *
 * @throws TypeError when there is no such user, when the fields name two, or when none is set.
 */
export function namedUser(
  { users }: Pick<Base, 'users'>,
  { record, place }: Omit<Placed<object>, 'label'>,
  prefix: string,
) {
  const { all, byId, byLogin } = users();
  const given = (field: string) => (record as Named)[`${prefix}_${field}`] as string | undefined;
  const [id, login, name] = [given('id'), given('login'), given('name')];
  const found = [
    id !== undefined && refer(`${place}.${prefix}_id`, id, byId.get(id), 'the id of a user'),
    login !== undefined &&
      refer(`${place}.${prefix}_login`, login, byLogin.get(login), 'the login of a user', [...byLogin.keys()]),
    name !== undefined &&
      refer(
        `${place}.${prefix}_name`,
        name,
        all.find((user) => user.display_name === name),
        'the display name of a user',
        all.map((user) => user.display_name),
      ),
  ].filter((user) => user !== false);
  const [user] = found;
  if (!user)
    throw new TypeError(`${place}.${prefix}_id is required: the id of a user, unless the record has a name of one`);
  if (found.some((other) => other !== user)) throw new TypeError(`${place} must name one user; it names two`);
  return user;
}

/** The game that a record names; null where the name is empty, undefined where it names none. */
export function namedGame<Game extends { readonly id: string; readonly name: string }>(
  { byId, byName }: { readonly byId: ReadonlyMap<string, Game>; readonly byName: ReadonlyMap<string, Game> },
  { record, place }: Placed<StreamGameReference>,
): Game | null | undefined {
  const { game_id: id, game_name: name } = record;
  if (id === undefined && name === undefined) return undefined;
  if (!id && !name) return null;
  const found = id
    ? refer(`${place}.game_id`, id, byId.get(id), 'the id of a game')
    : refer(`${place}.game_name`, name ?? '', byName.get(name ?? ''), 'the name of a game', [...byName.keys()]);
  if (name && name !== found.name)
    throw new TypeError(`${place}.game_name must be that of the game ${id}, "${found.name}"`);
  return found;
}

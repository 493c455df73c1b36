import { invalid } from '../../../shared/check-fields.ts';
import type { SandboxContext } from '../../../shared/context.ts';
import { labelsOf, ownOf, placeOf, type Records, refer } from '../../../shared/own-records.ts';
import type { OwnRecords, StreamGameReference } from '../own-data.ts';

/** A record of your own and where it is in the options. */
export interface Placed<Own> {
  readonly record: Own;
  readonly place: string;
  /** Label under which its values are drawn from the seed, derived from its title. */
  readonly label: string;
}

export function placed<Own extends object>(list: keyof OwnRecords, option: Records<Own> | undefined): Placed<Own>[] {
  const records = ownOf(option);
  const labels = labelsOf(records, (record) => ('title' in record ? String(record.title) : ''));
  return records.map((record, index) => {
    return { record, place: placeOf(`stream.${list}`, option, index), label: labels[index] ?? '' };
  });
}

/** Returns the ID of a record that has none: ten digits starting with a 9, which no generated record has. */
export const ownId = (random: SandboxContext['random'], label: string): string =>
  `9${random(`own-ids/${label}`).text(9, '0123456789')}`;

/**
 * Adds your own records to the generated ones. Each replaces the one with its ID or, if it has none, with its name.
 *
 * @throws ApiError `invalid_params` if another record has the name.
 */
export function mergeNamed<Own extends { readonly id?: string | undefined }, Made extends { readonly id: string }>(
  generated: readonly Made[],
  own: readonly Placed<Own>[],
  key: keyof Own & keyof Made & string,
  make: (record: Own, knownId: string | undefined) => Made,
): Made[] {
  const all = [...generated];
  for (const { record, place } of own) {
    const name = String(record[key]);
    const hasName = (other: Made) => other[key] === name;
    const known = all.findIndex((other) => (record.id === undefined ? hasName(other) : other.id === record.id));
    const other = all.find((each, index) => hasName(each) && index !== known);
    if (other)
      throw invalid(`${place}.${key} must be unique; ${other.id} has "${name}" already: set this ID to replace it`);
    const made = make(record, all[known]?.id);
    if (known < 0) all.push(made);
    else all[known] = made;
  }
  return all;
}

/** The games that records can name. */
export type Games = Parameters<typeof namedGame>[0];

type Named = Readonly<Record<string, unknown>>;

/**
 * Returns the user that a record names by its fields `<prefix>_id`, `<prefix>_login` or `<prefix>_name`.
 *
 * @throws ApiError `invalid_params` if there is no such user, if the fields name two, or if none is set.
 */
export function namedUser<User extends { readonly display_name: string }>(
  { users }: { users(): { all: readonly User[]; byId: ReadonlyMap<string, User>; byLogin: ReadonlyMap<string, User> } },
  { record, place }: Omit<Placed<object>, 'label'>,
  prefix: string,
): User {
  const { all, byId, byLogin } = users();
  const given = (field: string) => (record as Named)[`${prefix}_${field}`] as string | undefined;
  const [id, login, name] = [given('id'), given('login'), given('name')];
  const found = [
    id !== undefined && refer(`${place}.${prefix}_id`, id, byId.get(id), 'the ID of a user'),
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
    throw invalid(`${place}.${prefix}_id is required: the ID of a user, unless the record has the user's name`);
  if (found.some((other) => other !== user)) throw invalid(`${place} must name one user; it names two`);
  return user;
}

/** Returns the game that a record names: null if the name is empty, undefined if it names none. */
export function namedGame<Game extends { readonly id: string; readonly name: string }>(
  { byId, byName }: { readonly byId: ReadonlyMap<string, Game>; readonly byName: ReadonlyMap<string, Game> },
  { record, place }: Placed<StreamGameReference>,
): Game | null | undefined {
  const { game_id: id, game_name: name } = record;
  if (id === undefined && name === undefined) return undefined;
  if (!id && !name) return null;
  const found = id
    ? refer(`${place}.game_id`, id, byId.get(id), 'the ID of a game')
    : refer(`${place}.game_name`, name ?? '', byName.get(name ?? ''), 'the name of a game', [...byName.keys()]);
  if (name && name !== found.name) throw invalid(`${place}.game_name must be the name of game ${id}, "${found.name}"`);
  return found;
}

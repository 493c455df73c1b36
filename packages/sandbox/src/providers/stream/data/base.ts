import type { SandboxContext } from '../../../shared/context.ts';
import { lazy } from '../../../shared/lazy.ts';
import type { Random } from '../../../shared/random.ts';
import samples from '../events/events.json' with { type: 'json' };
import type { Settings } from '../options.ts';
import type { StreamUserRecord } from '../own-data.ts';
import { mergeNamed, ownId, placed } from './own.ts';
import data from './stream.json' with { type: 'json' };
import { assetHost, indexBy, setFields, timestamp, userId } from './values.ts';

export const words = (list: string): string[] => list.split(' ');

export const adjectives = words(data.adjectives);
export const nouns = words(data.nouns);

/** Something that happened, which EventSub reports to its subscribers. */
export interface Happening {
  /** Subscription type, such as `channel.update`. */
  readonly type: string;
  /** Version of the type whose `event` this is; a type with several is published once per version. */
  readonly version: string;
  /** IDs that it concerns, under the names that conditions use: `broadcaster_user_id`, `user_id`, `reward_id`, … */
  readonly subject: Readonly<Record<string, string>>;
  /** The `event` member of the notification. */
  readonly event: object;
}

/** Event bus from the world to EventSub. */
export interface Events {
  publish(happening: Happening): void;
  listen(listener: (happening: Happening) => void): void;
}

/** Creates the event bus of one sandbox. */
function createEvents(): Events {
  const listeners: ((happening: Happening) => void)[] = [];
  return {
    publish(happening) {
      for (const listener of listeners) listener(happening);
    },
    listen(listener) {
      listeners.push(listener);
    },
  };
}

/**
 * A user under three names: `broadcaster_id`, `broadcaster_login` and `broadcaster_name` for the prefix `broadcaster`.
 */
type Named<Prefix extends string> = Record<`${Prefix}_id` | `${Prefix}_login` | `${Prefix}_name`, string>;

/** A user as `GET /users` returns it, plus the stream key. `email` is only sent to the user's own token. */
export type User = ReturnType<typeof createUsers>[number];

/** Creates the users, the most popular first and your own last. */
function createUsers(
  context: SandboxContext,
  { users: count, own: { users: option } }: Pick<Settings, 'users' | 'own'>,
  epoch: number,
) {
  const { random } = context;
  const draw = random('users');
  const keys = random('stream keys');
  const logins = new Set<string>();
  const generated = Array.from({ length: count }, (_, rank) => {
    let name = draw.pick(adjectives) + draw.pick(nouns);
    if (logins.has(name.toLowerCase())) name += rank;
    const login = name.toLowerCase();
    logins.add(login);
    const share = rank / count;
    const broadcaster_type = share < 0.1 ? ('partner' as const) : share < 0.6 ? ('affiliate' as const) : ('' as const);
    const type = rank % 250 === 249 ? 'staff' : '';
    return describeUser(draw, keys, epoch, { id: userId(rank), login, name, type, broadcaster_type });
  });
  return mergeNamed(generated, placed('users', option), 'login', (record, knownId) =>
    ownUser(random, epoch, record, knownId),
  );
}

/** Data about a user that is not drawn from the seed. */
interface KnownUser {
  readonly id: string;
  readonly login: string;
  readonly name: string;
  readonly type: string;
  readonly broadcaster_type: 'partner' | 'affiliate' | '';
}

/** Creates a user from the known data and random values. */
function describeUser(draw: Random, keys: Random, epoch: number, known: KnownUser) {
  const { id, login, name, type, broadcaster_type } = known;
  return {
    id,
    login,
    display_name: draw.int(0, 2) === 0 ? login : name,
    type,
    broadcaster_type,
    description: draw.int(0, 4) === 0 ? '' : `${name} streams ${draw.pick(nouns).toLowerCase()} things.`,
    profile_image_url: `${assetHost}/profile/${login}-300x300.png`,
    offline_image_url: draw.int(0, 1) === 0 ? '' : `${assetHost}/offline/${login}-1920x1080.png`,
    view_count: 0,
    email: `${login}@mail.example`,
    stream_key: `live_${id}_${keys.text(30)}`,
    created_at: timestamp(epoch - draw.int(40 * 86_400, 3_650 * 86_400) * 1000),
  };
}

type GeneratedUser = ReturnType<typeof describeUser>;

/** Creates a user of your own, with the ID of the generated user that it replaces. */
function ownUser(
  random: SandboxContext['random'],
  epoch: number,
  record: StreamUserRecord,
  knownId?: string,
): GeneratedUser {
  const { login, display_name: name = login } = record;
  const id = knownId ?? record.id ?? ownId(random, `users/${login}`);
  const [draw, keys] = [random(`own-users/${login}`), random(`own-stream-keys/${login}`)];
  const drawn = describeUser(draw, keys, epoch, { id, login, name, type: '', broadcaster_type: '' });
  return { ...drawn, ...setFields(record), id, login, display_name: name };
}

/** Returns the fields of an event, with null in each. */
const blank = (sample: object) =>
  Object.fromEntries(
    Object.keys(sample)
      .filter((name) => !name.startsWith('...'))
      .map((name) => [name, null]),
  );

/** The event of `channel.chat.message` with null in every field. */
export const blankMessage = blank(samples['channel.chat.message']['1'].sample);

/** The event of `channel.chat.notification` with null in every field. */
export const blankNotice = blank(samples['channel.chat.notification']['1'].sample);

const blankModeration = {
  1: blank(samples['channel.moderate']['1'].sample),
  2: blank(samples['channel.moderate']['2'].sample),
};

/**
 * Base of all parts of the sandbox's data. The parts form layers, and each gets only the layers below it. Parts take
 * commands and publish what happened as events.
 */
export type Base = ReturnType<typeof createBase>;

/** Creates the base from `context`'s seed. */
export function createBase(context: SandboxContext, settings: Settings) {
  const { random, clock } = context;
  // Full hours, so that the data does not depend on the exact time of the start.
  const epoch = Math.floor(context.startedAt / 3_600_000) * 3_600_000;
  const events = createEvents();
  /** Every user, the most popular first. */
  const users = lazy(() => {
    const all = createUsers(context, settings, epoch);
    // Only these feed the generated data, so your own users do not change it.
    const generated = all.slice(0, settings.users);
    return { all, generated, byId: indexBy(all, ({ id }) => id), byLogin: indexBy(all, ({ login }) => login) };
  });

  /** Returns the user `id` as responses and events name it. The names are empty for an empty or unknown ID. */
  function named<Prefix extends string>(prefix: Prefix, id: string): Named<Prefix> {
    const user = users().byId.get(id);
    return {
      [`${prefix}_id`]: id,
      [`${prefix}_login`]: user?.login ?? '',
      [`${prefix}_name`]: user?.display_name ?? '',
    } as Named<Prefix>;
  }

  /** Publishes what happened in a channel. `version` defaults to 1, and the event starts with the channel's names. */
  function publish(
    broadcasterId: string,
    type: string,
    event: object,
    { version = '1', subject = {} }: { version?: string; subject?: Readonly<Record<string, string>> } = {},
  ): void {
    events.publish({
      type,
      version,
      subject: { broadcaster_user_id: broadcasterId, ...subject },
      event: { ...named('broadcaster_user', broadcasterId), ...event },
    });
  }

  /**
   * Publishes a moderator's action in both versions of `channel.moderate`. `details` has the field that the action
   * fills.
   */
  function moderate(broadcasterId: string, moderatorId: string, action: string, details: object = {}): void {
    for (const version of ['1', '2'] as const) {
      if (action === 'warn' && version === '1') continue; // version 1 has no warnings
      const moderator = named('moderator_user', moderatorId);
      const event = { ...blankModeration[version], ...moderator, action, ...details };
      publish(broadcasterId, 'channel.moderate', event, { version });
    }
  }

  return {
    random,
    clock,
    settings,
    /** Present of the generated data, in Unix milliseconds. No generated record is newer. */
    epoch,
    events,
    users,
    named,
    publish,
    moderate,
    now: () => clock.now(),
    /** Whether a channel earns money, as affiliates and partners do. */
    isPaid: (id: string) => Boolean(users().byId.get(id)?.broadcaster_type),
  };
}

import { cheermotePrefixes, cheermoteTiers } from '../../../data/stream-extras.ts';
import type { WorldContext } from './context.ts';
import type { Follows } from './follows.ts';
import type { HypeTrains } from './hype-trains.ts';
import { named } from './named.ts';
import { publishInChannel } from './publish.ts';

/** That a user gave Bits to a channel. */
export interface Cheer {
  readonly userId: string;
  readonly bits: number;
  /** Unix milliseconds. */
  readonly at: number;
}

/** The Bits given to all channels. */
export interface Bits {
  of(broadcasterId: string): readonly Cheer[];
  cheer(broadcasterId: string, userId: string, bits: number, message: string): void;
  /** Uses Bits for a power-up of the channel. */
  redeem(broadcasterId: string, userId: string, bits: number, powerUp: { title: string; reward_id: string }): void;
}

/** The parts of the world that giving Bits uses. */
interface BitsParts {
  follows(): Follows;
  hypeTrains(): HypeTrains;
}

/** Lets followers have cheered in the last two years. */
export function createBits({ random, world, epoch }: WorldContext<BitsParts>): Bits {
  const channels = new Map<string, Cheer[]>();

  function of(broadcasterId: string): Cheer[] {
    const known = channels.get(broadcasterId);
    if (known) return known;
    const draw = random(`bits/${broadcasterId}`);
    const isPaid = world.users().byId.get(broadcasterId)?.broadcaster_type;
    const cheers = (isPaid ? world.follows().to(broadcasterId) : []).flatMap(({ userId }) =>
      Array.from({ length: draw.int(0, 2) }, () => ({
        userId,
        bits: draw.pick([1, 10, 50, 100, 250, 1000]) * draw.int(1, 4),
        at: epoch - draw.int(60, 730 * 86_400) * 1000,
      })),
    );
    channels.set(broadcasterId, cheers);
    return cheers;
  }

  return {
    of,
    cheer(broadcasterId, userId, bits, message) {
      of(broadcasterId).push({ userId, bits, at: world.now() });
      const user = named(world, 'user', userId);
      publishInChannel(world, broadcasterId, 'channel.cheer', { is_anonymous: false, ...user, message, bits });
      publishInChannel(world, broadcasterId, 'channel.bits.use', {
        ...user,
        bits,
        type: 'cheer',
        message: { text: message, fragments: cutFragments(message) },
        power_up: null,
        custom_power_up: null,
      });
      world.hypeTrains().contribute(broadcasterId, userId, 'bits', bits);
    },
    redeem(broadcasterId, userId, bits, powerUp) {
      of(broadcasterId).push({ userId, bits, at: world.now() });
      publishInChannel(world, broadcasterId, 'channel.bits.use', {
        ...named(world, 'user', userId),
        bits,
        type: 'custom_power_up',
        message: null,
        power_up: null,
        custom_power_up: powerUp,
      });
      world.hypeTrains().contribute(broadcasterId, userId, 'bits', bits);
    },
  };
}

const cheermote = new RegExp(`\\b(${cheermotePrefixes.join('|')})(\\d+)\\b`, 'i');

/** Cuts a message into its cheermotes and the text between them. */
export function cutFragments(text: string): object[] {
  const [found, prefix = '', bits = ''] = cheermote.exec(text) ?? [];
  if (found === undefined) return text ? [fragment('text', text)] : [];
  const start = text.indexOf(found);
  const tier = cheermoteTiers.findLastIndex((each) => each.bits <= Number(bits)) + 1;
  return [
    ...cutFragments(text.slice(0, start)),
    fragment('cheermote', found, { prefix: prefix.toLowerCase(), bits: Number(bits), tier }),
    ...cutFragments(text.slice(start + found.length)),
  ];
}

const fragment = (type: string, text: string, mote: object | null = null) => ({
  type,
  text,
  emote: null,
  cheermote: mote,
});

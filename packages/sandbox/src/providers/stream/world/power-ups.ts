import { handmadePowerUps } from '../../../data/stream-chat.ts';
import type { Bits } from './bits.ts';
import type { WorldContext } from './context.ts';
import { named } from './named.ts';
import { publishInChannel } from './publish.ts';
import { timestamp, uuid } from './values.ts';

/** Something that a broadcaster offers for Bits. Apps can only read it. */
export interface PowerUp {
  readonly id: string;
  readonly broadcasterId: string;
  readonly title: string;
  readonly prompt: string;
  /** Price. */
  readonly bits: number;
  readonly isInputRequired: boolean;
}

/** The custom power-ups of all channels. */
export interface PowerUps {
  /** By id, ascending. */
  of(broadcasterId: string): PowerUp[];
  find(powerUpId: string): PowerUp | undefined;
  /** Redeems one as a viewer and returns the id of the redemption. Throws `RangeError` where the site would not offer it. */
  redeem(powerUp: PowerUp, userId: string, input: string): string;
}

/** Makes the power-ups: each affiliate and partner has two, made by hand. */
export function createPowerUps({ random, world }: WorldContext<{ bits(): Bits }>): PowerUps {
  const draw = random('power-ups');
  const all = new Map<string, PowerUp>();
  for (const { id: broadcasterId, broadcaster_type } of world.users().all) {
    if (!broadcaster_type) continue;
    for (const { inputRequired: isInputRequired, ...powerUp } of handmadePowerUps) {
      const id = uuid(draw);
      all.set(id, { ...powerUp, id, broadcasterId, isInputRequired });
    }
  }

  return {
    of: (broadcasterId) =>
      [...all.values()]
        .filter((powerUp) => powerUp.broadcasterId === broadcasterId)
        .sort((one, other) => (one.id < other.id ? -1 : 1)),
    find: (powerUpId) => all.get(powerUpId),
    redeem({ id: powerUpId, broadcasterId, title, prompt, bits, isInputRequired }, userId, input) {
      if (isInputRequired && !input) throw new RangeError(`the power-up "${title}" needs input: set input`);
      const id = uuid(draw);
      const event = {
        id,
        ...named(world, 'user', userId),
        user_input: isInputRequired ? input : '',
        status: 'fulfilled',
        custom_power_up: { id: powerUpId, title, bits, prompt },
        redeemed_at: timestamp(world.now()),
      };
      const subject = { reward_id: powerUpId };
      publishInChannel(world, broadcasterId, 'channel.custom_power_up_redemption.add', event, { subject });
      world.bits().redeem(broadcasterId, userId, bits, { title, reward_id: powerUpId });
      return id;
    },
  };
}

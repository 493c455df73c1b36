import { expect, expectTypeOf, it } from 'vitest';
import { eventSubTypes } from '../event-sub-types.ts';
import {
  type AdBreakCondition,
  type ChatCondition,
  type DropCondition,
  type EventSubCondition,
  type EventSubType,
  type ModeratorCondition,
  type RaidCondition,
  type RewardCondition,
  type ShardCondition,
  subscriptions,
  type WantedSubscription,
} from '../events.ts';

it('there is a function for every type, which fills in the latest version and every field of the condition', () => {
  for (const [type, versions] of Object.entries(eventSubTypes)) {
    const name = type.replace(/[._]([a-z])/g, (_, letter) => letter.toUpperCase());
    const create = subscriptions[name as keyof typeof subscriptions] as (...args: unknown[]) => WantedSubscription;
    const [version = '', { required = [], oneOf = [] }] = Object.entries<{
      required?: readonly string[];
      oneOf?: readonly string[];
    }>(versions).at(-1) ?? ['', {}];
    const needed = required.length > 0 ? required : [oneOf[0]];
    const condition = Object.fromEntries(needed.map((field, index) => [field, String(index)]));
    const args = {
      'broadcaster_user_id moderator_user_id': ['0', { moderatorId: '1' }],
      'broadcaster_user_id user_id': ['0', { userId: '1' }],
      from_broadcaster_user_id: [{ fromBroadcasterId: '0' }],
    }[needed.join(' ')] ?? ['0'];
    expect(create(...args), type).toEqual({ type, version, condition });
  }
});

it('every condition has a name', () => {
  type Unnamed = { [Type in EventSubType]: [EventSubCondition<Type>] extends [never] ? Type : never }[EventSubType];
  expectTypeOf<Unnamed>().toEqualTypeOf<never>();
  expectTypeOf<EventSubCondition<'channel.ad_break.begin'>>().toEqualTypeOf<AdBreakCondition>();
  expectTypeOf<EventSubCondition<'channel.chat.message'>>().toEqualTypeOf<ChatCondition>();
  expectTypeOf<EventSubCondition<'channel.raid'>>().toEqualTypeOf<RaidCondition>();
  expectTypeOf<EventSubCondition<'conduit.shard.disabled'>>().toEqualTypeOf<ShardCondition>();
  expectTypeOf<EventSubCondition<'drop.entitlement.grant'>>().toEqualTypeOf<DropCondition>();
  expectTypeOf<EventSubCondition<'channel.channel_points_custom_reward.update'>>().toEqualTypeOf<RewardCondition>();
});

it('the functions are typed by the condition, and by the versions of their type', () => {
  const follow = subscriptions.channelFollow('1', { moderatorId: '2' });
  expectTypeOf(follow.type).toEqualTypeOf<'channel.follow'>();
  expectTypeOf(follow.condition).toEqualTypeOf<ModeratorCondition>();
  // @ts-expect-error -- the moderator is missing
  expect(() => subscriptions.channelFollow('1')).toThrow(/subscriptions.channelFollow: .*moderatorId/);
  // @ts-expect-error -- not a field of this type
  expect(() => subscriptions.channelFollow('1', { moderatorId: '2', userId: '3' })).toThrow(/userId/);
  // @ts-expect-error -- a number
  expect(() => subscriptions.streamOnline(1)).toThrow(
    'subscriptions.streamOnline: broadcasterId must be a non-empty string',
  );
  // @ts-expect-error -- one of the two broadcasters
  subscriptions.channelRaid({ fromBroadcasterId: '1', toBroadcasterId: '2' });
  expect(subscriptions.automodMessageHold('1', { moderatorId: '2', version: '1' }).version).toBe('1');
  // @ts-expect-error -- there is no version 3
  expect(() => subscriptions.automodMessageHold('1', { moderatorId: '2', version: '3' })).toThrow(/version/);
  expect(subscriptions.channelRaid({ toBroadcasterId: '1' }).condition).toEqual({ to_broadcaster_user_id: '1' });
  expect(subscriptions.channelChannelPointsCustomRewardUpdate('1', { rewardId: '2' }).condition).toEqual({
    broadcaster_user_id: '1',
    reward_id: '2',
  });
});

import { expectTypeOf } from 'vitest';
import {
  createWebhookReceiver,
  type EventSubEvent,
  type EventSubEvents,
  type EventSubType,
  type EventSubVersion,
  signWebhook,
  type UnlistedNotification,
  type WebhookNotification,
} from './webhooks.ts';

// Every type and version that can be subscribed to has an event, and no other.
expectTypeOf<keyof EventSubEvents>().toEqualTypeOf<EventSubType>();
expectTypeOf<{
  [Type in EventSubType]: `${keyof EventSubEvents[Type] & (string | number)}`;
}>().toEqualTypeOf<{ [Type in EventSubType]: EventSubVersion<Type> }>();

declare const notification: WebhookNotification | UnlistedNotification;
expectTypeOf(notification.event).toBeUnknown();
expectTypeOf(notification.subscription.type).toEqualTypeOf<string>();

switch (notification.type) {
  case 'channel.follow':
    expectTypeOf(notification.event.followed_at).toEqualTypeOf<string>();
    expectTypeOf(notification.version).toEqualTypeOf<'2'>();
    expectTypeOf(notification.subscription.condition.moderator_user_id).toEqualTypeOf<string>();
    // @ts-expect-error a member of another event
    notification.event.bits;
    break;
  case 'automod.message.hold':
    // @ts-expect-error a member of one version only
    notification.event.category;
    if (notification.version === '1') expectTypeOf(notification.event.category).toEqualTypeOf<string>();
    else expectTypeOf(notification.event.reason).toExtend<string>();
    break;
  case 'drop.entitlement.grant':
    expectTypeOf(notification.event[0]?.data.user_id).toEqualTypeOf<string | undefined>();
    break;
  case 'channel.chat.user_message_hold':
    expectTypeOf(notification.event.message.fragments[0]?.type).toExtend<string | undefined>();
    break;
  case 'channel.bits.use':
    expectTypeOf(notification.event.power_up).toExtend<object | null | undefined>();
    expectTypeOf(notification.event.custom_power_up?.reward_id).toEqualTypeOf<string | undefined>();
    break;
  case 'channel.custom_power_up_redemption.add':
    expectTypeOf(notification.event.custom_power_up.bits).toEqualTypeOf<number>();
    expectTypeOf(notification.subscription.condition.reward_id).toEqualTypeOf<string | undefined>();
    break;
  case 'channel.chat.notification':
    expectTypeOf(notification.event.watch_streak?.streak_count).toEqualTypeOf<number | undefined>();
    expectTypeOf(notification.event.shared_chat_resub).toEqualTypeOf(notification.event.resub);
    expectTypeOf(notification.event.chatter_user_id).toEqualTypeOf<string | null>();
    // The API does not guarantee the fields of other notices, which the documentation shows as null.
    expectTypeOf<undefined>().toExtend<typeof notification.event.raid>();
    expectTypeOf<undefined>().toExtend<NonNullable<typeof notification.event.pay_it_forward>['recipient_user_id']>();
    break;
  case 'channel.chat.message':
    expectTypeOf<{ type: 'text'; text: string }>().toExtend<(typeof notification.event.message.fragments)[number]>();
    expectTypeOf<undefined>().toExtend<typeof notification.event.is_source_only>();
    expectTypeOf<'gif'>().toExtend<(typeof notification.event.message.fragments)[number]['type']>();
    expectTypeOf(notification.event.message.fragments[0]?.gif?.url).toEqualTypeOf<string | undefined>();
    expectTypeOf(notification.event.channel_points_animation_id).toEqualTypeOf<string | null | undefined>();
    break;
  case 'channel.moderate':
    expectTypeOf<undefined>().toExtend<typeof notification.event.slow>();
    expectTypeOf<undefined>().toExtend<NonNullable<typeof notification.event.ban>['reason']>();
    break;
  case 'channel.warning.send':
    expectTypeOf<{ chat_rules_cited: string[] }>().toExtend<
      Pick<typeof notification.event, 'reason' | 'chat_rules_cited'>
    >();
    break;
  case 'channel.suspicious_user.message':
    expectTypeOf(notification.event.message.fragments[0]?.gif?.gif_id).toEqualTypeOf<string | undefined>();
    expectTypeOf<{ type: 'text'; text: string }>().toExtend<(typeof notification.event.message.fragments)[number]>();
    break;
  case 'channel.hype_train.end':
    expectTypeOf<null>().toExtend<typeof notification.event.top_contributions>();
    break;
  case 'channel.prediction.lock':
    expectTypeOf<null>().toExtend<(typeof notification.event.outcomes)[number]['top_predictors']>();
    break;
  default:
    expectTypeOf(notification.event).toBeUnknown();
}

createWebhookReceiver({ secret: '' }).handle(new Request('http://localhost'), {
  notification({ type, event }) {
    if (type === 'stream.online') expectTypeOf(event.started_at).toEqualTypeOf<string>();
  },
});

const message = await createWebhookReceiver({ secret: '' }).verify({ headers: {}, body: '' });
expectTypeOf(message.response).toEqualTypeOf<Response>();
if (message.kind === 'verification') expectTypeOf(message.challenge).toEqualTypeOf<string>();
// @ts-expect-error only a verification has one
if (message.kind === 'revocation') message.challenge;

expectTypeOf<WebhookNotification<'stream.offline'>['event']>().toEqualTypeOf<EventSubEvent<'stream.offline'>>();
expectTypeOf<EventSubEvent<'channel.moderate', '2'>>().toHaveProperty('warn');
expectTypeOf<EventSubEvent<'channel.moderate', '1'>>().not.toHaveProperty('warn');

const channel = { broadcaster_user_id: '1', broadcaster_user_login: 'a', broadcaster_user_name: 'A' };
signWebhook({ secret: '', type: 'stream.offline', version: '1', event: { ...channel, id: '41' } });
expectTypeOf<EventSubEvent<'stream.offline'>>().toHaveProperty('id');
expectTypeOf<EventSubEvent<'automod.message.hold', '1'>['message']['fragments'][number]>().toHaveProperty('type');
signWebhook({ secret: '', type: 'new.type', version: '7', event: { anything: true } });
// @ts-expect-error a member is missing
signWebhook({ secret: '', type: 'stream.online', version: '1', event: channel });
// @ts-expect-error a version that the type does not have
signWebhook({ secret: '', type: 'stream.offline', version: '2', event: { ...channel, id: '41' } });

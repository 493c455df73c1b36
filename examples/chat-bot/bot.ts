import type { StreamAccountClient } from '@x/stream';
import {
  createEventListener,
  type EventSubListener,
  subscriptions,
  type WebSocketListenerOptions,
} from '@x/stream/events';

/** User IDs of the bot and of the channel that it reads, and the bot's clock. */
export interface BotSettings {
  readonly botId: string;
  readonly channelId: string;
  readonly now?: () => Date;
}

/**
 * Starts a bot that replies to `!time` and `!uptime` in a channel. It runs until the listener that it returns is
 * closed.
 *
 * @param stream Client from `withAccount` for the bot, with the scopes `user:read:chat` and `user:write:chat`.
 */
export async function startBot(
  stream: StreamAccountClient,
  { botId, channelId, now = () => new Date() }: BotSettings,
  listening: WebSocketListenerOptions = {},
): Promise<EventSubListener> {
  const listener = createEventListener(stream, { keepAlive: true, ...listening });
  const say = (message: string, reply_parent_message_id: string) =>
    stream.chat.messages.send({ broadcaster_id: channelId, sender_id: botId, message, reply_parent_message_id });

  listener.on('channel.chat.message', async ({ event }) => {
    const { message, message_id } = event;
    if (message.text === '!time') await say(now().toISOString(), message_id);
    if (message.text === '!uptime') {
      const [live] = (await stream.streams.list({ user_id: channelId })).items;
      await say(live ? `live since ${live.started_at}` : 'not live', message_id);
    }
  });
  const { refused } = await listener.setSubscriptions([subscriptions.channelChatMessage(channelId, { userId: botId })]);
  for (const { error } of refused) throw error;
  return listener;
}

import { createStreamClient, type StreamTokenOptions } from '@x/stream';
import { createChatSender, createCommands } from '@x/stream/bots';
import { createEventListener, subscriptions } from '@x/stream/events';
import { redisWebhookStore } from '../src/index.ts';
import { libraries } from './clients.ts';

/** Task of a process: to answer the commands of a channel. */
export interface BotTask {
  readonly options: StreamTokenOptions;
  /** Address of the WebSocket server. */
  readonly url: string;
  /** Address of Redis. */
  readonly redis: string;
  readonly userId: string;
  /** Argument of the command during which the first process that runs it dies. */
  readonly diesAt: string;
}

process.on('message', async ({ options, url, redis, userId, diesAt }: BotTask) => {
  const { client } = await libraries['node-redis'](redis);
  const store = redisWebhookStore(client);
  const bot = createStreamClient(options);
  const sender = createChatSender(bot.chat.messages, { sender_id: userId, store });
  const commands = createCommands(
    {
      ping: {
        async run({ args: [number = ''] }) {
          if (number === diesAt && (await store.take('death', 600_000)) === 'taken')
            process.kill(process.pid, 'SIGKILL');
          await sender.send({ broadcaster_id: userId, message: `pong ${number}` });
        },
      },
    },
    { store, leaseMs: 3000 },
  );
  const listener = createEventListener(bot, { url, random: () => 0, keepAlive: true });
  listener.on('channel.chat.message', ({ event }) => void commands.handle(event));
  await listener.setSubscriptions([subscriptions.channelChatMessage(userId, { userId })]);
  process.send?.('ready');
});
process.on('disconnect', () => process.exit());

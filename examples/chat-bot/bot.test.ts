import { createSandbox } from '@x/sandbox';
import { createStreamClient } from '@x/stream';
import { expect, it, onTestFinished } from 'vitest';
import { startBot } from './bot.ts';

it('the bot replies to its commands, and to nothing else', async () => {
  const sandbox = await createSandbox();
  const { issueUserToken, users } = sandbox.controls.stream;
  const [channel, reader] = users();
  const channelId = channel?.id ?? '';
  const scopes = ['user:read:chat', 'user:write:chat'];
  const stream = createStreamClient(sandbox.options.stream);
  const owner = issueUserToken({ userId: channelId, scopes });
  await stream.accounts.set('owner', { accessToken: owner.accessToken, scopes });
  const { accessToken, userId: botId } = issueUserToken({ userId: reader?.id ?? '', scopes });
  await stream.accounts.set('bot', { accessToken, scopes });
  const now = () => new Date('2026-11-22T12:00:00Z');
  const bot = await startBot(stream.withAccount('bot'), { botId, channelId, now }, sandbox.listenerOptions.stream);
  onTestFinished(async () => {
    await bot.close();
    await sandbox.close();
  });

  const { chat } = stream.withAccount('owner');
  for (const message of ['hello', '!time', '!uptime'])
    await chat.messages.send({ broadcaster_id: channelId, sender_id: channelId, message });
  const replies = () =>
    sandbox.requests
      .filter(({ path, status }) => path === '/helix/chat/messages' && status === 200)
      .map(({ body }) => JSON.parse(body))
      .filter(({ sender_id }) => sender_id === botId)
      .map(({ message }) => message);
  await expect.poll(() => replies().sort()).toEqual(['2026-11-22T12:00:00.000Z', expect.stringMatching(/^live since/)]);
});

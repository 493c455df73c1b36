import { createSandbox } from '@x/sandbox/stream';
import { expect, test } from 'vitest';
import { createStreamClient } from './client.ts';

test('a client finds users, broadcasts and clips that the sandbox was given', async () => {
  const sandbox = await createSandbox({
    listen: false,
    stream: {
      users: [{ id: '77', login: 'ann', display_name: 'Ann' }],
      games: [{ id: '42', name: 'House Chess' }],
      streams: [{ user_login: 'ann', game_name: 'House Chess', title: 'Chess in the kitchen' }],
      videos: [{ id: '900', user_login: 'ann', title: 'Chess, part 1' }],
      clips: [{ broadcaster_id: '77', video_id: '900', game_id: '42', title: 'Mate' }],
    },
  });
  const stream = createStreamClient(sandbox.options.stream);
  expect((await stream.users.list({ login: 'ann' })).items).toMatchObject([{ id: '77', display_name: 'Ann' }]);
  const [live] = (await stream.streams.list({ user_id: '77' })).items;
  expect(live).toMatchObject({ title: 'Chess in the kitchen', game_name: 'House Chess' });
  expect((await stream.videos.list({ user_id: '77' })).items).toMatchObject([{ id: '900' }]);
  expect((await stream.clips.list({ game_id: '42' })).items).toMatchObject([{ title: 'Mate', creator_name: 'Ann' }]);
  await sandbox.close();
});

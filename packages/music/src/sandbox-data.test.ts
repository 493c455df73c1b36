import { createSandbox } from '@x/sandbox/music';
import { expect, test } from 'vitest';
import { createMusicClient } from './client.ts';

test('a client finds music defined in the sandbox options', async () => {
  const id = 'trackOfTheHouse0000001';
  const sandbox = await createSandbox({
    listen: false,
    music: {
      artists: [{ name: 'Cellar Choir' }],
      tracks: [{ id, name: 'Boiler Song', artists: [{ name: 'Cellar Choir' }] }],
      playlists: [{ name: 'House Rules', uris: [`spotify:track:${id}`] }],
    },
  });
  const music = createMusicClient(sandbox.options.music);
  const { items } = await music.search({ q: 'boiler song cellar choir', type: 'track' });
  expect(items[0]).toMatchObject({ id, name: 'Boiler Song', album: { album_type: 'single' } });
  const [playlist] = (await music.search({ q: 'house rules', type: 'playlist' })).items;
  const entries = await music.playlists.items({ playlist_id: playlist?.id ?? '' });
  expect(entries.items).toMatchObject([{ item: { id } }]);
  await sandbox.close();
});

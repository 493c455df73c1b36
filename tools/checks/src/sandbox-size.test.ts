import { createBankClient } from '@x/bank';
import { createFoodClient } from '@x/food';
import { createMusicClient } from '@x/music';
import { createQuotesClient } from '@x/quotes';
import { createSandbox } from '@x/sandbox';
import { createStreamClient } from '@x/stream';
import { expect, it } from 'vitest';

it('the sandbox has a realistic amount of data by default', async () => {
  const { options, controls } = await createSandbox({ listen: false });
  const stream = createStreamClient(options.stream);
  expect((await stream.streams.list({ first: 100 }).toArray({ limit: 1000 })).length).toBeGreaterThanOrEqual(500);

  const music = createMusicClient(options.music);
  const everything = { q: 'year:1900-2100', limit: 1 } as const;
  expect((await music.search({ ...everything, type: 'track' })).total).toBeGreaterThanOrEqual(5000);
  expect((await music.search({ ...everything, type: 'album' })).total).toBeGreaterThanOrEqual(300);
  const albums = await music.search({ ...everything, type: 'album', limit: 50 }).toArray({ limit: 1000 });
  expect(new Set(albums.flatMap(({ artists }) => artists.map(({ id }) => id))).size).toBeGreaterThanOrEqual(60);

  const bank = createBankClient(options.bank);
  const linked = await Promise.all(
    controls.bank.accessTokens.map(async (access_token) => ({
      accounts: (await bank.accounts.get({ access_token })).accounts.length,
      transactions: (await bank.transactions.syncAll({ access_token })).added.length,
    })),
  );
  const sum = (name: 'accounts' | 'transactions') => linked.reduce((total, each) => total + each[name], 0);
  expect([linked.length, sum('accounts') >= 4, sum('transactions') >= 2000]).toEqual([2, true, true]);

  const food = createFoodClient(options.food);
  const { total, raw } = await food.foods.search({ query: '' });
  expect(total).toBeGreaterThanOrEqual(300);
  const kinds = Object.keys((raw as { aggregations: { dataType: object } }).aggregations.dataType);
  expect(kinds).toEqual(expect.arrayContaining(['Branded', 'Foundation', 'SR Legacy', 'Survey (FNDDS)']));

  expect((await createQuotesClient(options.quotes).info.count()).quotes).toBeGreaterThanOrEqual(200);
});

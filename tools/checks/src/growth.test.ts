import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createBankClient } from '@x/bank';
import { createFoodClient } from '@x/food';
import { createMusicClient } from '@x/music';
import { createQuotesClient } from '@x/quotes';
import { createStreamClient } from '@x/stream';
import { describe, expect, it } from 'vitest';

// What an application creates for each user or each incoming request must not cost more with every endpoint of a package. Guards
// on counts of operations are next to the code that they are about.

const fetch = async () => Response.json({});
const app = { clientId: 'client-id', clientSecret: 'client-secret', fetch };
const stream = createStreamClient(app);
const music = createMusicClient(app);
const bank = createBankClient({ clientId: 'client-id', secret: 'secret', fetch, items: { get: async () => 'access' } });
const food = createFoodClient({ apiKey: 'api-key', fetch });
const quotes = createQuotesClient({ baseUrl: 'http://127.0.0.1:1', fetch });
const options = { timeoutMs: 1000 };

/** Creates a client, and reads one of its methods. */
const creations: Readonly<Record<string, () => readonly [client: object, method: object]>> = {
  'stream.withAccount': () => withMethod(stream.withAccount('ann'), (client) => client.streams.list),
  'stream.with': () => withMethod(stream.with(options), (client) => client.streams.list),
  'music.withAccount': () => withMethod(music.withAccount('ann'), (client) => client.albums.get),
  'music.with': () => withMethod(music.with(options), (client) => client.albums.get),
  'bank.withItem': () => withMethod(bank.withItem('home'), (client) => client.transactions.syncAll),
  'bank.with': () => withMethod(bank.with(options), (client) => client.transactions.syncAll),
  'food.with': () => withMethod(food.with(options), (client) => client.foods.search),
  'quotes.with': () => withMethod(quotes.with(options), (client) => client.quotes.random.stream),
};

const withMethod = <Client extends object>(client: Client, read: (client: Client) => object) =>
  [client, read(client)] as const;

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

describe.each(Object.entries(creations))('a client of %s', (name, create) => {
  it('takes little memory while it is held, one method included', async () => {
    const held: object[] = [];
    const hold = async (count: number) => {
      for (let made = 0; made < count; made += 1) held.push(create());
      await new Promise(setImmediate); // what a WeakRef has returned lives to the end of the turn
      collectGarbage();
      collectGarbage();
      return process.memoryUsage().heapUsed;
    };
    const before = await hold(100); // compiles the code
    const bytesEach = ((await hold(2000)) - before) / 2000;
    // An Item has a provider of its own, since each of its calls reads the access token of the Item.
    expect(bytesEach).toBeLessThan(name === 'bank.withItem' ? 3000 : 2000);
  });

  it('inherits its methods from an object that it shares with the others', () => {
    const [[one], [other]] = [create(), create()];
    expect(Object.getPrototypeOf(one)).toBe(Object.getPrototypeOf(other));
    expect(Object.getPrototypeOf(one)).not.toBe(Object.prototype);
  });
});

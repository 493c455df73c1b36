import { expect, it } from 'vitest';
import { testContext } from '../../../../test/sandbox.ts';
import type { Quote } from '../data/collection.ts';
import type { Table } from '../data/table.ts';
import { resolveOptions } from '../options.ts';
import { createApi } from '../serve.ts';
import { createService } from '../service.ts';

it.each(['/quotes?tags=wisdom&sortBy=content', '/quotes/random?tags=wisdom', '/random?minLength=60&maxLength=90'])(
  'a further page of %s does not filter the quotes again',
  async (path) => {
    const context = testContext('quotes');
    const service = createService(context, resolveOptions(context, { quotes: 2000 }));
    const collection = service.collection();
    let looked = 0;
    /** Counts how many quotes are filtered. */
    const counted = (quotes: readonly Quote[]) =>
      Object.assign([...quotes], {
        filter(keeps: (quote: Quote) => boolean) {
          looked += quotes.length;
          return quotes.filter(keeps);
        },
      });
    const quotes: Table<Quote> = {
      ...collection.quotes,
      all: counted(collection.quotes.all),
      inOrder: (order) => counted(collection.quotes.inOrder(order)),
    };
    const app = createApi({ ...service, collection: () => ({ ...collection, quotes }) });
    const ask = async (page: number) => (await app.request(`/api${path}&page=${page}&limit=5`)).json();
    expect(JSON.stringify(await ask(1))).toContain('"content"');
    expect(looked).toBe(2000);
    await ask(2);
    expect(looked).toBe(2000);
  },
);

import type { SyncPage } from '@x/bank';
import type { ApiError } from '@x/core';
import { createStreamClient } from '@x/stream';
import * as v from 'valibot';
import { syncAll } from '../../../../packages/bank/src/sync-all.ts';
import { between } from '../../../../packages/bank/test/between.ts';
import { accepts } from '../../../../packages/core/src/validation/accepts.ts';
import { type Curve, cpuOf } from './curve.ts';

export const syncPages: Curve = {
  title: 'A page of syncAll, with onPage',
  of: 'pages',
  unit: 'µs',
  sizes: [100, 1000, 10_000],
  async measure(size) {
    const page = { added: [], modified: [], removed: [], accounts: [], has_more: true };
    async function* read() {
      for (let number = 1; number <= size; number += 1)
        yield { ...page, next_cursor: `c${number}` } as Partial<SyncPage> as SyncPage;
    }
    const withResponse = () => Promise.reject(new Error('syncAll must not call it'));
    const sync = () => Object.assign(read(), { withResponse });
    const took = await cpuOf(() => syncAll(sync, { access_token: 'access' }, { onPage() {} }, between));
    return took / size;
  },
};

/** Each object has its fields in the reverse order of the previous one, whose order the check remembers. */
export const checkedFields: Curve = {
  title: 'A field of a checked object in a different order',
  of: 'fields',
  unit: 'µs',
  sizes: [100, 1000, 10_000],
  atMost: 0.5, // the runtime itself reads an object of 10,000 fields more slowly
  async measure(size) {
    const names = Array.from({ length: size }, (_, index) => `field${index}`);
    const schema = v.object(Object.fromEntries(names.map((name) => [name, v.optional(v.string())])));
    const [one, other] = [names, names.toReversed()].map((list) => Object.fromEntries(list.map((name) => [name, 'x'])));
    accepts(schema, one); // compiles the check
    const times = Math.max(1, 2000 / size);
    const took = await cpuOf(() => {
      for (let time = 0; time < times; time += 1)
        if (!(accepts(schema, other) && accepts(schema, one))) throw new Error('the object was refused');
    });
    return took / (2 * times * size);
  },
};

export const errorBodies: Curve = {
  title: 'A failed call, by the size of its error body',
  of: 'kB',
  unit: 'µs',
  sizes: [30, 300, 3000],
  async measure(size) {
    const token = JSON.stringify({ access_token: 'access', expires_in: 1_000_000, token_type: 'bearer' });
    const headers = { 'content-type': 'application/json' };
    let body = '';
    const client = createStreamClient({
      clientId: 'client-id-0123456789',
      clientSecret: 'client-secret-0123456789',
      retries: 0,
      fetch: async (address) =>
        `${address}`.endsWith('/token')
          ? new Response(token, { headers })
          : new Response(body, { status: 404, headers }),
    });
    const fail = async () => {
      const error: ApiError = await client.users.list({ id: '1' }).then(
        () => undefined as never,
        (reason) => reason,
      );
      if (error.details === undefined) throw error;
    };
    // Each level has the maximum number of entries that errors show. Each string is read once per level of escaping.
    const text = '%2525'.repeat(size / 15);
    const list = Array.from({ length: 20 }, () => text);
    const details = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`field${index}`, [list, list, list]]));
    body = JSON.stringify({ message: 'not found', details });
    const times = Math.max(1, 150 / size);
    const took = await cpuOf(async () => {
      for (let time = 0; time < times; time += 1) await fail();
    });
    return took / times;
  },
};

import { createSandbox } from '@x/sandbox';
import { describeEndpoints, type EndpointTable, recordAnswers } from '@x/testing';
import { expect } from 'vitest';
import { type ClocksClient, createClocksClient, endpoints } from './index.ts';

/** A case for each endpoint: a call that must work, and one that must be refused before any request. */
const table: EndpointTable<ClocksClient> = {
  'time.get': {
    works: async (clocks) => expect((await clocks.time.get({ zone: 'berlin' })).zone).toBe('berlin'),
    refused: (clocks) => clocks.time.get({ zone: '' }),
  },
  'zones.list': {
    works: async (clocks) => {
      const page = await clocks.zones.list({ limit: 2 });
      expect(page.items).toHaveLength(2);
      const all = await clocks.zones.list({ limit: 2 }).toArray({ limit: 100 });
      expect(new Set(all.map(({ id }) => id)).size).toBe(5);
    },
    refused: (clocks) => clocks.zones.list({ limit: 0 }),
  },
  'zones.get': {
    works: async (clocks) => expect((await clocks.zones.get({ id: 'tokyo' })).offsetMinutes).toBe(540),
    refused: (clocks) => clocks.zones.get({ id: '' }),
  },
};

async function open() {
  const sandbox = await createSandbox();
  const { fetch, answers } = recordAnswers(() => sandbox.options.clocks.baseUrl);
  return { sandbox, answers, client: createClocksClient({ ...sandbox.options.clocks, fetch }) };
}

describeEndpoints<ClocksClient, Awaited<ReturnType<typeof open>>>(endpoints, {
  open,
  close: ({ sandbox }) => sandbox.close(),
  table,
  client: ({ client }) => client,
  requests: ({ sandbox }) => sandbox.requests,
  answers: ({ answers }) => answers,
});

/** The calls that are measured repeatedly, each with the number of records it returns. */
export const scenarios = {
  'streams-20': { title: '20 streams', provider: 'stream', records: 20 },
  'streams-100': { title: '100 streams', provider: 'stream', records: 100 },
  'tracks-10': { title: '10 tracks', provider: 'music', records: 10 },
  balances: { title: 'balances', provider: 'bank', records: 12 },
  'transactions-100': { title: '100 transactions', provider: 'bank', records: 100 },
  'transactions-500': { title: '500 transactions', provider: 'bank', records: 500 },
} as const;

export type Scenario = keyof typeof scenarios;
export const scenarioNames = Object.keys(scenarios) as Scenario[];

/** Names of all calls: the scenarios, and calls that are measured only as a client's first. */
export type CallName = Scenario | 'markets' | 'foods' | 'quote';

/** Lists that are read to their end: Helix streams, the items of a playlist, and a sync of transactions. */
export const walks = {
  cursor: {
    title: 'streams, by cursor, with a consumer that takes 10 ms per page',
    pages: 40,
    size: 100,
    consumerMs: 10,
  },
  offset: { title: 'playlist items, by offset', pages: 40, size: 50, consumerMs: 0 },
  sync: { title: 'transactions, by cursor', pages: 200, size: 500, consumerMs: 0 },
} as const;

export type WalkName = keyof typeof walks;

/** Number of pages of an offset-paged list that our client reads at once. */
export const concurrency = 8;

/** Number of calls in progress at once when throughput is measured. */
export const throughputLanes = 50;

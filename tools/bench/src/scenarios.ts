/** The calls that are measured again and again, each with the records it returns. */
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

/** Further calls, for what is measured only once: the first call of all. */
export type CallName = Scenario | 'markets' | 'foods' | 'quote';

/** Lists that are read to their end: Helix streams, the items of a playlist, a sync of transactions. */
export const walks = {
  cursor: { title: 'streams, by cursor, 10 ms per page for its consumer', pages: 40, size: 100, consumerMs: 10 },
  offset: { title: 'items of a playlist, by offset', pages: 40, size: 50, consumerMs: 0 },
  sync: { title: 'transactions, by cursor', pages: 200, size: 500, consumerMs: 0 },
} as const;

export type WalkName = keyof typeof walks;

/** How many pages of an offset-paged list our client reads at once. */
export const concurrency = 8;

/** Calls that are under way at once, where throughput is measured. */
export const throughputLanes = 50;

import { endpoints } from '@x/bank';
import * as v from 'valibot';
import type { Target } from '../contender.ts';
import type { Section } from '../section.ts';
import { medianRatio, ratios } from '../statistics.ts';
import { spread } from '../table.ts';

/** Milliseconds for the same page, by round. */
interface CheckTook {
  readonly parseMs: number[];
  readonly checkMs: number[];
  /** The same schema, by valibot's own `safeParse`. */
  readonly valibotMs: number[];
}

/** Pages per round. */
const pages = 10;

/** Parses a page of 500 transactions, and checks it as the client does. */
export async function checkPage({ bank, bankToken: access_token }: Target, rounds: number): Promise<CheckTook> {
  const response = await fetch(`${bank.baseUrl}/transactions/sync`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'plaid-version': '2020-09-14' },
    body: JSON.stringify({ client_id: bank.clientId, secret: bank.clientSecret, access_token, count: 500 }),
  });
  const text = await response.text();
  const { item } = endpoints.transactions.sync;
  const { accepts } = await import(coreModule('validation/accepts'));

  const took: CheckTook = { parseMs: [], checkMs: [], valibotMs: [] };
  for (let round = -5; round < rounds; round += 1) {
    let [parsed, checked, explained] = [0, 0, 0];
    for (let page = 0; page < pages; page += 1) {
      const start = performance.now();
      const body = JSON.parse(text);
      const bodyAt = performance.now();
      const right = accepts(item, body);
      const checkedAt = performance.now();
      const { success } = v.safeParse(item as v.GenericSchema, body);
      const end = performance.now();
      if (!right || !success) throw new Error('the page is not as the schema wants it');
      parsed += bodyAt - start;
      checked += checkedAt - bodyAt;
      explained += end - checkedAt;
    }
    if (round < 0) continue; // code is compiled in the meantime
    took.parseMs.push(parsed / pages);
    took.checkMs.push(checked / pages);
    took.valibotMs.push(explained / pages);
  }
  return took;
}

/** A module of core that it does not export, built or as source. */
const coreModule = (name: string) => import.meta.resolve('@x/core').replace(/(node\/)?index(\.\w+)$/, `${name}$2`);

/** Time to check a page, compared with the time to parse it. */
export const check: Section<CheckTook> = {
  effort: { rounds: 31, seconds: 0 },
  measure(bench, { rounds }) {
    bench.say('JSON.parse and check');
    return checkPage(bench.target, rounds);
  },
  tables({ parseMs, checkMs, valibotMs }) {
    const row = (name: string, values: readonly number[]) => [name, spread(values), spread(ratios(values, parseMs))];
    return [
      {
        title: 'Checking a page of 500 transactions',
        note: 'Each check gets a freshly parsed page.',
        head: ['Step', 'ms', '× JSON.parse'],
        rows: [
          row('`JSON.parse`', parseMs),
          row('**our check**', checkMs),
          row("valibot's `safeParse`, same schema", valibotMs),
        ],
      },
    ];
  },
  goals: ({ parseMs, checkMs }) => [
    { what: 'Check of 500 transactions: multiple of JSON.parse', atMost: 0.25, value: medianRatio(checkMs, parseMs) },
  ],
};

import { endpoints } from '@x/bank';
import * as v from 'valibot';
import type { Target } from './contender.ts';

/** Milliseconds for the same page, by round. */
export interface CheckTook {
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
    body: JSON.stringify({ access_token, count: 500 }),
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

import { endpoints } from '@x/bank';
import * as v from 'valibot';
import { accepts } from '../../../../packages/core/src/validation/accepts.ts';
import type { Section } from '../section.ts';
import { medianRatio, ratios } from '../statistics.ts';
import { spread } from '../table.ts';

/** Pages per round. */
const pages = 10;
/** Warm-up rounds, in which code is compiled. */
const warmUp = 5;

/** Time to check a page of 500 transactions, as the client does, compared with the time to parse it. */
export const check: Section = {
  effort: { rounds: 31, seconds: 0 },
  async measure({ target: { bank, bankToken: access_token }, say }, { rounds }) {
    say('JSON.parse and check');
    const response = await fetch(`${bank.baseUrl}/transactions/sync`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'plaid-version': '2020-09-14' },
      body: JSON.stringify({ client_id: bank.clientId, secret: bank.clientSecret, access_token, count: 500 }),
    });
    const text = await response.text();
    const { item } = endpoints.transactions.sync;

    /** Milliseconds per page, by round. */
    const parseMs: number[] = [];
    const checkMs: number[] = [];
    const valibotMs: number[] = [];
    for (let round = -warmUp; round < rounds; round += 1) {
      let [parsed, checked, explained] = [0, 0, 0];
      for (let page = 0; page < pages; page += 1) {
        const start = performance.now();
        const body = JSON.parse(text);
        const bodyAt = performance.now();
        const isRight = accepts(item, body);
        const checkedAt = performance.now();
        const { success } = v.safeParse(item as v.GenericSchema, body);
        const end = performance.now();
        if (!isRight || !success) throw new Error('the page does not match the schema');
        parsed += bodyAt - start;
        checked += checkedAt - bodyAt;
        explained += end - checkedAt;
      }
      if (round < 0) continue;
      parseMs.push(parsed / pages);
      checkMs.push(checked / pages);
      valibotMs.push(explained / pages);
    }
    const row = (name: string, values: readonly number[]) => [name, spread(values), spread(ratios(values, parseMs))];
    return {
      tables: [
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
      ],
      goals: [
        {
          what: 'Check of 500 transactions: multiple of JSON.parse',
          atMost: 0.25,
          value: medianRatio(checkMs, parseMs),
        },
      ],
    };
  },
};

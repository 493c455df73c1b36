import type { CheckTook } from '../check-page.ts';
import { oursFor } from '../contenders.ts';
import type { Section } from '../section.ts';
import { medianRatio, ratios } from '../statistics.ts';
import { spread } from '../table.ts';

/** Time to check a page, compared with the time to parse it. */
export const check: Section<CheckTook> = {
  effort: { rounds: 31, seconds: 0 },
  measure(bench, { rounds }) {
    bench.say('JSON.parse and check');
    return bench.ask(oursFor('bank'), { task: 'check', times: rounds });
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

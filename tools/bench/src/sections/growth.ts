import { accountCalls, heldClients, storedGrants } from '../growth/accounts.ts';
import { type Curve, defaultExponent } from '../growth/curve.ts';
import { checkedFields, errorBodies, syncPages } from '../growth/data.ts';
import { queueLeaves, rateLimiterKeys } from '../growth/rates.ts';
import { clockJobs, sandboxCalls } from '../growth/sandboxes.ts';
import type { Goal, Section } from '../section.ts';
import { exponentOf, median } from '../statistics.ts';
import { number } from '../table.ts';

/** Everything whose growth is measured, in the order of the table. */
export const curves: readonly Curve[] = [
  rateLimiterKeys,
  queueLeaves,
  syncPages,
  checkedFields,
  errorBodies,
  accountCalls,
  heldClients,
  storedGrants,
  clockJobs,
  ...sandboxCalls,
];

/** Growth of costs with sizes. */
export const growth: Section = {
  effort: { rounds: 5, seconds: 0 },
  async measure({ say }, { rounds }) {
    const rows: string[][] = [];
    const goals: Goal[] = [];
    for (const { title, of, unit, sizes, atMost = defaultExponent, measure } of curves) {
      say(`growth: ${title}`);
      const costs: number[] = [];
      for (const size of sizes) {
        await measure(size); // compiles the code
        const own: number[] = [];
        for (let round = 0; round < rounds; round += 1) own.push(await measure(size));
        costs.push(median(own));
      }
      const exponent = exponentOf(sizes, costs);
      rows.push([
        title,
        `${sizes.map((size) => size.toLocaleString('en-US')).join(', ')} ${of}`,
        `${costs.map(number).join(', ')} ${unit}`,
        exponent.toFixed(2).replace('-0.00', '0.00'),
      ]);
      goals.push({ what: `Growth, ${title}: exponent`, atMost, value: exponent });
    }
    const note =
      'Cost of a unit of work at growing sizes, and the exponent of the growth: 0 if the cost is constant, 1 if it grows in proportion to the size. ' +
      'Work that reads all of its data, such as parsing JSON, has an exponent of 1 at best. Medians, in one process, without a network.';
    return { tables: [{ title: 'Growth', note, head: ['Unit of work', 'Sizes', 'Cost', 'Exponent'], rows }], goals };
  },
};

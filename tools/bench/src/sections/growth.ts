import { startChild } from '../child.ts';
import { type Curve, defaultExponent } from '../growth/curve.ts';
import { curves } from '../growth/curves.ts';
import type { GrowthTask } from '../growth/worker.ts';
import type { Section } from '../section.ts';
import { exponentOf, median } from '../statistics.ts';
import { number } from '../table.ts';

/** Growth of one cost with a size. */
interface MeasuredCurve extends Omit<Curve, 'measure'> {
  /** Cost of one unit of work, by size and round. */
  readonly costs: readonly (readonly number[])[];
}

/** Growth of costs with sizes. */
export const growth: Section<readonly MeasuredCurve[]> = {
  effort: { rounds: 5, seconds: 0 },
  async measure({ say }, { rounds }) {
    const child = startChild('growth/worker.ts', [], ['--expose-gc', '--conditions=@x/source']);
    try {
      const measured: MeasuredCurve[] = [];
      for (const [index, { measure: _, ...curve }] of curves.entries()) {
        say(`growth: ${curve.title}`);
        const costs = await child.ask<number[][]>({ curve: index, rounds } satisfies GrowthTask);
        measured.push({ ...curve, costs });
      }
      return measured;
    } finally {
      child.stop();
    }
  },
  tables: (measured) => [
    {
      title: 'Growth',
      note:
        'Cost of a unit of work at growing sizes, and the exponent of the growth: 0 if the cost is constant, 1 if it grows in proportion to the size. ' +
        'Work that reads all of its data, such as parsing JSON, has an exponent of 1 at best. Medians, in one process, without a network.',
      head: ['Cost of', 'At', 'Cost', 'Exponent'],
      rows: measured.map(({ title, of, unit, sizes, costs }) => [
        title,
        `${sizes.map((size) => size.toLocaleString('en-US')).join(', ')} ${of}`,
        `${costs.map((rounds) => number(median(rounds))).join(', ')} ${unit}`,
        exponentOf(sizes, costs.map(median)).toFixed(2).replace('-0.00', '0.00'),
      ]),
    },
  ],
  goals: (measured) =>
    measured.map(({ title, sizes, costs, atMost = defaultExponent }) => ({
      what: `Growth, ${title}: exponent`,
      atMost,
      value: exponentOf(sizes, costs.map(median)),
    })),
};

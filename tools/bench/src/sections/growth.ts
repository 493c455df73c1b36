import { fileURLToPath } from 'node:url';
import { type Child, startChild } from '../child.ts';
import { type Curve, defaultExponent } from '../growth/curve.ts';
import { curves } from '../growth/curves.ts';
import type { GrowthTask, Point } from '../growth/worker.ts';
import type { Section } from '../section.ts';
import { exponentOf, median } from '../statistics.ts';
import { number } from '../table.ts';

/** This checkout. */
const ownRoot = fileURLToPath(new URL('../../../..', import.meta.url));

/**
 * Longest CPU time of a point, in milliseconds. A slower point is the last of its curve, because the next could take a
 * hundred times as long.
 */
const longestMs = 700;

/** Growth of one cost with a size. */
interface MeasuredCurve extends Omit<Curve, 'open'> {
  /** Cost of one unit of work, for this checkout and the one it is compared with, by size and round. */
  readonly costs: readonly (readonly (readonly number[])[])[];
}
interface Growth {
  readonly curves: readonly MeasuredCurve[];
}

/**
 * Growth of costs with sizes. Measures this checkout and another one in turns, so that both run under the same load.
 */
export const growth: Section<Growth> = {
  effort: { rounds: 5, seconds: 0 },
  async measure({ say, against }, { rounds }) {
    const roots = against === undefined ? [ownRoot] : [ownRoot, against];
    const flags = ['--expose-gc', '--conditions=@x/source'];
    const children = roots.map((root) => startChild('growth/worker.ts', [root], flags));
    try {
      const measured: MeasuredCurve[] = [];
      for (const [index, { open: _, ...curve }] of curves.entries()) {
        say(`growth: ${curve.title}`);
        measured.push({ ...curve, costs: await measureCurve(children, index, rounds) });
      }
      return { curves: measured };
    } finally {
      for (const child of children) child.stop();
    }
  },
  tables({ curves }) {
    const isCompared = curves.some(({ costs }) => costs.length > 1);
    const rows = curves.flatMap(({ title, of, unit, sizes, costs }) =>
      costs.map((bySize, side) => {
        const medians = mediansOf(bySize);
        return [
          title,
          `${sizes.map((size) => size.toLocaleString('en-US')).join(', ')} ${of}`,
          ...(isCompared ? [side === 0 ? 'after' : 'before'] : []),
          `${sizes.map((_, at) => (medians[at] === undefined ? '–' : number(medians[at]))).join(', ')} ${unit}`,
          growthExponent(sizes, bySize)?.toFixed(2).replace('-0.00', '0.00') ?? '–',
        ];
      }),
    );
    return [
      {
        title: 'Growth',
        note:
          'Cost of a unit of work at growing sizes, and the exponent of the growth: 0 if the cost is constant, 1 if it grows in proportion to the size. ' +
          'Work that reads all of its data, such as parsing JSON, has an exponent of 1 at best. Medians, in one process, without a network.' +
          (isCompared ? ' A dash marks a size that would have taken too long.' : ''),
        head: ['Cost of', 'At', ...(isCompared ? ['Checkout'] : []), 'Cost', 'Exponent'],
        rows,
      },
    ];
  },
  goals: ({ curves }) =>
    curves.map(({ title, sizes, costs: [own = []], atMost = defaultExponent }) => ({
      what: `Growth, ${title}: exponent`,
      atMost,
      value: growthExponent(sizes, own),
    })),
};

/** Returns the median cost at each size, up to the largest measured one. */
const mediansOf = (bySize: readonly (readonly number[])[]): number[] =>
  bySize.filter((rounds) => rounds.length > 0).map(median);

/** Returns the exponent of a curve, or undefined if fewer than two of its sizes were measured. */
function growthExponent(sizes: readonly number[], bySize: readonly (readonly number[])[]): number | undefined {
  const medians = mediansOf(bySize);
  return medians.length > 1 ? exponentOf(sizes.slice(0, medians.length), medians) : undefined;
}

/** Measures the costs of each checkout, by size and round. */
async function measureCurve(children: readonly Child[], curve: number, rounds: number): Promise<number[][][]> {
  const { sizes = [], unit } = curves[curve] ?? {};
  const costs: number[][][] = children.map(() => []);
  const ended = new Set<Child>();
  for (const size of sizes) {
    for (const list of costs) list.push([]);
    const asked = children.filter((child) => !ended.has(child));
    for (let round = -1; round < rounds; round += 1)
      for (const child of round % 2 ? asked : asked.toReversed()) {
        const { cost, tookMs } = await child.ask<Point>({ curve, size } satisfies GrowthTask);
        if (round >= 0) costs[children.indexOf(child)]?.at(-1)?.push(cost);
        if (unit === 'µs' && round >= 0 && tookMs > longestMs) ended.add(child);
      }
  }
  return costs;
}

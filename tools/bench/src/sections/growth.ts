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

/** A point of CPU time that took longer than this, in milliseconds, is the last of its curve: the next one could take a hundred times as long. */
const longestMs = 700;

/** How one cost grows with a size. */
interface MeasuredCurve extends Omit<Curve, 'open'> {
  /** The cost of one unit of work: of this checkout and of the one that it is compared with, by size and round. */
  readonly costs: readonly (readonly (readonly number[])[])[];
}
interface Growth {
  readonly curves: readonly MeasuredCurve[];
}

/** How costs grow with sizes, for this checkout and for another one in turns, so that both see the same machine. */
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
          'What a unit of work costs at growing sizes, and the exponent of the growth: 0 if the cost stays the same, 1 if it grows as the size does. ' +
          'Work with data that is read in full, such as parsing JSON, is 1 at best. Medians; in process, without a network.' +
          (isCompared ? ' A dash is a size that would have taken too long.' : ''),
        head: ['Cost of', 'At', ...(isCompared ? ['Checkout'] : []), 'Cost', 'Exponent'],
        rows,
      },
    ];
  },
  goals: ({ curves }) =>
    curves.map(({ title, sizes, costs: [own = []], atMost = defaultExponent }) => ({
      what: `Growth, ${title}: its exponent`,
      atMost,
      value: growthExponent(sizes, own),
    })),
};

/** The median cost at each size, up to the largest one that was measured. */
const mediansOf = (bySize: readonly (readonly number[])[]): number[] =>
  bySize.filter((rounds) => rounds.length > 0).map(median);

/** The exponent of a curve; undefined if fewer than two of its sizes were measured. */
function growthExponent(sizes: readonly number[], bySize: readonly (readonly number[])[]): number | undefined {
  const medians = mediansOf(bySize);
  return medians.length > 1 ? exponentOf(sizes.slice(0, medians.length), medians) : undefined;
}

/** The costs of each checkout, by size and round. */
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

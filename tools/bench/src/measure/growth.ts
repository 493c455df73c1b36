import { fileURLToPath } from 'node:url';
import { type Child, startChild } from '../child.ts';
import { curves } from '../growth/curves.ts';
import type { GrowthTask, Point } from '../growth/worker.ts';
import type { Growth, MeasuredCurve } from '../results.ts';

/** This checkout. */
const ownRoot = fileURLToPath(new URL('../../../..', import.meta.url));

/** A point of CPU time that took longer than this, in milliseconds, is the last of its curve: the next one could take a hundred times as long. */
const longestMs = 700;

/**
 * Measures how costs grow with sizes, for this checkout and for another one in turns, so that both see the same machine.
 *
 * @param rounds How often each point is measured, after a first time that is not counted.
 * @param against Folder of another checkout, with its dependencies installed. Default: none.
 */
export async function measureGrowth(
  say: (text: string) => void,
  rounds: number,
  against: string | undefined,
): Promise<Growth> {
  const roots = against === undefined ? [ownRoot] : [ownRoot, against];
  const flags = ['--expose-gc', '--conditions=@x/source'];
  const children = roots.map((root) => startChild('growth/worker.ts', [root], flags));
  try {
    const measured: MeasuredCurve[] = [];
    for (const [index, { title, of, unit, sizes, atMost = 0.3 }] of curves.entries()) {
      say(`growth: ${title}`);
      const costs = await measureCurve(children, index, rounds);
      measured.push({ title, of, unit, sizes, atMost, costs });
    }
    return { curves: measured };
  } finally {
    for (const child of children) child.stop();
  }
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

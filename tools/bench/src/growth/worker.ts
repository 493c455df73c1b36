import { answer } from '../child.ts';
import { curves } from './curves.ts';

// Measures curves in a process of its own.

/** Task for a worker: a curve. */
export interface GrowthTask {
  /** Index of the curve. */
  readonly curve: number;
  readonly rounds: number;
}

answer<GrowthTask>(async ({ curve, rounds }): Promise<number[][]> => {
  const { sizes = [], measure } = curves[curve] ?? {};
  if (!measure) throw new Error(`there is no curve ${curve}`);
  const costs: number[][] = [];
  for (const size of sizes) {
    await measure(size); // compiles the code
    const own: number[] = [];
    for (let round = 0; round < rounds; round += 1) own.push(await measure(size));
    costs.push(own);
  }
  return costs;
});

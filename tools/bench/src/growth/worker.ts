import { answer } from '../child.ts';
import { openCheckout } from './curve.ts';
import { curves } from './curves.ts';

// Measures the curves of one checkout in its own process: `node --expose-gc --conditions=@x/source worker.ts <folder>`.

/** Task for a worker: a point of a curve. */
export interface GrowthTask {
  /** Index of the curve. */
  readonly curve: number;
  readonly size: number;
}

/** A point of a curve. */
export interface Point {
  /** Cost of one unit of work, in the unit of the curve. */
  readonly cost: number;
  /** Milliseconds that it took to measure it. */
  readonly tookMs: number;
}

const [, , root = ''] = process.argv;
const checkout = openCheckout(root);
const opened = curves.map((curve) => {
  let opening: ReturnType<typeof curve.open> | undefined;
  return () => (opening ??= curve.open(checkout));
});

answer<GrowthTask>(async ({ curve, size }): Promise<Point> => {
  const measure = await opened[curve]?.();
  if (!measure) throw new Error(`there is no curve ${curve}`);
  const startedAt = performance.now();
  const cost = await measure(size);
  return { cost, tookMs: performance.now() - startedAt };
});

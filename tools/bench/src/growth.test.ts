import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Child, startChild } from './child.ts';
import { curves } from './growth/curves.ts';
import type { GrowthTask, Point } from './growth/worker.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

let worker: Child;
beforeAll(() => {
  worker = startChild('growth/worker.ts', [root], ['--expose-gc', '--conditions=@x/source']);
});
afterAll(() => worker.stop());

const points = curves.map(({ title, sizes: [size = 0] }, curve) => ({ title, curve, size }));

it.each(points)('a worker measures the smallest size of the curve "$title"', async ({ curve, size }) => {
  const { cost, tookMs } = await worker.ask<Point>({ curve, size } satisfies GrowthTask);
  expect(cost).toBeGreaterThan(0);
  expect(tookMs).toBeGreaterThan(0);
});

it('a worker reports that there is no such curve', async () => {
  const task: GrowthTask = { curve: curves.length, size: 1 };
  await expect(worker.ask(task)).rejects.toThrow(`there is no curve ${curves.length}`);
});

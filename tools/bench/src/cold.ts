import { answer } from './child.ts';
import type { Target } from './contender.ts';
import { contender } from './contenders.ts';

/** Milliseconds of importing a client, and of that and its first call. */
export type ColdTook = Readonly<Record<'importMs' | 'totalMs', number>>;

const { open, first, imports } = contender(process.argv[2] ?? '');

answer<Target>(async (target): Promise<ColdTook> => {
  const startedAt = performance.now();
  for (const name of Object.keys(imports)) await import(name);
  const importMs = performance.now() - startedAt;
  const { calls } = await open(target);
  if (!(await calls[first]?.())) throw new Error(`no record came from ${first}`);
  return { importMs, totalMs: performance.now() - startedAt };
});

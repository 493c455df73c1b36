import { offer } from './child.ts';
import type { Target } from './contender.ts';
import { contender } from './contenders.ts';

// Starts one contender in its own process, without the flag for garbage that `worker.ts` has: with other flags, Node
// would compile its own modules anew.

const { open, first, imports } = contender(process.argv[2] ?? '');

const functions = {
  /** Returns the milliseconds of importing the client, and of that and its first call. */
  async start(target: Target) {
    const startedAt = performance.now();
    for (const name of Object.keys(imports)) await import(name);
    const importMs = performance.now() - startedAt;
    const { calls } = await open(target);
    if (!(await calls[first]?.())) throw new Error(`no record came from ${first}`);
    return { importMs, totalMs: performance.now() - startedAt };
  },
};

export type Cold = typeof functions;

offer(functions);

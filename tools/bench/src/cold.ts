import { offer } from './child.ts';
import type { Target } from './contender.ts';
import { contender } from './contenders.ts';

// Starts one contender in its own process, without the garbage collection flag of `worker.ts`, because other flags
// would make Node recompile its own modules.

const { open, first, imports } = contender(process.argv[2] ?? '');

const functions = {
  /** Returns the milliseconds to import the client, and to import it and complete its first call. */
  async start(target: Target) {
    const startedAt = performance.now();
    for (const name of Object.keys(imports)) await import(name);
    const importMs = performance.now() - startedAt;
    const { calls } = await open(target);
    if (!(await calls[first]?.())) throw new Error(`${first} returned no records`);
    return { importMs, totalMs: performance.now() - startedAt };
  },
};

export type Cold = typeof functions;

offer(functions);

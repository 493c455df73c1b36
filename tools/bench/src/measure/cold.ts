import { type Bench, type Effort, inRounds } from '../bench.ts';
import { startChild } from '../child.ts';
import type { ColdTook } from '../cold.ts';
import { contender, contenders } from '../contenders.ts';
import type { Results } from '../results.ts';

/** Milliseconds that a new process needs to import a client, and until its first call has been responded to. */
export async function measureCold(bench: Bench, effort: Effort): Promise<NonNullable<Results['cold']>> {
  bench.say('import and first call');
  const run = async (name: string) => {
    const { file, first, packages } = contender(name);
    const child = startChild('cold.ts', [file, first, ...packages]);
    try {
      return await child.ask<ColdTook>(bench.target);
    } finally {
      child.stop();
    }
  };
  const names = contenders.filter(({ isVariant }) => !isVariant).map(({ name }) => name);
  const took = await inRounds(names, effort, run);
  return Object.fromEntries(
    Object.entries(took).map(([name, each]) => [
      name,
      { importMs: each.map(({ importMs }) => importMs), totalMs: each.map(({ totalMs }) => totalMs) },
    ]),
  );
}

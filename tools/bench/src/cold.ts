import type { Open, Target } from './adapter.ts';
import { answer } from './answer.ts';
import type { CallName } from './scenarios.ts';

/** Milliseconds of importing a client, and of that and its first call. */
export interface ColdTook {
  readonly importMs: number;
  readonly totalMs: number;
}

const [, , file = '', call = '', ...packages] = process.argv;

answer<Target>(async (target): Promise<ColdTook> => {
  const startedAt = performance.now();
  for (const name of packages) await import(name);
  const importMs = performance.now() - startedAt;
  // Our own few lines are not counted: the packages that they import are there already.
  const { open }: { open: Open } = await import(`./adapters/${file}.ts`);
  const openedAt = performance.now();
  const records = await open(target).calls[call as CallName]?.();
  if (!records) throw new Error(`no record came from ${call}`);
  return { importMs, totalMs: importMs + performance.now() - openedAt };
});

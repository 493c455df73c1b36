import { type Child, startChild } from './child.ts';
import type { Target } from './contender.ts';
import type { Stub } from './stub/server.ts';
import type { Worker } from './worker.ts';

/** The stub and the contenders requested so far, each in its own process. */
export interface Bench {
  readonly target: Target;
  readonly stub: Child<Stub>;
  /** Additional Node flags for the contenders. */
  readonly flags: readonly string[];
  /** Returns a contender's process, which starts when it is first requested. */
  worker(contender: string): Promise<Child<Worker>>;
  /** Stops all contenders. Each restarts when it is next requested. */
  restart(): void;
  /** Prints progress. */
  say(text: string): void;
  close(): void;
}

/** @param flags Additional Node flags for the contenders. */
export async function startBench(say: (text: string) => void, flags: readonly string[] = []): Promise<Bench> {
  const stub = startChild<Stub>('stub/server.ts', [], ['--conditions=@x/source']); // the sandbox needs no build
  const target = await stub.ask('target');
  const workers = new Map<string, Child<Worker>>();

  function restart(): void {
    for (const worker of workers.values()) worker.stop();
    workers.clear();
  }

  return {
    target,
    stub,
    flags,
    say,
    restart,
    async worker(contender) {
      const started = workers.get(contender);
      if (started) return started;
      const worker = startChild<Worker>('worker.ts', [contender], ['--expose-gc', ...flags]);
      workers.set(contender, worker);
      await worker.ask('open', target);
      return worker;
    },
    close() {
      stub.stop();
      restart();
    },
  };
}

/** With fewer rounds, quartiles are meaningless. */
const fewestRounds = 3;

/** Amount of measuring: `rounds` rounds, or as many as begin within `seconds` after the warm-up. */
export interface Effort {
  readonly rounds: number;
  readonly seconds: number;
}

/** Costs of each contender, by kind and round: `{ ky: { ms: [12, 10, 11] } }`. */
export type Costs<Kind extends string> = Record<string, { [Each in Kind]: number[] }>;

/**
 * Has all contenders do the same work in turns, round after round. Each round starts with a different contender.
 * Returns their costs, appended to the costs of earlier rounds.
 *
 * @param warm Warm-up that each contender runs once, so that code is compiled and files are read. Default: the same
 * work.
 */
export async function inRounds<Kind extends string>(
  names: readonly string[],
  { rounds, seconds }: Effort,
  take: (name: string) => Promise<Readonly<Record<Kind, number>>>,
  warm: (name: string) => Promise<unknown> = take,
  earlier: Costs<Kind> = {},
): Promise<Costs<Kind>> {
  const costs = structuredClone(earlier);
  for (const name of names) await warm(name);
  const end = performance.now() + seconds * 1000;
  for (let round = 0; round < rounds && (round < fewestRounds || performance.now() < end); round += 1)
    for (let turn = 0; turn < names.length; turn += 1) {
      const name = names[(turn + round) % names.length] as string;
      const took = await take(name);
      const own = costs[name] ?? ({} as Costs<Kind>[string]);
      costs[name] = own;
      for (const kind of Object.keys(took) as Kind[]) own[kind] = [...(own[kind] ?? []), took[kind]];
    }
  return costs;
}

import { type Child, startChild } from './child.ts';
import type { Target } from './contender.ts';
import type { StubCounts, StubOrder } from './stub/server.ts';
import type { Task } from './worker.ts';

/** The stub and the contenders that were asked for so far, each in a process of its own. */
export interface Bench {
  readonly target: Target;
  order(order: StubOrder): Promise<StubCounts>;
  /** Asks the contender of that name; it is started when it is asked for the first time. */
  ask<Answer>(name: string, task: Task): Promise<Answer>;
  /** Ends the contenders: each is restarted when it is asked for the next time. */
  restart(): void;
  /** Prints the progress. */
  say(text: string): void;
  close(): void;
}

/** @param flags Further flags of Node for the contenders. */
export async function startBench(say: (text: string) => void, flags: readonly string[] = []): Promise<Bench> {
  const stub = startChild('stub/server.ts', [], ['--conditions=@x/source']); // the sandbox needs no build
  const target = await stub.ask<Target>('target');
  const workers = new Map<string, Promise<Child>>();

  async function start(name: string): Promise<Child> {
    const child = startChild('worker.ts', [name], ['--expose-gc', ...flags]);
    await child.ask({ task: 'open', target } satisfies Task);
    return child;
  }

  function restart(): void {
    for (const worker of workers.values()) worker.then((child) => child.stop()).catch(() => {}); // it has ended already
    workers.clear();
  }

  return {
    target,
    say,
    restart,
    order: (order) => stub.ask(order),
    async ask(name, task) {
      let worker = workers.get(name);
      if (!worker) {
        worker = start(name);
        workers.set(name, worker);
      }
      return (await worker).ask(task);
    },
    close() {
      stub.stop();
      restart();
    },
  };
}

/** With fewer rounds, quartiles are meaningless. */
const fewestRounds = 3;

/** Amount of measuring: this many rounds, or as many as begin within the time, which starts after the warm-up. */
export interface Effort {
  /** Number of processes of each contender that repeat everything, one after the other. Default 1. */
  readonly processes?: number;
  readonly rounds: number;
  readonly seconds: number;
}

/** Costs of one contender, by round: `{ ms: [12, 10, 11] }`. */
export type Rounds<Took> = { readonly [Kind in keyof Took]: readonly number[] };

/**
 * Lets all contenders do the same work in turns, round after round. Each round starts with a different one.
 *
 * @param warm Warm-up that each contender runs once, so that code is compiled and files are read. Default: the same
 * work.
 */
export async function inRounds<Took extends Readonly<Record<string, number>>>(
  names: readonly string[],
  { rounds, seconds }: Effort,
  take: (name: string) => Promise<Took>,
  warm: (name: string) => Promise<unknown> = take,
): Promise<Record<string, Rounds<Took>>> {
  const all: Record<string, Record<string, number[]>> = Object.fromEntries(names.map((name) => [name, {}]));
  for (const name of names) await warm(name);
  const end = performance.now() + seconds * 1000;
  for (let round = 0; round < rounds && (round < fewestRounds || performance.now() < end); round += 1)
    for (let turn = 0; turn < names.length; turn += 1) {
      const name = names[(turn + round) % names.length] as string;
      const own = all[name] as Record<string, number[]>;
      for (const [kind, took] of Object.entries(await take(name))) own[kind] = [...(own[kind] ?? []), took];
    }
  return all as Record<string, Rounds<Took>>;
}

/** Appends each contender's costs in more rounds to those in earlier rounds. */
export const joinRounds = <Took>(
  before: Readonly<Record<string, Rounds<Took>>> | undefined,
  more: Readonly<Record<string, Rounds<Took>>>,
): Record<string, Rounds<Took>> =>
  Object.fromEntries(
    Object.entries(more).map(([name, own]) => {
      const kinds = Object.keys(own) as (keyof Took)[];
      const joined = kinds.map((kind) => [kind, [...(before?.[name]?.[kind] ?? []), ...own[kind]]]);
      return [name, Object.fromEntries(joined) as Rounds<Took>];
    }),
  );

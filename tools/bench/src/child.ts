import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

type Functions = Readonly<Record<string, (...args: never[]) => unknown>>;

/** A process that offers functions; see {@link offer}. */
export interface Child<Offered extends Functions> {
  /** Calls a function in the process. Only one call can run at a time. */
  ask<Name extends keyof Offered>(
    name: Name,
    ...args: Parameters<Offered[Name]>
  ): Promise<Awaited<ReturnType<Offered[Name]>>>;
  stop(): void;
}

interface Answer {
  readonly value?: unknown;
  readonly error?: string;
}

/** Starts a process from a file, named relative to this folder. */
export function startChild<Offered extends Functions>(
  file: string,
  args: readonly string[] = [],
  flags: readonly string[] = [],
): Child<Offered> {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), args, {
    execArgv: [...flags],
    serialization: 'advanced',
  });
  const title = [file, ...args].join(' ');
  const ended = once(child, 'exit').then(([code, signal]) => {
    throw new Error(`${title} ended early (${code ?? signal})`);
  });
  ended.catch(() => {}); // `ask` reports it
  return {
    async ask(name, ...given) {
      if (child.connected) child.send({ name, given });
      const [{ value, error }] = (await Promise.race([once(child, 'message'), ended])) as [Answer];
      if (error !== undefined) throw new Error(`${title}: ${error}`);
      return value as never;
    },
    stop() {
      if (child.connected) child.disconnect();
    },
  };
}

/** Offers a child's functions to its parent process, until the parent is gone. */
export function offer(functions: Functions): void {
  process.on('message', async ({ name, given }: { name: string; given: never[] }) => {
    try {
      process.send?.({ value: await functions[name]?.(...given) } satisfies Answer);
    } catch (error) {
      process.send?.({ error: (error as Error).stack ?? String(error) } satisfies Answer);
    }
  });
  process.once('disconnect', () => process.exit());
}

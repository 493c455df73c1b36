import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** A process that responds to questions, one after the other; see {@link answer}. */
export interface Child {
  ask<Answer>(question: unknown): Promise<Answer>;
  stop(): void;
}

/** Starts a file, by its URL or its name from this folder. It begins when it is first asked. */
export function startChild(file: string, args: readonly string[] = [], flags: readonly string[] = []): Child {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), args, {
    execArgv: [...flags],
    serialization: 'advanced',
  });
  const name = [file, ...args].join(' ');
  let ended: Error | undefined;
  let settle: ((answer: { value?: unknown; error?: string }) => void) | undefined;
  child.on('message', (answer: { value?: unknown; error?: string }) => settle?.(answer));
  child.on('exit', (code, signal) => {
    ended = new Error(`${name} ended early (${code ?? signal})`);
    settle?.({ error: ended.message });
  });
  let before: Promise<unknown> = Promise.resolve();

  async function send(question: unknown): Promise<unknown> {
    if (ended) throw ended;
    const { value, error } = await new Promise<{ value?: unknown; error?: string }>((resolve) => {
      settle = resolve;
      child.send(question as object);
    });
    if (error !== undefined) throw new Error(`${name}: ${error}`);
    return value;
  }
  return {
    ask<Answer>(question: unknown) {
      const answer = before.then(() => send(question));
      before = answer.catch(() => {});
      return answer as Promise<Answer>;
    },
    stop: () => child.disconnect(),
  };
}

/** In a child: responds to what the parent process asks, until it is gone. */
export function answer<Question>(handle: (question: Question) => unknown): void {
  process.on('message', async (question) => {
    try {
      process.send?.({ value: await handle(question as Question) });
    } catch (error) {
      process.send?.({ error: (error as Error).stack });
    }
  });
  process.once('disconnect', () => process.exit());
}

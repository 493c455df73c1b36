import { appendFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers';
import promises from 'node:timers/promises';

// Preloaded into every process of the tests. Appends each timer of more than 50 ms that a process waited for to the
// file WAITS_FILE, with the stack that set it. Cleared timers do not count, because they are time limits that were not
// reached, and neither do timers that let the process exit.
const longestMs = 50;

const { setTimeout: setTimer } = globalThis;
const { setTimeout: sleep } = promises;

function note(ms: number, { stack }: Error): void {
  if (ms > longestMs) appendFileSync(process.env.WAITS_FILE ?? '', `${ms} ms in process ${process.pid}: ${stack}\n`);
}

function setTimeout(callback: (...values: unknown[]) => void, ms = 0, ...values: unknown[]): NodeJS.Timeout {
  const origin = new Error('a wait');
  const timer = setTimer(() => {
    if (timer.hasRef()) note(ms, origin);
    callback(...values);
  }, ms);
  return timer;
}
Object.assign(globalThis, { setTimeout });
Object.assign(timers, { setTimeout });
promises.setTimeout = async (ms = 0, value, options) => {
  const origin = new Error('a wait');
  const result = await sleep(ms, value, options);
  if (options?.ref !== false) note(ms, origin);
  return result;
};
syncBuiltinESMExports();

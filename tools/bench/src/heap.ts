import { setTimeout } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Collects garbage. Without Node's flag `--expose-gc`, it takes another context, whose memory is in the heap too. */
export const collectGarbage: NodeJS.GCFunction = globalThis.gc ?? exposeGc();

function exposeGc(): NodeJS.GCFunction {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc');
}

/** Bytes of heap that are in use once everything that has ended is gone. */
export async function heapInUse(): Promise<number> {
  for (let turn = 0; turn < 3; turn += 1) {
    await setTimeout(1); // what a WeakRef has returned lives to the end of the turn
    collectGarbage();
  }
  return process.memoryUsage().heapUsed;
}

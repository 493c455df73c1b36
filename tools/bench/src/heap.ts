import { setTimeout } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Collects garbage. Without Node's flag `--expose-gc`, it needs a second context, whose memory also counts toward the
 * heap.
 */
export const collectGarbage: NodeJS.GCFunction = globalThis.gc ?? exposeGc();

function exposeGc(): NodeJS.GCFunction {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc');
}

/** Returns the bytes of heap in use after garbage is collected. */
export async function heapInUse(): Promise<number> {
  for (let turn = 0; turn < 3; turn += 1) {
    await setTimeout(1); // an object read from a WeakRef lives to the end of the turn
    collectGarbage();
  }
  return process.memoryUsage().heapUsed;
}

type Work = () => void;

// Test frameworks may replace setImmediate with a stopped clock, even before this module is loaded: then a
// message to ourselves takes its place.
const { setImmediate } = globalThis;
const isRuntimes = /\bnew Immediate\(/.test(String(setImmediate));

/** Runs `work` in the next turn of the event loop. @internal */
export const inNextTurn: (work: Work) => unknown = isRuntimes
  ? setImmediate
  : (work) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        port1.close();
        work();
      };
      port2.postMessage(undefined);
    };

/** With more calls under way, all wait for the processor anyway, and turns of the event loop cost it more than they save. */
const few = 16;

const ready: Work[] = [];

/** Completes one `ready` response per turn of the event loop: undici writes the requests that follow from one before the next is read. */
function completeNext(): void {
  ready.shift()?.();
  if (ready.length > 0) inNextTurn(() => inNextTurn(completeNext)); // what follows is requested in this turn, written in the next
}

let batch: Work[] = [];

/**
 * Completes the responses of one turn together in the turn after it. By then undici has put their connections back, so that
 * the calls that follow reuse them; without it, many lanes of calls hold up to two connections each.
 */
function completeBatch(): void {
  const works = batch;
  batch = [];
  inNextTurn(() => {
    for (const work of works) work();
  });
}

/**
 * Calls `finish` when it is best for the calls that follow from it.
 *
 * @param underWay Number of responses that are being received.
 * @internal
 */
export function complete(finish: Work, underWay: number): void {
  if (underWay < 2) finish();
  else if (underWay <= few) {
    if (ready.push(finish) === 1) inNextTurn(completeNext);
  } else if (batch.push(finish) === 1) inNextTurn(completeBatch);
}

// Test frameworks may replace setImmediate with a stopped clock, even before this module is loaded. In that case, use a
// message to ourselves instead.
const { setImmediate } = globalThis;
const isRuntimes = /\bnew Immediate\(/.test(String(setImmediate));

/**
 * Runs `work` in the next turn of the event loop, after everything that the current one starts. Completing responses
 * together there takes 0.7 to 0.9 of the CPU of completing each at once; see `transport/reception.ts`.
 */
export const inNextTurn: (work: () => void) => unknown = isRuntimes
  ? setImmediate
  : (work) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        port1.close();
        work();
      };
      port2.postMessage(undefined);
    };

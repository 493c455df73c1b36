import type { Recorder } from './recorder.ts';

/** Outgoing requests of the providers, such as webhooks. */
export interface Outbox {
  readonly fetch: typeof globalThis.fetch;
  /** Ends the request with this number as it ended before. Returns whether there is such a request. */
  settle(outcome: Outcome): boolean;
  /** Ends the replay. Requests without an outcome are sent, as are all requests from then on. */
  goLive(): void;
}

/** Outcome of a request: the beginning of a response, or an error. */
export interface Outcome {
  readonly outgoing: number;
  status?: number;
  type?: string;
  body?: string;
  error?: string;
}

interface Waiting {
  send(): void;
  end(outcome: Outcome): void;
}

/** Creates an outbox that records the outcomes of requests. During a replay, it sends nothing until it goes live. */
export function createOutbox(recorder: Recorder, now: () => number, isReplayed: boolean): Outbox {
  let isLive = !isReplayed;
  let count = 0;
  const waiting = new Map<number, Waiting>();

  async function send(outgoing: number, input: string | URL | Request, init?: RequestInit): Promise<Response> {
    try {
      const response = await globalThis.fetch(input, init);
      const type = response.headers.get('content-type');
      const outcome = { at: now(), outgoing, status: response.status, ...(type !== null && { type }) };
      recorder.add(outcome);
      const read = response.text.bind(response);
      // The body only matters for the few receivers that must repeat a challenge.
      response.text = async () => {
        const body = await read();
        Object.assign(outcome, { body: body.slice(0, 4096) });
        return body;
      };
      return response;
    } catch (error) {
      recorder.add({ at: now(), outgoing, error: String(error) });
      throw error;
    }
  }

  return {
    fetch(input, init) {
      count += 1;
      const outgoing = count;
      if (isLive) return send(outgoing, input, init);
      return new Promise((resolve, reject) => {
        waiting.set(outgoing, {
          send: () => send(outgoing, input, init).then(resolve, reject),
          end({ status, type, body, error = 'no response' }) {
            // Converts to the same string as the error of the earlier run.
            if (status === undefined) return reject(Object.assign(new Error(error), { toString: () => error }));
            const isEmpty = [204, 205, 304].includes(status);
            resolve(
              new Response(isEmpty ? null : (body ?? ''), { status, headers: type ? { 'content-type': type } : {} }),
            );
          },
        });
      });
    },
    settle(outcome) {
      const one = waiting.get(outcome.outgoing);
      waiting.delete(outcome.outgoing);
      one?.end(outcome);
      return one !== undefined;
    },
    goLive() {
      isLive = true;
      for (const one of waiting.values()) one.send();
      waiting.clear();
    },
  };
}

import { randomUUID } from 'node:crypto';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { aString, readOptions, required } from '../shared/check-fields.ts';
import type { Clock, ClockState } from '../shared/clock.ts';
import { createClock, moveClock } from './clock.ts';

/**
 * Control API of the sandbox to follow: `sandbox.controlApi`, or `controlApi` in the output of `npx @x/sandbox --json`.
 */
export interface ClockSource {
  /** Address of the control API, `sandbox.controlApi.url`. */
  readonly url: string;
  /** Token of the control API, `sandbox.controlApi.token`. */
  readonly token: string;
}

/** A clock for clients and webhook receivers that has the time of a sandbox in another process. */
export interface FollowedClock extends Pick<Clock, 'now' | 'sleep' | 'toJSON'> {
  /** Stops following, and ends all waits. Until then the clock keeps its process alive. */
  stop(): void;
}

/** Pause before retrying when the sandbox cannot be reached, in real milliseconds. */
const retryMs = 250;

/**
 * Creates a clock that follows the time of a sandbox in another process. With it, clients wait by the sandbox's time
 * and webhook receivers accept the sandbox's signatures. When the sandbox moves its time, it waits until all followers
 * have it, so they never lag behind a webhook.
 *
 * @param source Address and token of the sandbox's control API.
 * @throws ApiError `invalid_params` for an option that is not valid, Error if the sandbox cannot be reached or refuses
 * the token.
 *
 * @example
 * const clock = await followClock({
 *   url: `${process.env.SANDBOX_URL}/__sandbox`,
 *   token: process.env.SANDBOX_TOKEN ?? '',
 * });
 * const receiver = createWebhookReceiver({ clock, secret });
 */
export async function followClock(source: ClockSource): Promise<FollowedClock> {
  const { url, token } = source;
  readOptions('', { url, token }, { url: required(aString), token: required(aString) }, 'followClock');
  const clock = createClock({ now: 0, frozen: true });
  const follower = randomUUID();
  const stopped = new AbortController();
  const waits = new Set<number>();
  let revision = 0;
  let polling = new AbortController();
  let announced = Number.POSITIVE_INFINITY;

  async function poll(): Promise<void> {
    polling = new AbortController();
    announced = Math.min(...waits);
    const query = new URLSearchParams({ follower, after: String(revision) });
    if (announced !== Number.POSITIVE_INFINITY) query.set('wakesAt', String(Math.ceil(announced)));
    const response = await fetch(`${url}/clock?${query}`, {
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.any([stopped.signal, polling.signal]),
    });
    if (!response.ok)
      throw new Error(
        `followClock: the sandbox at ${new URL(url).origin} responded with ${response.status}. Pass url and token of sandbox.controlApi`,
      );
    const state = (await response.json()) as ClockState & { revision: number };
    if (state.revision === revision) return;
    revision = state.revision;
    moveClock(clock, state);
    await clock.set({}); // ends the waits that are over
    await setImmediate(); // so that the next request announces the waits that follow them
  }

  async function follow(): Promise<void> {
    while (!stopped.signal.aborted) {
      const asked = poll();
      const { signal } = polling;
      await asked
        .catch(() => signal.aborted || setTimeout(retryMs, undefined, { signal: stopped.signal }))
        .catch(() => {});
    }
  }

  await poll();
  void follow();
  return {
    now: () => clock.now(),
    async sleep(ms, signal, background) {
      const at = clock.now() + ms;
      waits.add(at);
      if (at < announced) polling.abort();
      await clock.sleep(ms, signal, background).finally(() => waits.delete(at));
    },
    stop() {
      stopped.abort();
      clock.stop();
    },
    toJSON: () => undefined,
  };
}

import { setImmediate } from 'node:timers/promises';
import type { Scope } from '../clock/scope.ts';
import type { ConnectionEvents } from '../shared/connection.ts';
import type { ProviderServers } from '../shared/context.ts';
import { StateError } from './document.ts';
import type { Outbox } from './outbox.ts';
import { callControl, type Stops } from './record-controls.ts';
import type { Entry, RecordedRequest } from './recorder.ts';
import { bytesOf } from './serve.ts';

/** New providers, on which a log is replayed. */
interface Stage {
  readonly scope: Scope;
  readonly outbox: Outbox;
  readonly controls: object;
  readonly stops: Stops;
  /** Address of the sandbox. */
  readonly url: string;
  servers(name: string): ProviderServers;
}

/** Waits for everything that a request or a job has triggered, except responses from outside. */
async function settle(): Promise<void> {
  await setImmediate();
  await setImmediate();
}

/** Connection of the log's WebSockets, which sends nothing because their clients are gone. */
const noConnection = { send() {}, ping() {}, close() {}, drop() {} };

/**
 * Repeats everything in a log, each entry at its time. The providers then have the same state, because everything they
 * generate depends only on the seed.
 *
 * @throws StateError if something ends differently than before.
 */
export async function replay(entries: readonly Entry[], stage: Stage): Promise<void> {
  const sockets = new Map<number, ConnectionEvents>();
  for (const [index, entry] of entries.entries()) {
    const diverged = (what: string) =>
      new StateError(
        `the state cannot be restored: entry ${index} of its log, ${what}. It was saved by another version of the sandbox, or was changed`,
      );
    if ('due' in entry) {
      for (const at of entry.due) {
        stage.scope.goTo(at);
        if (!stage.scope.runNext()) throw diverged('a job that was due, is not due now');
        await settle();
      }
      continue;
    }
    stage.scope.goTo(entry.at);
    if ('request' in entry) {
      const { method, provider, path } = entry.request;
      const status = await send(entry.request, stage);
      if (entry.status !== undefined && entry.status !== status)
        throw diverged(
          `${method} /${provider}${path.split('?')[0]}, had the status ${entry.status} and now has ${status}`,
        );
    } else if ('control' in entry) call(entry, stage, diverged);
    else if ('outgoing' in entry) {
      if (!stage.outbox.settle(entry))
        throw diverged(`the response to outgoing request ${entry.outgoing}, has no request`);
    } else playSocket(entry, sockets, stage);
    await settle();
  }
}

async function send(request: RecordedRequest, { servers, url }: Stage): Promise<number> {
  const { provider, method, path, headers } = request;
  const body = bytesOf(request);
  const response = await servers(provider).app.fetch(
    new Request(url + path, { method, headers, ...(body.byteLength > 0 && { body }) }),
  );
  await response.arrayBuffer();
  return response.status;
}

function call(
  { control, arguments: given }: Extract<Entry, { control: string }>,
  { controls, stops, servers }: Stage,
  diverged: (what: string) => Error,
): void {
  const [provider = ''] = control.split('.');
  servers(provider); // throws for a provider that this sandbox does not serve
  try {
    callControl(controls, stops, control, given);
  } catch (error) {
    // The log also contains calls that failed, and these fail again. A TypeError means that the control does not exist.
    if (error instanceof TypeError) throw diverged(`the call of controls.${control}, fails: ${error.message}`);
  }
}

function playSocket(
  entry: Extract<Entry, { socket: number }>,
  sockets: Map<number, ConnectionEvents>,
  { servers }: Stage,
): void {
  if (entry.event === 'open') {
    const query = new URLSearchParams(entry.query);
    const events = servers(entry.provider).connect?.(query, noConnection);
    if (events) sockets.set(entry.socket, events);
  } else sockets.get(entry.socket)?.[entry.event](''); // what a client has sent does not matter
}

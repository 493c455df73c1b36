import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Clock } from './clock.ts';
import { notServed, type ProviderName, type ProviderPlan, type ProviderSandbox } from './context.ts';
import { type FaultBook, spoil } from './faults.ts';
import { hangUp } from './hang-up.ts';
import type { Log } from './requests.ts';
import type { Recorder } from './state/recorder.ts';
import { createUpgrader, refuseUpgrade } from './web-socket.ts';

/** What connections need of the sandbox that listens at `url`. */
interface Listening {
  readonly url: string;
  readonly closing: AbortSignal;
  readonly faults: FaultBook;
  readonly log: Log;
  /** The refusal of a host name by which the sandbox must not be called. */
  check(host: string): Response | undefined;
  providerOf(pathname: string): ProviderName | undefined;
  plan(name: ProviderName): ProviderPlan<ProviderSandbox<object>>;
  pause(ms: number): Promise<void>;
  /** Where the state of the providers is recorded. */
  recorded(): { readonly recorder: Recorder; readonly scope: Clock };
}

/** Connects WebSockets to the provider that has one at their path; faults of that path refuse them, or drop them. */
export function createConnector({ url, closing, faults, log, check, providerOf, plan, pause, recorded }: Listening) {
  let sockets = 0;
  const upgrade = createUpgrader(closing);

  return async function connect(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const { pathname, searchParams: query } = new URL(request.url ?? '/', url);
    const refusal = check(request.headers.host ?? '');
    if (refusal) return refuseUpgrade(socket, refusal);
    const name = providerOf(pathname);
    const path = name ? pathname.slice(name.length + 1) : pathname;
    if (!name || plan(name).socketPath !== path)
      return refuseUpgrade(socket, new Response('There is no WebSocket at this path.\n', { status: 404 }));
    const headers = new Headers({ upgrade: 'websocket' });
    const entry = log({ provider: name, method: 'GET', path, query, headers, body: '' });
    const fault = faults.take(name, 'GET', path);
    if (fault) {
      entry.fault = fault;
      const ask = async () => new Response(null, { status: 204 });
      const response = await spoil(fault, ask, () => hangUp(undefined), pause).catch(() => undefined);
      if (!response) return void socket.destroy();
      entry.status = response.status;
      if (response.status !== 204) return refuseUpgrade(socket, response);
    }
    entry.status = 101;
    return upgrade(request, socket, head, (connection) => {
      const { recorder, scope } = recorded();
      const { connect: open } = plan(name).servers();
      sockets += 1;
      const socket = sockets;
      recorder.add({ at: scope.now(), socket, event: 'open', provider: name, query: query.toString() });
      const events = open?.(query, connection) ?? notServed(name);
      const happens = (event: 'received' | 'closed') => () => {
        recorder.add({ at: scope.now(), socket, event });
        events[event]();
      };
      return { received: happens('received'), closed: happens('closed') };
    });
  };
}

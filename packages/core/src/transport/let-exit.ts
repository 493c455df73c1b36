import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';

interface AgentEvent {
  readonly request: object;
  readonly socket?: Socket & { alpnProtocol?: unknown };
}

/**
 * Makes a request for which the process does not stay alive. The agent has no option for it, but reports each request and
 * its connection on channels: https://undici.nodejs.org/#/docs/api/DiagnosticsChannel. Opening a connection still keeps
 * the process alive.
 *
 * @param dispatch Makes one request, at once.
 * @returns Ends it: the connection goes back to the agent as it was.
 * @internal
 */
export function letExitDuring(dispatch: () => void): () => void {
  const [created, sent] = ['undici:request:create', 'undici:client:sendHeaders'];
  let own: object | undefined;
  let used: Socket | undefined;
  const onCreated = (event: unknown) => {
    own ??= (event as AgentEvent).request;
  };
  const onSent = (event: unknown) => {
    const { request, socket } = event as AgentEvent;
    // By HTTP/2, others share the connection.
    if (request !== own || socket?.alpnProtocol === 'h2') return;
    used = socket;
    used?.unref();
  };
  const end = () => {
    unsubscribe(sent, onSent);
    used?.ref();
    used = undefined;
  };
  subscribe(created, onCreated);
  subscribe(sent, onSent);
  try {
    dispatch();
  } catch (error) {
    end();
    throw error;
  } finally {
    unsubscribe(created, onCreated);
  }
  return end;
}

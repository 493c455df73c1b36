import { pause } from '@x/core/provider';
import type { ServerMessage } from './messages.ts';
import { openSession, type Session, type SessionEnd, type SessionSettings } from './session.ts';
import type { ListenerCore } from './transport.ts';

/** What a connection needs. */
export interface ConnectionSettings extends Pick<SessionSettings, 'WebSocket'> {
  readonly url: string;
  readonly core: ListenerCore;
  /** Whether there is a reason to have a session. */
  isNeeded(): boolean;
  /** Sets up a new session with what it is for, such as its subscriptions. The session may end in the meantime. */
  prepare(session: Session): Promise<void>;
}

/** Keeps a WebSocket session open: one after the other. */
export interface Connection {
  /** Whether the current session has all that it is for. */
  isReady(): boolean;
  /** The current session; undefined while there is none. */
  session(): Session | undefined;
  /** Opens a session, unless there is one or one is being opened. */
  start(): void;
  /** Ends the current session. Another one follows if it is needed. */
  end(reason: string): void;
}

/** Creates a connection. */
export function createConnection({ url, WebSocket, core, isNeeded, prepare }: ConnectionSettings): Connection {
  const { clock, signal, backoff } = core;
  let current: Session | undefined;
  /** Resolves when the move to a new connection has succeeded or failed. */
  let moving: Promise<void> | undefined;
  let isRunning = false;
  let isReady = false;

  const open = (address: string) => openSession(address, { WebSocket, clock, onMessage });

  function onMessage(message: ServerMessage, session: Session): void {
    if (message.metadata.message_type !== 'session_reconnect') core.receive(message);
    // A message that is delivered twice must not open two connections.
    else if (session === current) moving ??= move(session, message.payload.session?.reconnect_url ?? url);
  }

  /** Moves to the new connection that the API asks for. The old one is read until the new one is welcomed. */
  async function move(from: Session, address: string): Promise<void> {
    core.report('reconnecting', {});
    try {
      const next = await open(address);
      current = next;
      if (signal.aborted) next.close('the listener was closed');
      from.close('the listener has moved to a new connection');
    } catch {
      // The API closes the old connection soon; then a new session gets everything again.
    } finally {
      moving = undefined;
    }
  }

  /** Resolves with the last session, when it and those before it have ended. */
  async function lastOf(first: Session): Promise<Session> {
    for (let session = first; ; session = current ?? session) {
      await session.ended;
      await moving; // the old connection may be lost before the new one is welcomed
      if (current === session || current === undefined) return session;
    }
  }

  /** Opens a session and sets it up. Resolves or rejects with why it has ended. */
  async function runOnce(lostAt: number | undefined): Promise<{ end: SessionEnd; lastMessageAt?: number }> {
    try {
      const session = await open(url);
      current = session;
      if (signal.aborted) session.close('the listener was closed');
      await prepare(session);
      if (!session.isOver()) {
        isReady = true;
        core.report('connected', { sessionId: session.id });
        if (lostAt !== undefined) core.report('missed', { reason: 'disconnected', from: lostAt, to: clock.now() });
      }
      const last = await lastOf(session);
      return { end: await last.ended, lastMessageAt: last.lastMessageAt() };
    } catch (error) {
      return { end: error as SessionEnd };
    } finally {
      current = undefined;
    }
  }

  async function run(): Promise<void> {
    let failures = 0;
    let lostAt: number | undefined;
    while (!signal.aborted && isNeeded()) {
      const { end, lastMessageAt } = await runOnce(lostAt);
      if (isReady) {
        failures = 0;
        lostAt = lastMessageAt;
      }
      isReady = false;
      if (signal.aborted || !isNeeded()) break;
      const retryInMs = backoff(failures);
      failures += 1;
      core.report('disconnected', { code: end.code, reason: end.reason, retryInMs });
      await pause(retryInMs, signal, undefined, clock).catch(() => {}); // closed: the loop ends
    }
    isRunning = false;
  }

  signal.addEventListener('abort', () => current?.close('the listener was closed'));

  return {
    isReady: () => isReady,
    session: () => (current?.isOver() ? undefined : current),
    start() {
      if (isRunning) return;
      isRunning = true;
      void run();
    },
    end: (reason) => current?.close(reason),
  };
}

import type { EventSubSubscription } from '../resources/event-sub.ts';
import type { Session, SessionEnd } from './session.ts';

/** A session, and the sessions that the API asked to move to. Each takes over the state of the previous one. */
export class SessionChain {
  /** Transport that refers to the current session in subscriptions. */
  transport: { readonly method: 'websocket'; readonly session_id: string };
  /** Resolves when the last session has ended. It never rejects. */
  readonly ended: Promise<SessionEnd>;
  /** Resolves when the move to a new connection has succeeded or failed; undefined while there is none. */
  moving: Promise<void> | undefined;
  readonly #ids = new Set<string>();
  readonly #over = new AbortController();
  readonly #end = Promise.withResolvers<SessionEnd>();
  #session: Session;

  constructor(session: Session) {
    this.#session = session;
    this.#ids.add(session.id);
    this.transport = { method: 'websocket', session_id: session.id };
    this.ended = this.#end.promise;
  }

  /** The current session. */
  get session(): Session {
    return this.#session;
  }

  /** Aborts when the last session has ended. */
  get signal(): AbortSignal {
    return this.#over.signal;
  }

  get isOver(): boolean {
    return this.#session.isOver || this.#over.signal.aborted;
  }

  /** Resolves when it is known whether the sessions continue. A lost connection may be an old one after a move. */
  async settled(): Promise<void> {
    await this.moving;
    if (this.#session.isOver) await this.ended;
  }

  /** Ends the current session, which another one follows. */
  giveUp(reason: string): void {
    this.#session.close(reason);
  }

  moveTo(session: Session): void {
    this.#session = session;
    this.#ids.add(session.id);
    this.transport = { method: 'websocket', session_id: session.id };
  }

  end(why: SessionEnd): void {
    this.#over.abort();
    this.#end.resolve(why);
  }

  /** Whether a subscription of the API belongs to one of the sessions. */
  owns({ session_id }: EventSubSubscription['transport']): boolean {
    return session_id !== undefined && this.#ids.has(session_id);
  }
}

import { pause } from '@x/core/provider';
import { failure } from './failure.ts';
import type { ListenerCore } from './listener-core.ts';
import type { ServerMessage } from './messages.ts';
import { problemOfMove } from './move-address.ts';
import { openSession, type Session, type SessionEnd, type SessionSettings } from './session.ts';
import { SessionChain } from './session-chain.ts';

/** Settings of a connection. */
export interface ConnectionSettings extends Pick<SessionSettings, 'WebSocket' | 'read'> {
  readonly url: string;
  /** The account whose events it receives; undefined for a conduit, or the only account. */
  readonly account?: string | undefined;
  /** Whether a session is needed. */
  isNeeded(): boolean;
  /** Prepares each new connection before it replaces another one. Default: it needs nothing, as on EventSub. */
  enter?(session: Session): Promise<void>;
  /** Sets up a new session, for example its subscriptions. The session may end in the meantime. */
  prepare(sessions: SessionChain): Promise<void>;
}

/** Milliseconds after which a connection counts as stable, so that the first pause after its loss is short. */
const stableMs = 10_000;
/** Milliseconds without a request to move after which the next one is followed at once. */
const calmMs = 60_000;
/** The longest pause before a move, in milliseconds: the API closes the old connection after 30 seconds. */
const longestMovePauseMs = 10_000;

/** Keeps a WebSocket session open, and opens a new one when it ends. */
export class Connection {
  /** Whether the current session is completely set up. */
  isReady = false;
  /** Whether any session has been completely set up. */
  wasReady = false;
  /** Reason why there is no session. */
  problem: string | undefined;
  readonly #core: ListenerCore<{ readonly type: string }>;
  readonly #settings: ConnectionSettings;
  #chain: SessionChain | undefined;
  #isRunning = false;
  #failures = 0;
  #moves = 0;
  #movedAt = Number.NEGATIVE_INFINITY;
  #lostAt: number | undefined;

  constructor(core: ListenerCore<{ readonly type: string }>, settings: ConnectionSettings) {
    this.#core = core;
    this.#settings = settings;
  }

  /** The current session and those before it; undefined while there is none. */
  get sessions(): SessionChain | undefined {
    return this.#chain?.isOver ? undefined : this.#chain;
  }

  /** Opens a session, unless there is one or one is being opened. */
  start(): void {
    if (this.#isRunning) return;
    this.#isRunning = true;
    const { signal } = this.#core;
    const onClose = () => this.end('the listener was closed');
    signal.addEventListener('abort', onClose);
    void this.#run().finally(() => signal.removeEventListener('abort', onClose));
  }

  /** Ends the current session. Another one follows if it is needed. */
  end(reason: string): void {
    this.#chain?.giveUp(reason);
  }

  async #run(): Promise<void> {
    const { signal, clock } = this.#core;
    while (this.#isNeeded()) {
      const { code, reason } = await this.#runOnce().catch(readEnd);
      this.isReady = false;
      this.problem = reason;
      this.#core.changes.notify();
      if (!this.#isNeeded()) break;
      const retryAfterMs = this.#core.backoff(this.#failures);
      this.#failures += 1;
      this.#core.report('disconnected', { account: this.#settings.account, code, reason, retryAfterMs });
      await pause(retryAfterMs, signal, undefined, clock).catch(() => {}); // rejects when closed, which ends the loop
    }
    this.#isRunning = false;
  }

  #isNeeded(): boolean {
    return !this.#core.signal.aborted && this.#settings.isNeeded();
  }

  /**
   * Opens a session and sets it up. Resolves or rejects with the reason why it ended, including the sessions that it
   * moved to.
   */
  async #runOnce(): Promise<SessionEnd> {
    const chain = new SessionChain(await this.#open(this.#settings.url));
    this.#chain = chain;
    if (this.#core.signal.aborted) this.end('the listener was closed');
    const ended = this.#followMoves(chain);
    this.#moveIfAsked(chain);
    await this.#settings.prepare(chain);
    if (!chain.isOver) this.#becomeReady(chain.session);
    const readyAt = this.isReady ? this.#core.clock.now() : undefined;
    const end = await ended;
    if (readyAt !== undefined) {
      this.#lostAt = chain.session.lastMessageAt;
      if (this.#core.clock.now() - readyAt >= stableMs) this.#failures = 0;
    }
    return end;
  }

  async #open(address: string): Promise<Session> {
    const { WebSocket, read } = this.#settings;
    const { clock } = this.#core;
    const onMessage: SessionSettings['onMessage'] = (...message) => this.#receive(...message);
    const session = await openSession(address, { WebSocket, read, clock, onMessage });
    await this.#settings.enter?.(session);
    return session;
  }

  #becomeReady({ id }: Session): void {
    const { account } = this.#settings;
    this.isReady = true;
    this.wasReady = true;
    this.problem = undefined;
    this.#core.report('connected', { account, sessionId: id });
    const [from, to] = [this.#lostAt, this.#core.clock.now()];
    if (from !== undefined) this.#core.report('missed', { reason: 'disconnected', account, from, to });
    this.#core.changes.notify();
  }

  #receive(message: ServerMessage, session: Session): void {
    if (message.metadata.message_type !== 'session_reconnect') this.#core.receive(message);
    else if (this.#chain?.session === session) this.#moveIfAsked(this.#chain);
  }

  /** Resolves when the last session has ended, because the old one may be lost before the new one is welcomed. */
  async #followMoves(chain: SessionChain): Promise<SessionEnd> {
    for (;;) {
      const { session } = chain;
      const why = await session.ended;
      await chain.moving;
      if (chain.session !== session) continue;
      chain.end(why);
      return why;
    }
  }

  /** Moves to another connection if the API asks for it. A message that is delivered twice opens one connection. */
  #moveIfAsked(chain: SessionChain): void {
    const { session } = chain;
    const { moveTo } = session;
    if (moveTo === undefined || chain.moving) return;
    session.moveTo = undefined;
    const problem = problemOfMove(moveTo || this.#settings.url, this.#settings.url);
    if (problem === undefined) {
      chain.moving = this.#move(chain, moveTo || this.#settings.url).finally(() => {
        chain.moving = undefined;
        this.#moveIfAsked(chain);
      });
      return;
    }
    const advice = 'The listener keeps its connection, and connects again when the API closes it';
    const text = `the API asked to move to an address that is not its own: ${problem}. ${advice}`;
    this.#core.fail(failure('events', 'invalid_response', text));
  }

  /** Moves to a new connection. The old one is read until the new one is welcomed. */
  async #move(chain: SessionChain, address: string): Promise<void> {
    const from = chain.session;
    this.#core.report('reconnecting', { account: this.#settings.account });
    try {
      await this.#pauseBeforeMove(from);
      if (from.isOver || this.#core.signal.aborted) return;
      const next = await this.#open(address);
      chain.moveTo(next);
      if (this.#core.signal.aborted) next.close('the listener was closed');
      from.close('the listener has moved to a new connection');
    } catch {
      // The API will close the old connection soon, and a new session will then be set up.
    }
  }

  /** Waits before a move: not at all for the first request, and longer and longer if the server keeps asking. */
  async #pauseBeforeMove({ ended }: Session): Promise<void> {
    const { clock, signal } = this.#core;
    if (clock.now() - this.#movedAt >= calmMs) this.#moves = 0;
    if (this.#moves > 0) {
      const pauseMs = Math.min(this.#core.backoff(this.#moves), longestMovePauseMs);
      await pause(pauseMs, signal, ended, clock).catch(() => {}); // rejects when closed
    }
    this.#moves += 1;
    this.#movedAt = clock.now();
  }
}

/** Returns why a session could not be opened: its end, or the error that the WebSocket constructor threw. */
function readEnd(error: unknown): SessionEnd {
  return error instanceof Error ? { code: undefined, reason: error.message || error.name } : (error as SessionEnd);
}

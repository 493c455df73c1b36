import type { Clock } from '../../../shared/clock.ts';
import type { SandboxContext } from '../../../shared/context.ts';
import type { Random } from '../../../shared/random.ts';
import { chooseAccounts } from '../data/accounts.ts';
import type { Institutions } from '../data/institutions.ts';
import { type BankErrorCode, Refusal, refuse } from '../errors.ts';
import { uuid } from '../ids.ts';
import { challengesOf, isPassed, mfaOf } from './challenges.ts';
import { createEmitter, type Emitter, errorFields, institutionOf, type LinkEvent, statusOf, viewOf } from './events.ts';
import type { Link } from './link.ts';
import { type LinkToken, shownAccounts } from './link-token.ts';
import { newSession, type Session, type Step } from './session.ts';
import { nothingChosen } from './views.ts';

/** Next step: a page of the institution opens, or Link ends with the arguments of a callback. */
export interface Outcome {
  /** URL that the app's page goes to, relative to the frame's URL. */
  readonly redirect?: string;
  /** URL of a new window, relative to the frame's URL. */
  readonly popup?: string;
  readonly success?: readonly [publicToken: string | null, metadata: object];
  readonly exit?: readonly [error: object | null, metadata: object];
}

/** Outcome of one request from the page. */
export interface Turn extends Outcome {
  readonly session: Session;
  /** Undefined when the link token is not valid. */
  readonly link: LinkToken | undefined;
  readonly events: readonly LinkEvent[];
}

type Action = (session: Session, link: LinkToken, form: URLSearchParams, emitter: Emitter) => Outcome | void;

/** Errors after which Link has nothing left to show. */
const fatal: ReadonlySet<BankErrorCode> = new Set<BankErrorCode>([
  'INVALID_LINK_TOKEN',
  'INCORRECT_LINK_TOKEN',
  'OAUTH_STATE_ID_NOT_FOUND',
  'OAUTH_STATE_ID_ALREADY_PROCESSED',
]);

/** Link as a user goes through it, step by step. Logins, accounts and tokens come from `link`. */
export class Flow {
  private readonly clock: Clock;
  private readonly institutions: Institutions;
  private readonly link: Link;
  private readonly draw: Random;
  private readonly sessions = new Map<string, Session>();
  private readonly byOAuthState = new Map<string, Session>();
  private readonly actions: Readonly<Record<string, Action>>;

  constructor({ clock, random }: SandboxContext, institutions: Institutions, link: Link) {
    this.clock = clock;
    this.institutions = institutions;
    this.link = link;
    this.draw = random('link-pages');
    this.actions = this.makeActions();
  }

  private newId() {
    return uuid(this.draw);
  }

  private now() {
    return new Date(this.clock.now()).toISOString();
  }

  private go(session: Session, step: Step, { emit }: Emitter): void {
    session.step = step;
    emit('TRANSITION_VIEW', viewOf(session));
  }

  /** Returns the institutions that a link token can be used with, in the API's order. */
  offered({ products, metadata }: LinkToken, query = '') {
    const wanted = query.toLowerCase();
    return this.institutions
      .list()
      .filter(
        (each) =>
          metadata.country_codes.includes(each.country) &&
          products.every((product) => each.products.includes(product)) &&
          each.name.toLowerCase().includes(wanted),
      );
  }

  private enterInstitution(session: Session, emitter: Emitter) {
    return this.go(session, session.institution?.oauth ? 'oauth' : 'credentials', emitter);
  }

  private succeed(session: Session, token: LinkToken, { emit }: Emitter): Outcome {
    const spec = session.spec ?? refuse('INVALID_CREDENTIALS');
    const [updated] = token.updates;
    const shared = updated?.accounts() ?? [];
    const choice = spec.choice ?? { accounts: shared, ids: shared.map(({ account_id }) => account_id) };
    emit('HANDOFF');
    this.sessions.delete(session.id);
    const publicToken = this.link.finish(token, session, spec);
    const metadata = {
      institution: institutionOf(session),
      accounts: shownAccounts(choice),
      link_session_id: session.id,
      transfer_status: null,
    };
    return { success: [publicToken, metadata] };
  }

  /** Continues with the next challenge, the choice of accounts, or the end. */
  private proceed(session: Session, token: LinkToken, emitter: Emitter): Outcome | void {
    const [challenge, ...later] = session.laterChallenges;
    session.challenge = challenge;
    session.laterChallenges = later;
    if (challenge) return this.go(session, 'challenge', emitter);
    if (token.updates.length > 0 && !token.selectsAccounts) return this.succeed(session, token, emitter);
    const spec = session.spec ?? refuse('INVALID_CREDENTIALS');
    session.accounts = this.link.offerAccounts(token, spec, `link/${session.id}`);
    this.go(session, 'accounts', emitter);
  }

  /** Continues after the user has returned from the institution's pages. */
  private comeBack(session: Session, token: LinkToken, emitter: Emitter): Outcome | void {
    session.step = 'oauth';
    if (session.oauthOutcome === undefined) return emitter.emit('CLOSE_OAUTH');
    if (session.oauthOutcome === 'denied') {
      session.oauthOutcome = undefined;
      emitter.emit('FAIL_OAUTH');
      refuse('ACCESS_NOT_GRANTED');
    }
    emitter.emit('TRANSITION_VIEW', { view_name: 'LOADING' });
    session.spec = this.link.returnOAuth(session.token, session.oauthStateId ?? '');
    session.institution = session.spec.institution;
    return this.succeed(session, token, emitter);
  }

  private makeActions(): Readonly<Record<string, Action>> {
    return {
      open: (session, token, form, emitter) => {
        const [updated] = token.updates;
        session.institution ??= updated?.institution;
        session.error = undefined;
        emitter.emit('OPEN', { is_update_mode: String(updated !== undefined) });
        if (form.get('receivedRedirectUri') !== null) {
          const stateId = stateIn(form) ?? refuse('OAUTH_STATE_ID_NOT_FOUND');
          if (session.oauthStateId !== stateId) {
            // A test may have logged the user in without pages, with `controls.bank.startOAuth`.
            session.oauthStateId = stateId;
            session.oauthOutcome = 'approved';
          }
          return this.comeBack(session, token, emitter);
        }
        return updated ? this.enterInstitution(session, emitter) : this.go(session, 'consent', emitter);
      },
      continue: (session, _token, _form, emitter) => this.go(session, 'institutions', emitter),
      back: (session, token, _form, emitter) => {
        if (token.updates.length > 0) return;
        session.institution = undefined;
        this.go(session, 'institutions', emitter);
      },
      search: (session, token, form, { emit }) => {
        session.query = form.get('query')?.trim() ?? '';
        session.isNothingFound = this.offered(token, session.query).length === 0;
        emit('SEARCH_INSTITUTION', { institution_search_query: session.query });
      },
      select: (session, token, form, emitter) => {
        session.institution =
          this.offered(token).find(({ id }) => id === form.get('institution')) ?? refuse('INVALID_INSTITUTION');
        const { health, unsupported } = session.institution;
        emitter.emit('SELECT_INSTITUTION');
        if (unsupported) refuse('INSTITUTION_NO_LONGER_SUPPORTED');
        if (health !== 'HEALTHY') emitter.emit(`SELECT_${health}_INSTITUTION`);
        if (health === 'DOWN') refuse('INSTITUTION_DOWN');
        session.error = undefined;
        this.enterInstitution(session, emitter);
      },
      login: (session, token, form, emitter) => {
        const [username, password] = [form.get('username') ?? '', form.get('password') ?? ''];
        emitter.emit('SUBMIT_CREDENTIALS');
        emitter.emit('TRANSITION_VIEW', { view_name: 'LOADING' });
        session.spec = this.link.specify(token, { institutionId: session.institution?.id, username, password });
        const mfa = session.spec.profile.custom?.mfa ?? mfaOf(username, password);
        session.laterChallenges = mfa ? challengesOf(mfa) : [];
        session.error = undefined;
        return this.proceed(session, token, emitter);
      },
      mfa: (session, token, form, emitter) => {
        const challenge = session.challenge ?? refuse('INVALID_MFA');
        emitter.emit('SUBMIT_MFA', { mfa_type: challenge.type });
        emitter.emit('TRANSITION_VIEW', { view_name: 'LOADING' });
        const given = challenge.prompts.map((_, index) => form.get(`mfa-${index}`) ?? '');
        if (!isPassed(challenge, given)) refuse('INVALID_MFA');
        session.error = undefined;
        return this.proceed(session, token, emitter);
      },
      accounts: (session, token, form, emitter) => {
        const ids = form.getAll('account');
        if (ids.length === 0) session.notice = nothingChosen;
        if (ids.length === 0 || !session.spec) return;
        chooseAccounts(session.accounts, ids);
        session.spec = { ...session.spec, choice: { accounts: session.accounts, ids } };
        return this.succeed(session, token, emitter);
      },
      oauth(session, token, _form, { emit }) {
        emit('OPEN_OAUTH');
        const page = `oauth?session=${session.id}`;
        return token.redirectUri === undefined ? { popup: page } : { redirect: page };
      },
      returned: (session, token, _form, emitter) => this.comeBack(session, token, emitter),
      blocked(session) {
        session.notice = "The browser blocked the institution's window. Allow it, then continue again.";
      },
      // Layer knows none of the sandbox's users, because its tokens come from elsewhere.
      submit: (_session, _token, form, { emit }) =>
        emit(form.has('date_of_birth') ? 'LAYER_AUTOFILL_NOT_AVAILABLE' : 'LAYER_NOT_AVAILABLE'),
    };
  }

  private leave(session: Session, token: LinkToken | undefined, { emit, requestId }: Emitter): Outcome {
    const { error = null } = session;
    const status = statusOf(session);
    emit('EXIT', { exit_status: status, ...(error && errorFields(error)) });
    this.sessions.delete(session.id);
    const metadata = {
      institution: institutionOf(session),
      status,
      link_session_id: session.id,
      request_id: requestId,
    };
    if (token) this.link.leave(token, { ...session, exit: { error, metadata } });
    return { exit: [error && { ...errorFields(error), display_message: error.display_message }, metadata] };
  }

  private findSession(action: string, form: URLSearchParams): Session {
    const known = this.sessions.get(form.get('session') ?? '');
    if (action !== 'open' && known) return known;
    const token = form.get('token') ?? '';
    const returned = action === 'open' ? this.byOAuthState.get(stateIn(form) ?? '') : undefined;
    const session = returned?.token === token ? returned : newSession(this.newId(), token, this.now());
    this.sessions.set(session.id, session);
    return session;
  }

  /** Returns the session that was sent to its institution's pages. */
  find(id: string) {
    return this.sessions.get(id);
  }

  /** Records how a login on an institution's pages ended. Returns the state ID, which leads back to the session. */
  endOAuth(session: Session, outcome: 'approved' | 'denied', stateId = this.newId()): string {
    session.oauthStateId = stateId;
    session.oauthOutcome = outcome;
    this.byOAuthState.set(stateId, session);
    return stateId;
  }

  /** Does what the user requested on the page. */
  act(form: URLSearchParams): Turn {
    const action = form.get('action') ?? '';
    const session = this.findSession(action, form);
    const emitter = createEmitter(this.clock, session, this.draw.text(15), () => this.newId());
    const { events, emit } = emitter;
    session.notice = '';
    let token: LinkToken | undefined;
    try {
      token = this.link.findToken(session.token);
      if (action === 'exit') return { session, link: token, events, ...this.leave(session, token, emitter) };
      const act = Object.hasOwn(this.actions, action) ? this.actions[action] : undefined;
      return { session, link: token, events, ...act?.(session, token, form, emitter) };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      session.error = error.error;
      emit('ERROR', errorFields(error.error));
      if (!token || fatal.has(error.error.error_code))
        return { session, link: token, events, ...this.leave(session, token, emitter) };
      this.go(session, session.step, emitter);
      return { session, link: token, events };
    }
  }
}

/** Returns the state that the institution sent the user back to the app with. */
function stateIn(form: URLSearchParams): string | undefined {
  const uri = form.get('receivedRedirectUri') ?? '';
  return (URL.canParse(uri) && new URL(uri).searchParams.get('oauth_state_id')) || undefined;
}

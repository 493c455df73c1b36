import type { SandboxContext } from '../../../shared/context.ts';
import { chooseAccounts } from '../data/accounts.ts';
import { uuid } from '../data/ids.ts';
import type { Institutions } from '../data/institutions.ts';
import { type BankErrorCode, Refusal, refuse } from '../errors.ts';
import { challengesOf, isPassed, mfaOf } from './challenges.ts';
import { createEmitter, type Emitter, errorFields, institutionOf, type LinkEvent, statusOf, viewOf } from './events.ts';
import type { Link } from './link.ts';
import { type LinkToken, shownAccounts } from './link-token.ts';
import { newSession, type Session, type Step } from './session.ts';
import { nothingChosen } from './views.ts';

/** What happens next: a page of the institution is opened, or Link ends with the arguments of a callback. */
export interface Outcome {
  /** Address that the app's page goes to, relative to that of the frame. */
  readonly redirect?: string;
  /** Address of a new window, likewise. */
  readonly popup?: string;
  readonly success?: readonly [publicToken: string | null, metadata: object];
  readonly exit?: readonly [error: object | null, metadata: object];
}

/** What came of one request of the page. */
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

/** Link as its user goes through it, step by step. Logins, accounts and tokens are those of `link`. */
export function createFlow({ clock, random }: SandboxContext, institutions: Institutions, link: Link) {
  const draw = random('link-pages');
  const newId = () => uuid(draw);
  const sessions = new Map<string, Session>();
  const byOAuthState = new Map<string, Session>();
  const now = () => new Date(clock.now()).toISOString();

  function go(session: Session, step: Step, { emit }: Emitter): void {
    session.step = step;
    emit('TRANSITION_VIEW', viewOf(session));
  }

  /** The institutions that a link token can be used with, in the API's order. */
  function offered({ products, metadata }: LinkToken, query = '') {
    const wanted = query.toLowerCase();
    return institutions
      .list()
      .filter(
        (each) =>
          metadata.country_codes.includes(each.country) &&
          products.every((product) => each.products.includes(product)) &&
          each.name.toLowerCase().includes(wanted),
      );
  }

  const enterInstitution = (session: Session, emitter: Emitter) =>
    go(session, session.institution?.oauth ? 'oauth' : 'credentials', emitter);

  function succeed(session: Session, token: LinkToken, { emit }: Emitter): Outcome {
    const spec = session.spec ?? refuse('INVALID_CREDENTIALS');
    const [updated] = token.updates;
    const shared = updated?.accounts() ?? [];
    const choice = spec.choice ?? { accounts: shared, ids: shared.map(({ account_id }) => account_id) };
    emit('HANDOFF');
    sessions.delete(session.id);
    const publicToken = link.finish(token, session, spec);
    const metadata = {
      institution: institutionOf(session),
      accounts: shownAccounts(choice),
      link_session_id: session.id,
      transfer_status: null,
    };
    return { success: [publicToken, metadata] };
  }

  /** The next challenge, the choice of accounts, or the end. */
  function proceed(session: Session, token: LinkToken, emitter: Emitter): Outcome | void {
    const [challenge, ...later] = session.laterChallenges;
    session.challenge = challenge;
    session.laterChallenges = later;
    if (challenge) return go(session, 'challenge', emitter);
    if (token.updates.length > 0 && !token.selectsAccounts) return succeed(session, token, emitter);
    const spec = session.spec ?? refuse('INVALID_CREDENTIALS');
    session.accounts = link.offerAccounts(token, spec, `link/${session.id}`);
    go(session, 'accounts', emitter);
  }

  /** The user is back from the pages of the institution. */
  function comeBack(session: Session, token: LinkToken, emitter: Emitter): Outcome | void {
    session.step = 'oauth';
    if (session.oauthOutcome === undefined) return emitter.emit('CLOSE_OAUTH');
    if (session.oauthOutcome === 'denied') {
      session.oauthOutcome = undefined;
      emitter.emit('FAIL_OAUTH');
      refuse('ACCESS_NOT_GRANTED');
    }
    emitter.emit('TRANSITION_VIEW', { view_name: 'LOADING' });
    session.spec = link.returnOAuth(session.token, session.oauthStateId ?? '');
    session.institution = session.spec.institution;
    return succeed(session, token, emitter);
  }

  const actions: Readonly<Record<string, Action>> = {
    open(session, token, form, emitter) {
      const [updated] = token.updates;
      session.institution ??= updated?.institution;
      session.error = undefined;
      emitter.emit('OPEN', { is_update_mode: String(updated !== undefined) });
      if (form.get('receivedRedirectUri') !== null) {
        const stateId = stateIn(form) ?? refuse('OAUTH_STATE_ID_NOT_FOUND');
        if (session.oauthStateId !== stateId) {
          // A test can have logged the user in without pages, by `controls.bank.startOAuth`.
          session.oauthStateId = stateId;
          session.oauthOutcome = 'approved';
        }
        return comeBack(session, token, emitter);
      }
      return updated ? enterInstitution(session, emitter) : go(session, 'consent', emitter);
    },
    continue: (session, _token, _form, emitter) => go(session, 'institutions', emitter),
    back(session, token, _form, emitter) {
      if (token.updates.length > 0) return;
      session.institution = undefined;
      go(session, 'institutions', emitter);
    },
    search(session, token, form, { emit }) {
      session.query = form.get('query')?.trim() ?? '';
      session.isNothingFound = offered(token, session.query).length === 0;
      emit('SEARCH_INSTITUTION', { institution_search_query: session.query });
    },
    select(session, token, form, emitter) {
      session.institution =
        offered(token).find(({ id }) => id === form.get('institution')) ?? refuse('INVALID_INSTITUTION');
      const { health, unsupported } = session.institution;
      emitter.emit('SELECT_INSTITUTION');
      if (unsupported) refuse('INSTITUTION_NO_LONGER_SUPPORTED');
      if (health !== 'HEALTHY') emitter.emit(`SELECT_${health}_INSTITUTION`);
      if (health === 'DOWN') refuse('INSTITUTION_DOWN');
      session.error = undefined;
      enterInstitution(session, emitter);
    },
    login(session, token, form, emitter) {
      const [username, password] = [form.get('username') ?? '', form.get('password') ?? ''];
      emitter.emit('SUBMIT_CREDENTIALS');
      emitter.emit('TRANSITION_VIEW', { view_name: 'LOADING' });
      session.spec = link.specify(token, { institutionId: session.institution?.id, username, password });
      const mfa = session.spec.profile.custom?.mfa ?? mfaOf(username, password);
      session.laterChallenges = mfa ? challengesOf(mfa) : [];
      session.error = undefined;
      return proceed(session, token, emitter);
    },
    mfa(session, token, form, emitter) {
      const challenge = session.challenge ?? refuse('INVALID_MFA');
      emitter.emit('SUBMIT_MFA', { mfa_type: challenge.type });
      emitter.emit('TRANSITION_VIEW', { view_name: 'LOADING' });
      const given = challenge.prompts.map((_, index) => form.get(`mfa-${index}`) ?? '');
      if (!isPassed(challenge, given)) refuse('INVALID_MFA');
      session.error = undefined;
      return proceed(session, token, emitter);
    },
    accounts(session, token, form, emitter) {
      const ids = form.getAll('account');
      if (ids.length === 0) session.notice = nothingChosen;
      if (ids.length === 0 || !session.spec) return;
      chooseAccounts(session.accounts, ids);
      session.spec = { ...session.spec, choice: { accounts: session.accounts, ids } };
      return succeed(session, token, emitter);
    },
    oauth(session, token, _form, { emit }) {
      emit('OPEN_OAUTH');
      const page = `oauth?session=${session.id}`;
      return token.redirectUri === undefined ? { popup: page } : { redirect: page };
    },
    returned: (session, token, _form, emitter) => comeBack(session, token, emitter),
    blocked(session) {
      session.notice = 'The browser blocked the window of the institution. Allow it, and continue again.';
    },
    // No user of the sandbox is known to Layer, whose tokens come from elsewhere.
    submit: (_session, _token, form, { emit }) =>
      emit(form.has('date_of_birth') ? 'LAYER_AUTOFILL_NOT_AVAILABLE' : 'LAYER_NOT_AVAILABLE'),
  };

  function leave(session: Session, token: LinkToken | undefined, { emit, requestId }: Emitter): Outcome {
    const { error = null } = session;
    const status = statusOf(session);
    emit('EXIT', { exit_status: status, ...(error && errorFields(error)) });
    sessions.delete(session.id);
    const metadata = {
      institution: institutionOf(session),
      status,
      link_session_id: session.id,
      request_id: requestId,
    };
    if (token) link.leave(token, { ...session, exit: { error, metadata } });
    return { exit: [error && { ...errorFields(error), display_message: error.display_message }, metadata] };
  }

  function findSession(action: string, form: URLSearchParams): Session {
    const known = sessions.get(form.get('session') ?? '');
    if (action !== 'open' && known) return known;
    const token = form.get('token') ?? '';
    const returned = action === 'open' ? byOAuthState.get(stateIn(form) ?? '') : undefined;
    const session = returned?.token === token ? returned : newSession(newId(), token, now());
    sessions.set(session.id, session);
    return session;
  }

  return {
    offered,
    /** The session that was sent to the pages of its institution. */
    find: (id: string) => sessions.get(id),
    /** Notes how a login at the pages of an institution ended. The id brings the session back. */
    endOAuth(session: Session, outcome: 'approved' | 'denied', stateId = newId()): string {
      session.oauthStateId = stateId;
      session.oauthOutcome = outcome;
      byOAuthState.set(stateId, session);
      return stateId;
    },
    /** Does what the user asked for in the page. */
    act(form: URLSearchParams): Turn {
      const action = form.get('action') ?? '';
      const session = findSession(action, form);
      const emitter = createEmitter(clock, session, draw.text(15), newId);
      const { events, emit } = emitter;
      session.notice = '';
      let token: LinkToken | undefined;
      try {
        token = link.findToken(session.token);
        if (action === 'exit') return { session, link: token, events, ...leave(session, token, emitter) };
        const act = Object.hasOwn(actions, action) ? actions[action] : undefined;
        return { session, link: token, events, ...act?.(session, token, form, emitter) };
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        session.error = error.error;
        emit('ERROR', errorFields(error.error));
        if (!token || fatal.has(error.error.error_code))
          return { session, link: token, events, ...leave(session, token, emitter) };
        go(session, session.step, emitter);
        return { session, link: token, events };
      }
    },
  };
}

export type Flow = ReturnType<typeof createFlow>;

/** The state with which the institution sent the user back to the app. */
function stateIn(form: URLSearchParams): string | undefined {
  const uri = form.get('receivedRedirectUri') ?? '';
  return (URL.canParse(uri) && new URL(uri).searchParams.get('oauth_state_id')) || undefined;
}

import type { GivenToken, SandboxContext } from '../../../shared/context.ts';
import { type Account, chooseAccounts } from '../data/accounts.ts';
import { onlyAccounts } from '../data/consent.ts';
import { openAccounts } from '../data/custom-accounts.ts';
import { dayOf } from '../data/days.ts';
import { uuid } from '../data/ids.ts';
import type { Institutions } from '../data/institutions.ts';
import type { Item, ItemSpec } from '../data/item.ts';
import type { Items } from '../data/items.ts';
import { logIn } from '../data/profiles.ts';
import type { IncomeSpec, Incomes } from '../endpoints/credit.ts';
import type { VerificationRequest } from '../endpoints/identity-verification.ts';
import { refuse } from '../errors.ts';
import type { Settings } from '../options.ts';
import type { Consents } from '../payments/consents.ts';
import type { Payments } from '../payments/payments.ts';
import type { MoneyMovement } from '../transfers/index.ts';
import type { Webhooks } from '../webhooks/webhooks.ts';
import {
  type AccountChoice,
  createLinkSessions,
  type EndedSession,
  type LinkToken,
  sharedIncome,
  shownAccounts,
} from './link-token.ts';

/** Who logs in, and where, when a test goes through Link. */
export interface LinkLogin {
  /** Default `ins_109508`. */
  institutionId?: string | undefined;
  /** Default `user_good`. */
  username?: string | undefined;
  /** Default `pass_good`. */
  password?: string | undefined;
}

type NewLinkToken = Omit<LinkToken, 'token' | 'createdAt' | 'expiresAt' | 'sessions'>;

/** Properties of the Item to create, no matter which user logs in. */
type Wish = Omit<ItemSpec, 'institution' | 'profile'> & { readonly income?: IncomeSpec | undefined };

const correlationMs = 10 * 60_000;

/** A user at the pages of an institution, which will send them back with a state. */
export interface OAuthLogin {
  /** State with which the institution sends the user back to Link. */
  readonly oauthStateId: string;
  /** Accounts offered to the user. */
  readonly accounts: readonly Account[];
}

interface OAuthState extends OAuthLogin {
  readonly linkToken: string;
  readonly spec: ItemSpec;
  selected: readonly string[];
  isDone: boolean;
}

/** Link: from a link token, or straight from a test login, to a public token and an Item. */
export function createLink(
  { clock, random }: SandboxContext,
  settings: Settings,
  institutions: Institutions,
  parts: {
    items: Items;
    webhooks: Webhooks;
    money: MoneyMovement;
    payments: Payments;
    consents: Consents;
    incomes: Incomes;
  },
) {
  const { items, webhooks, money, payments, consents, incomes } = parts;
  const draw = random('link');
  const sessions = createLinkSessions(clock, draw, webhooks);
  const linkTokens = new Map<string, LinkToken>();
  const correlations = new Map<string, { expiresAt: number; token: string }>();
  const oauthStates = new Map<string, OAuthState>();
  const publicTokens = new Map<string, { expiresAt: number; target: ItemSpec | Item }>();

  function issue(target: ItemSpec | Item): string {
    const token = `public-sandbox-${uuid(draw)}`;
    publicTokens.set(token, { expiresAt: clock.now() + settings.publicTokenMs, target });
    return token;
  }

  /** Links at once what is linked for its income or for a transfer: both are there before the token is exchanged. */
  function issueFor(
    spec: ItemSpec,
    { income, intent }: Pick<LinkToken, 'income' | 'intent'>,
  ): { token: string; target: ItemSpec | Item } {
    if (!income && !intent) return { token: issue(spec), target: spec };
    const days = Math.max(income?.days ?? 0, spec.window.days ?? 0);
    const item = items.create({ ...spec, window: days > 0 ? { days } : spec.window });
    if (intent) money.intents.confirm(intent, item);
    const token = issue(item);
    if (income) incomes.start(item, income);
    return { token, target: item };
  }

  function findLinkToken(token: string): LinkToken {
    const found = linkTokens.get(token);
    return found && found.expiresAt > clock.now() ? found : refuse('INVALID_LINK_TOKEN');
  }

  /** Logs in; the response can be made an Item of. */
  function specify(login: LinkLogin, { income, ...rest }: Wish): ItemSpec {
    const hasPayroll = income !== undefined && income.source !== 'bank';
    const {
      institutionId = hasPayroll ? institutions.payroll().id : 'ins_109508',
      username = 'user_good',
      password = 'pass_good',
    } = login;
    const institution = institutions.find(institutionId) ?? refuse('INVALID_INSTITUTION');
    const isOther = income !== undefined && institution.isPayroll !== hasPayroll;
    const lacking = rest.products.filter((product) => isOther || !institution.products.includes(product));
    if (lacking.length > 0)
      refuse('PRODUCTS_NOT_SUPPORTED', `the institution does not support these products: ${JSON.stringify(lacking)}`);
    return { institution, profile: logIn(institution, username, password, settings.users), ...rest };
  }

  /** Logs in for a link token, in update mode as the user of the Item. */
  function specifyFor(link: LinkToken, login: LinkLogin): ItemSpec {
    const spec = specify(login, link);
    const [updated] = link.updates;
    if (updated && updated.profile.username !== spec.profile.username) refuse('INVALID_UPDATED_USERNAME');
    return spec;
  }

  /** The accounts that a user can choose among; `label` makes those of a new login their own. */
  function offerAccounts({ updates, metadata }: LinkToken, spec: ItemSpec, label: string): readonly Account[] {
    if (updates[0]) return updates[0].allAccounts();
    const { account_filters: filters } = metadata;
    const { institution, profile } = spec;
    const accounts = openAccounts(random, { label, institution, profile, today: dayOf(clock.now()) }).filter(
      ({ type, subtype }) =>
        !filters || filters[type]?.account_subtypes.some((each) => ['all', subtype].includes(each)),
    );
    return accounts.length > 0 ? accounts : refuse('NO_ACCOUNTS');
  }

  const choose = (state: OAuthState): ItemSpec => {
    state.isDone = true;
    return { ...state.spec, choice: { accounts: state.accounts, ids: state.selected } };
  };

  /** Returns the user's choice on the institution's own pages, if they were there. */
  function finishOAuth(linkToken: string): ItemSpec | undefined {
    const state = [...oauthStates.values()].findLast((each) => each.linkToken === linkToken && !each.isDone);
    return state && choose(state);
  }

  /** Repairs the Items of update mode. */
  function update({ updates }: LinkToken, choice: AccountChoice | undefined): void {
    for (const item of updates) {
      item.repair();
      item.consent.log('ITEM_UPDATE');
    }
    // The accounts that were offered are those of the first Item.
    if (choice) updates[0]?.consent.restrict(onlyAccounts(choice.accounts, choice.ids));
  }

  /**
   * Ends a session: authorizes its payment or consent, repairs its Items, or creates and returns a public
   * token for the bank that the user linked.
   */
  function conclude(link: LinkToken, session: EndedSession, spec: ItemSpec | undefined): string | undefined {
    if (link.payment) payments.authorize(link.payment, link.webhook);
    if (link.paymentConsent) consents.authorize(link.paymentConsent, link.webhook);
    if (link.payment || link.paymentConsent) return undefined; // a payment links no bank
    const [updated] = link.updates;
    if (updated || !spec) {
      if (link.intent && updated) money.intents.confirm(link.intent, updated);
      update(link, spec?.choice);
      sessions.end(link, session, {});
      return undefined;
    }
    const { choice, institution } = spec;
    const { token: publicToken, target } = issueFor(spec, link);
    const named = { institution: { name: institution.name, institution_id: institution.id } };
    const added = { public_token: publicToken, accounts: choice ? shownAccounts(choice) : [], ...named };
    const item = 'feed' in target ? target : undefined;
    const source = link.income?.source;
    const shared = source && item ? sharedIncome(source, item, named) : {};
    const id = sessions.end(link, session, { item_add_results: [added], ...shared }, publicToken);
    if (item && link.userId !== undefined)
      sessions.showCredit(link.userId, { id, startedAt: session.startedAt, item, publicToken, source });
    return publicToken;
  }

  return {
    createToken(request: NewLinkToken): LinkToken {
      const createdAt = clock.now();
      const lifetime = request.updates.length > 0 ? settings.updateLinkTokenMs : settings.linkTokenMs;
      const token = `link-sandbox-${uuid(draw)}`;
      const made = { ...request, token, createdAt, expiresAt: createdAt + lifetime, sessions: [] };
      linkTokens.set(token, made);
      return made;
    },
    findToken: findLinkToken,
    /** The institution sends the user back; the id that comes with them is good for ten minutes. */
    redirect(token: string): string {
      const link = findLinkToken(token);
      if (link.redirectUri === undefined) throw new RangeError('the link token was made without a redirect_uri');
      const id = uuid(draw);
      correlations.set(id, { expiresAt: clock.now() + correlationMs, token });
      return id;
    },
    /** The link token with which an id of a redirect belongs together. */
    correlate(id: string): string {
      const found = correlations.get(id);
      if (!found || found.expiresAt <= clock.now())
        refuse('INVALID_FIELD', 'link_correlation_id must be that of a redirect a short while ago');
      return findLinkToken(found.token).token;
    },
    /** The user logs in at the institution's own pages, where all accounts are ticked. */
    startOAuth(token: string, login: LinkLogin): OAuthLogin {
      const link = findLinkToken(token);
      const spec = specifyFor(link, login);
      if (!spec.institution.oauth) throw new RangeError(`users of ${spec.institution.id} log in inside of Link`);
      const oauthStateId = uuid(draw);
      const accounts = offerAccounts(link, spec, `oauth/${oauthStateId}`);
      const selected = accounts.map(({ account_id }) => account_id);
      oauthStates.set(oauthStateId, { oauthStateId, accounts, linkToken: token, spec, selected, isDone: false });
      return { oauthStateId, accounts };
    },
    /** The user ticks accounts there. */
    selectAccounts(oauthStateId: string, ids: readonly string[]): void {
      const state = oauthStates.get(oauthStateId) ?? refuse('OAUTH_STATE_ID_NOT_FOUND');
      if (state.isDone) refuse('OAUTH_STATE_ID_ALREADY_PROCESSED');
      state.selected = chooseAccounts(state.accounts, ids).map(({ account_id }) => account_id);
    },
    /** The sandbox's short cut around Link. */
    logIn: (login: LinkLogin, rest: Wish) => issueFor(specify(login, rest), rest).token,
    /** A public token of an Item that is there already. */
    reissue: (item: Item) => issue(item),
    /** The Item of a public token, which works once. */
    exchange(token: string): Item {
      const found = publicTokens.get(token);
      publicTokens.delete(token);
      if (!found || found.expiresAt <= clock.now()) refuse('INVALID_PUBLIC_TOKEN');
      if ('feed' in found.target) return found.target;
      const item = items.create(found.target);
      if (item.products.has('transactions')) item.feed.begin();
      return item;
    },
    /** Sessions in which a user shared their income, newest first. */
    creditSessions: sessions.creditSessions,
    /** Ends the session of a link token for a verification. Returns its request. */
    identify(token: string): VerificationRequest {
      const link = findLinkToken(token);
      if (!link.identity) throw new RangeError('the link token is for no verification: use completeLink');
      sessions.end(link, { startedAt: new Date(clock.now()).toISOString() }, {});
      return link.identity;
    },
    /** Link tokens, and the public tokens that are not exchanged yet. */
    tokens: (): GivenToken[] => [
      ...[...linkTokens.values()].map(({ token: value, createdAt: givenAt, expiresAt, userId: user }) => {
        return { kind: 'link', value, givenAt, expiresAt, user };
      }),
      ...[...publicTokens].map(([value, { expiresAt, target }]) => {
        return { kind: 'public', value, givenAt: expiresAt - settings.publicTokenMs, expiresAt, user: target.userId };
      }),
    ],
    /** Completes Link for the user of a link token. Returns the public token, or none in update mode. */
    complete(token: string, login: LinkLogin): string | undefined {
      const link = findLinkToken(token);
      if (link.identity) throw new RangeError('the link token is for a verification: use verifyIdentity');
      const startedAt = new Date(clock.now()).toISOString();
      const linksNothing = link.updates.length > 0 || link.payment || link.paymentConsent;
      const spec = linksNothing ? undefined : (finishOAuth(token) ?? specify(login, link));
      return conclude(link, { startedAt }, spec);
    },
    specify: specifyFor,
    offerAccounts,
    /** The user is back from the institution's own pages; a state is good for one return to the same link token. */
    returnOAuth(token: string, oauthStateId: string): ItemSpec {
      const state = oauthStates.get(oauthStateId) ?? refuse('OAUTH_STATE_ID_NOT_FOUND');
      if (state.linkToken !== token) refuse('INCORRECT_LINK_TOKEN');
      if (state.isDone) refuse('OAUTH_STATE_ID_ALREADY_PROCESSED');
      return choose(state);
    },
    /**
     * The user is done with Link in a browser. Returns a public token, in update mode one of the Item that is there.
     */
    finish(link: LinkToken, session: EndedSession, spec: ItemSpec): string | null {
      const [updated] = link.updates;
      return conclude(link, session, spec) ?? (updated ? issue(updated) : null);
    },
    /** The user leaves Link in a browser. */
    leave: (link: LinkToken, session: EndedSession) => sessions.end(link, session, {}),
  };
}

export type Link = ReturnType<typeof createLink>;

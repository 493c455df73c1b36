import type { GivenToken, SandboxContext } from '../../../shared/context.ts';
import type { Random } from '../../../shared/random.ts';
import { type Account, chooseAccounts } from '../data/accounts.ts';
import { onlyAccounts } from '../data/consent.ts';
import { openAccounts } from '../data/custom-accounts.ts';
import { dayOf } from '../data/days.ts';
import type { VerificationRequest } from '../data/identity-verifications.ts';
import type { IncomeSpec } from '../data/income-spec.ts';
import type { Institutions } from '../data/institutions.ts';
import type { Item, ItemSpec } from '../data/item.ts';
import type { Items } from '../data/items.ts';
import { logIn } from '../data/profiles.ts';
import { refuse } from '../errors.ts';
import { uuid } from '../ids.ts';
import type { Settings } from '../options.ts';
import type { Consents } from '../payments/consents.ts';
import type { Payments } from '../payments/payments.ts';
import type { MoneyMovement } from '../transfers/index.ts';
import type { Webhooks } from '../webhooks/webhooks.ts';
import {
  type AccountChoice,
  createLinkSessions,
  type EndedSession,
  type LinkSessions,
  type LinkToken,
  sharedIncome,
  shownAccounts,
} from './link-token.ts';

/** Login of a test that goes through Link. */
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

/** Login of a user on an institution's own pages, which send the user back with a state. */
export interface OAuthLogin {
  /** State that the institution sends the user back to Link with. */
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

/** Other parts of the API that Link works with. */
interface Parts {
  readonly items: Items;
  readonly webhooks: Webhooks;
  readonly money: MoneyMovement;
  readonly payments: Payments;
  readonly consents: Consents;
  readonly incomes: { start(item: Item, spec: IncomeSpec): void };
}

/** Link: from a link token, or straight from a test login, to a public token and an Item. */
export class Link {
  private readonly context: SandboxContext;
  private readonly settings: Settings;
  private readonly institutions: Institutions;
  private readonly parts: Parts;
  private readonly draw: Random;
  private readonly sessions: LinkSessions;
  private readonly linkTokens = new Map<string, LinkToken>();
  private readonly correlations = new Map<string, { expiresAt: number; token: string }>();
  private readonly oauthStates = new Map<string, OAuthState>();
  private readonly publicTokens = new Map<string, { expiresAt: number; target: ItemSpec | Item }>();

  constructor(context: SandboxContext, settings: Settings, institutions: Institutions, parts: Parts) {
    this.context = context;
    this.settings = settings;
    this.institutions = institutions;
    this.parts = parts;
    this.draw = context.random('link');
    this.sessions = createLinkSessions(context.clock, this.draw, parts.webhooks);
  }

  createToken(request: NewLinkToken): LinkToken {
    const createdAt = this.context.clock.now();
    const { updateLinkTokenMs, linkTokenMs } = this.settings;
    const lifetime = request.hosted?.lifetimeMs ?? (request.updates.length > 0 ? updateLinkTokenMs : linkTokenMs);
    const token = `link-sandbox-${uuid(this.draw)}`;
    const made = { ...request, token, createdAt, expiresAt: createdAt + lifetime, sessions: [] };
    this.linkTokens.set(token, made);
    return made;
  }

  /** Sends the user back from the institution. Returns the ID of the redirect, which is valid for ten minutes. */
  redirect(token: string): string {
    const link = this.findToken(token);
    if (link.redirectUri === undefined) throw new RangeError('the link token has no redirect_uri');
    const id = uuid(this.draw);
    this.correlations.set(id, { expiresAt: this.context.clock.now() + correlationMs, token });
    return id;
  }

  /** Returns the link token that a redirect's ID belongs to. */
  correlate(id: string): string {
    const found = this.correlations.get(id);
    if (!found || found.expiresAt <= this.context.clock.now())
      refuse('INVALID_FIELD', 'link_correlation_id must be the ID of a recent redirect');
    return this.findToken(found.token).token;
  }

  /** Logs the user in on the institution's own pages, with all accounts selected. */
  startOAuth(token: string, login: LinkLogin): OAuthLogin {
    const link = this.findToken(token);
    const spec = this.specify(link, login);
    if (!spec.institution.oauth)
      throw new RangeError(`${spec.institution.id} is not an OAuth institution; its users log in inside Link`);
    const oauthStateId = uuid(this.draw);
    const accounts = this.offerAccounts(link, spec, `oauth/${oauthStateId}`);
    const selected = accounts.map(({ account_id }) => account_id);
    this.oauthStates.set(oauthStateId, { oauthStateId, accounts, linkToken: token, spec, selected, isDone: false });
    return { oauthStateId, accounts };
  }

  /** Selects accounts on the institution's own pages. */
  selectAccounts(oauthStateId: string, ids: readonly string[]): void {
    const state = this.oauthStates.get(oauthStateId) ?? refuse('OAUTH_STATE_ID_NOT_FOUND');
    if (state.isDone) refuse('OAUTH_STATE_ID_ALREADY_PROCESSED');
    state.selected = chooseAccounts(state.accounts, ids).map(({ account_id }) => account_id);
  }

  /** Logs in without going through Link, which only the sandbox can do. Returns the public token. */
  logIn(login: LinkLogin, rest: Wish) {
    return this.issueFor(this.specifyLogin(login, rest), rest).token;
  }

  /** Returns a public token for an existing Item. */
  reissue(item: Item) {
    return this.issueToken(item);
  }

  /** Exchanges a public token, which works once, for its Item. */
  exchange(token: string): Item {
    const found = this.publicTokens.get(token);
    this.publicTokens.delete(token);
    if (!found || found.expiresAt <= this.context.clock.now()) refuse('INVALID_PUBLIC_TOKEN');
    if ('feed' in found.target) return found.target;
    const item = this.parts.items.create(found.target);
    if (item.products.has('transactions')) item.feed.begin();
    return item;
  }

  /** Returns the sessions in which a user shared their income, newest first. */
  creditSessions(userId: string): readonly object[] {
    return this.sessions.creditSessions(userId);
  }

  /** Ends the session of a link token for an identity verification. Returns the verification's request. */
  identify(token: string): VerificationRequest {
    const link = this.findToken(token);
    if (!link.identity) throw new RangeError('the link token is not for an identity verification; use completeLink');
    this.sessions.end(link, { startedAt: new Date(this.context.clock.now()).toISOString() }, {});
    return link.identity;
  }

  /** Returns the link tokens, and the public tokens that are not exchanged yet. */
  tokens(): GivenToken[] {
    return [
      ...[...this.linkTokens.values()].map(({ token: value, createdAt: givenAt, expiresAt, userId: user }) => {
        return { kind: 'link', value, givenAt, expiresAt, user };
      }),
      ...[...this.publicTokens].map(([value, { expiresAt, target }]) => {
        return {
          kind: 'public',
          value,
          givenAt: expiresAt - this.settings.publicTokenMs,
          expiresAt,
          user: target.userId,
        };
      }),
    ];
  }

  /** Completes Link for the user of a link token. Returns the public token, or none in update mode. */
  complete(token: string, login: LinkLogin): string | undefined {
    const link = this.findToken(token);
    if (link.identity) throw new RangeError('the link token is for an identity verification; use verifyIdentity');
    const startedAt = new Date(this.context.clock.now()).toISOString();
    const linksNothing = link.updates.length > 0 || link.payment || link.paymentConsent;
    const spec = linksNothing ? undefined : (this.finishOAuth(token) ?? this.specifyLogin(login, link));
    return this.conclude(link, { startedAt }, spec);
  }

  /**
   * Continues after the user has returned from the institution's own pages. A state is valid for one return to the same
   * link token.
   */
  returnOAuth(token: string, oauthStateId: string): ItemSpec {
    const state = this.oauthStates.get(oauthStateId) ?? refuse('OAUTH_STATE_ID_NOT_FOUND');
    if (state.linkToken !== token) refuse('INCORRECT_LINK_TOKEN');
    if (state.isDone) refuse('OAUTH_STATE_ID_ALREADY_PROCESSED');
    return this.choose(state);
  }

  /** Completes Link in a browser. Returns a public token; in update mode, one for the existing Item. */
  finish(link: LinkToken, session: EndedSession, spec: ItemSpec): string | null {
    const [updated] = link.updates;
    return this.conclude(link, session, spec) ?? (updated ? this.issueToken(updated) : null);
  }

  /** Ends the session of a user who leaves Link in a browser. */
  leave(link: LinkToken, session: EndedSession) {
    return this.sessions.end(link, session, {});
  }

  private issueToken(target: ItemSpec | Item): string {
    const token = `public-sandbox-${uuid(this.draw)}`;
    this.publicTokens.set(token, { expiresAt: this.context.clock.now() + this.settings.publicTokenMs, target });
    return token;
  }

  /**
   * Issues a public token. An Item that is linked for its income or for a transfer is created immediately, because both
   * exist before the token is exchanged.
   */
  private issueFor(
    spec: ItemSpec,
    { income, intent }: Pick<LinkToken, 'income' | 'intent'>,
  ): { token: string; target: ItemSpec | Item } {
    if (!income && !intent) return { token: this.issueToken(spec), target: spec };
    const days = Math.max(income?.days ?? 0, spec.window.days ?? 0);
    const item = this.parts.items.create({ ...spec, window: days > 0 ? { days } : spec.window });
    if (intent) this.parts.money.intents.confirm(intent, item);
    const token = this.issueToken(item);
    if (income) this.parts.incomes.start(item, income);
    return { token, target: item };
  }

  /** Returns the link token whose page of Hosted Link has this ID; undefined once it has expired. */
  findHosted(id: string): LinkToken | undefined {
    const now = this.context.clock.now();
    return [...this.linkTokens.values()].find(({ hosted, expiresAt }) => hosted?.id === id && expiresAt > now);
  }

  findToken(token: string): LinkToken {
    const found = this.linkTokens.get(token);
    return found && found.expiresAt > this.context.clock.now() ? found : refuse('INVALID_LINK_TOKEN');
  }

  /** Logs in. Returns the input for creating the Item. */
  private specifyLogin(login: LinkLogin, { income, ...rest }: Wish): ItemSpec {
    const hasPayroll = income !== undefined && income.source !== 'bank';
    const {
      institutionId = hasPayroll ? this.institutions.payroll().id : 'ins_109508',
      username = 'user_good',
      password = 'pass_good',
    } = login;
    const institution = this.institutions.find(institutionId) ?? refuse('INVALID_INSTITUTION');
    const isOther = income !== undefined && institution.isPayroll !== hasPayroll;
    const lacking = rest.products.filter((product) => isOther || !institution.products.includes(product));
    if (lacking.length > 0)
      refuse('PRODUCTS_NOT_SUPPORTED', `the institution does not support these products: ${JSON.stringify(lacking)}`);
    return { institution, profile: logIn(institution, username, password, this.settings.users), ...rest };
  }

  /** Logs in for a link token. In update mode, only the Item's user can log in. */
  specify(link: LinkToken, login: LinkLogin): ItemSpec {
    const spec = this.specifyLogin(login, link);
    const [updated] = link.updates;
    if (updated && updated.profile.username !== spec.profile.username) refuse('INVALID_UPDATED_USERNAME');
    return spec;
  }

  /** Returns the accounts that a user can choose from. `label` gives a new login its own accounts. */
  offerAccounts({ updates, metadata }: LinkToken, spec: ItemSpec, label: string): readonly Account[] {
    if (updates[0]) return updates[0].allAccounts();
    const { account_filters: filters } = metadata;
    const { institution, profile } = spec;
    const accounts = openAccounts(this.context.random, {
      label,
      institution,
      profile,
      today: dayOf(this.context.clock.now()),
    }).filter(
      ({ type, subtype }) =>
        !filters || filters[type]?.account_subtypes.some((each) => ['all', subtype].includes(each)),
    );
    return accounts.length > 0 ? accounts : refuse('NO_ACCOUNTS');
  }

  private choose(state: OAuthState): ItemSpec {
    state.isDone = true;
    return { ...state.spec, choice: { accounts: state.accounts, ids: state.selected } };
  }

  /** Returns the user's choice on the institution's own pages, if they were there. */
  private finishOAuth(linkToken: string): ItemSpec | undefined {
    const state = [...this.oauthStates.values()].findLast((each) => each.linkToken === linkToken && !each.isDone);
    return state && this.choose(state);
  }

  /** Repairs the Items of update mode. */
  private repairItems({ updates }: LinkToken, choice: AccountChoice | undefined): void {
    for (const item of updates) {
      item.repair();
      item.consent.log('ITEM_UPDATE');
    }
    // The offered accounts belong to the first Item.
    if (choice) updates[0]?.consent.restrict(onlyAccounts(choice.accounts, choice.ids));
  }

  /**
   * Ends a session: authorizes its payment or consent, repairs its Items, or creates and returns a public
   * token for the bank that the user linked.
   */
  private conclude(link: LinkToken, session: EndedSession, spec: ItemSpec | undefined): string | undefined {
    if (link.payment) this.parts.payments.authorize(link.payment, link.webhook);
    if (link.paymentConsent) this.parts.consents.authorize(link.paymentConsent, link.webhook);
    if (link.payment || link.paymentConsent) return undefined; // a payment links no bank
    const [updated] = link.updates;
    if (updated || !spec) {
      if (link.intent && updated) this.parts.money.intents.confirm(link.intent, updated);
      this.repairItems(link, spec?.choice);
      this.sessions.end(link, session, {});
      return undefined;
    }
    const { choice, institution } = spec;
    const { token: publicToken, target } = this.issueFor(spec, link);
    const named = { institution: { name: institution.name, institution_id: institution.id } };
    const added = { public_token: publicToken, accounts: choice ? shownAccounts(choice) : [], ...named };
    const item = 'feed' in target ? target : undefined;
    const source = link.income?.source;
    const shared = source && item ? sharedIncome(source, item, named) : {};
    const id = this.sessions.end(link, session, { item_add_results: [added], ...shared }, publicToken);
    if (item && link.userId !== undefined)
      this.sessions.showCredit(link.userId, { id, startedAt: session.startedAt, item, publicToken, source });
    return publicToken;
  }
}

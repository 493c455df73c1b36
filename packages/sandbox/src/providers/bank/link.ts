import type { GivenToken, SandboxContext } from '../../context.ts';
import { type Account, chooseAccounts } from './accounts.ts';
import { openAccounts } from './custom-accounts.ts';
import { dayOf } from './days.ts';
import type { HistoryWindow } from './feed.ts';
import { uuid } from './ids.ts';
import type { Institutions } from './institutions.ts';
import type { Item, ItemSpec, Items } from './items.ts';
import type { Settings } from './options.ts';
import { logIn } from './profiles.ts';
import { refuse } from './refusal.ts';
import type { StatementsWindow } from './statements.ts';
import type { Webhooks } from './webhooks.ts';

/** A link token and what came of it. */
export interface LinkToken {
  readonly token: string;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly products: readonly string[];
  readonly webhook: string | undefined;
  readonly window: HistoryWindow;
  readonly statements: StatementsWindow | undefined;
  /** The user the Item will belong to. */
  readonly userId: string | undefined;
  /** Where the institution sends the user back to. */
  readonly redirectUri: string | undefined;
  /** The Items to be repaired, in update mode. */
  readonly updates: readonly Item[];
  /** Members of `metadata` as the response shows them. */
  readonly metadata: object;
  readonly sessions: object[];
}

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

/** What an Item will be, whichever user logs in. */
type Wish = Omit<ItemSpec, 'institution' | 'profile'>;

const correlationMs = 10 * 60_000;

/** A user at the pages of an institution, which will send them back with a state. */
export interface OAuthLogin {
  /** State with which the institution sends the user back to Link. */
  readonly oauthStateId: string;
  /** What they can choose among. */
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
  items: Items,
  webhooks: Webhooks,
) {
  const draw = random('link');
  const linkTokens = new Map<string, LinkToken>();
  const correlations = new Map<string, { expiresAt: number; token: string }>();
  const oauthStates = new Map<string, OAuthState>();
  const publicTokens = new Map<string, { expiresAt: number; target: ItemSpec | Item }>();

  function issue(target: ItemSpec | Item): string {
    const token = `public-sandbox-${uuid(draw)}`;
    publicTokens.set(token, { expiresAt: clock.now() + settings.publicTokenMs, target });
    return token;
  }

  function findLinkToken(token: string): LinkToken {
    const found = linkTokens.get(token);
    return found && found.expiresAt > clock.now() ? found : refuse('INVALID_LINK_TOKEN');
  }

  /** Logs in; the response can be made an Item of. */
  function specify(login: LinkLogin, rest: Wish): ItemSpec {
    const { institutionId = 'ins_109508', username = 'user_good', password = 'pass_good' } = login;
    const institution = institutions.find(institutionId) ?? refuse('INVALID_INSTITUTION');
    const lacking = rest.products.filter((product) => !institution.products.includes(product));
    if (lacking.length > 0)
      refuse('PRODUCTS_NOT_SUPPORTED', `the institution does not support these products: ${JSON.stringify(lacking)}`);
    return { institution, profile: logIn(institution, username, password, settings.users), ...rest };
  }

  /** What the user chose at the institution's own pages, if that is where they were. */
  function finishOAuth(linkToken: string): ItemSpec | undefined {
    const state = [...oauthStates.values()].findLast((each) => each.linkToken === linkToken && !each.isDone);
    if (!state) return undefined;
    state.isDone = true;
    return { ...state.spec, choice: { accounts: state.accounts, ids: state.selected } };
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
      const spec = specify(login, findLinkToken(token));
      const { institution, profile } = spec;
      if (!institution.oauth) throw new RangeError(`users of ${institution.id} log in inside of Link`);
      const oauthStateId = uuid(draw);
      const label = `oauth/${oauthStateId}`;
      const accounts = openAccounts(random, { label, institution, profile, today: dayOf(clock.now()) });
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
    logIn: (login: LinkLogin, rest: Wish) => issue(specify(login, rest)),
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
    /** Link tokens, and the public tokens that are not exchanged yet. */
    tokens: (): GivenToken[] => [
      ...[...linkTokens.values()].map(({ token: value, createdAt: givenAt, expiresAt, userId: user }) => {
        return { kind: 'link', value, givenAt, expiresAt, user };
      }),
      ...[...publicTokens].map(([value, { expiresAt, target }]) => {
        return { kind: 'public', value, givenAt: expiresAt - settings.publicTokenMs, expiresAt, user: target.userId };
      }),
    ],
    /** What the user does with a link token. Returns the public token, or none in update mode. */
    complete(token: string, login: LinkLogin): string | undefined {
      const link = findLinkToken(token);
      const started = new Date(clock.now()).toISOString();
      const [updated] = link.updates;
      const target = updated ?? finishOAuth(token) ?? specify(login, link);
      for (const item of link.updates) {
        item.repair();
        item.consent.log('ITEM_UPDATE');
      }
      const publicToken = updated ? undefined : issue(target);
      const { institution } = target;
      const id = uuid(draw);
      const added = publicToken
        ? [
            {
              public_token: publicToken,
              accounts: [],
              institution: { name: institution.name, institution_id: institution.id },
            },
          ]
        : [];
      link.sessions.push({
        link_session_id: id,
        started_at: started,
        finished_at: started,
        results: {
          item_add_results: added,
          cra_item_add_results: [],
          cra_update_results: [],
          bank_income_results: [],
          payroll_income_results: [],
          document_income_results: null,
        },
      });
      if (link.webhook)
        webhooks.send(link.webhook, {
          webhook_type: 'LINK',
          webhook_code: 'SESSION_FINISHED',
          status: 'SUCCESS',
          link_session_id: id,
          link_token: token,
          ...(publicToken && { public_token: publicToken, public_tokens: [publicToken] }),
          environment: 'sandbox',
        });
      return publicToken;
    },
  };
}

export type Link = ReturnType<typeof createLink>;

import type { SandboxContext } from '../../context.ts';
import type { HistoryWindow } from './feed.ts';
import { uuid } from './ids.ts';
import type { Institutions } from './institutions.ts';
import type { Item, ItemSpec, Items } from './items.ts';
import type { Settings } from './options.ts';
import { logIn } from './profiles.ts';
import { refuse } from './refusal.ts';
import type { Webhooks } from './webhooks.ts';

/** A link token and what came of it. */
export interface LinkToken {
  readonly token: string;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly products: readonly string[];
  readonly webhook: string | undefined;
  readonly window: HistoryWindow;
  /** The Item to be repaired, in update mode. */
  readonly update: Item | undefined;
  /** Members of `metadata` as the answer shows them. */
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

type NewLinkToken = Pick<LinkToken, 'products' | 'webhook' | 'window' | 'update' | 'metadata'>;

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

  /** Logs in; the answer can be made an Item of. */
  function specify(login: LinkLogin, rest: Pick<ItemSpec, 'products' | 'webhook' | 'window'>): ItemSpec {
    const { institutionId = 'ins_109508', username = 'user_good', password = 'pass_good' } = login;
    const institution = institutions.find(institutionId) ?? refuse('INVALID_INSTITUTION');
    const lacking = rest.products.filter((product) => !institution.products.includes(product));
    if (lacking.length > 0)
      refuse('PRODUCTS_NOT_SUPPORTED', `the institution does not support these products: ${JSON.stringify(lacking)}`);
    return { institution, profile: logIn(institution, username, password), ...rest };
  }

  return {
    createToken(request: NewLinkToken): LinkToken {
      const createdAt = clock.now();
      const lifetime = request.update ? settings.updateLinkTokenMs : settings.linkTokenMs;
      const token = `link-sandbox-${uuid(draw)}`;
      const made = { ...request, token, createdAt, expiresAt: createdAt + lifetime, sessions: [] };
      linkTokens.set(token, made);
      return made;
    },
    findToken: findLinkToken,
    /** The sandbox's short cut around Link. */
    logIn: (login: LinkLogin, rest: Pick<ItemSpec, 'products' | 'webhook' | 'window'>) => issue(specify(login, rest)),
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
    /** What the user does with a link token. Returns the public token, or none in update mode. */
    complete(token: string, login: LinkLogin): string | undefined {
      const link = findLinkToken(token);
      const started = new Date(clock.now()).toISOString();
      const target = link.update ?? specify(login, link);
      link.update?.repair();
      const publicToken = link.update ? undefined : issue(target);
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

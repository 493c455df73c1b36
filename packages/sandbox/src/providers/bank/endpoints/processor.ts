import { listEndpoints } from '../../../server/endpoints.ts';
import type { GivenToken, SandboxContext } from '../../../shared/context.ts';
import { type Account, findAccount, hasNumbers } from '../data/accounts.ts';
import type { Item } from '../data/item.ts';
import type { Items } from '../data/items.ts';
import type { Call, Endpoints, Of, ProcessorGrant } from '../endpoint.ts';
import { refuse } from '../errors.ts';
import { uuid } from '../ids.ts';
import { isRecord } from '../request.ts';
import type { WebhookCode } from '../webhooks/webhook-codes.ts';
import type { Webhooks } from '../webhooks/webhooks.ts';

// Tokens can be managed in any state of their Item.
const anyState = { anyState: true } as const;

/** Creates the store of partners' tokens and what they allow. */
export function createProcessors({ clock, random }: SandboxContext, items: Items, webhooks: Webhooks) {
  const draw = random('processor-tokens');
  const grants = new Map<string, ProcessorGrant>();

  function tell({ account, webhook }: ProcessorGrant, type: string, code: WebhookCode, extra: object): void {
    const { account_id } = account;
    webhooks.send(webhook, { webhook_type: type, webhook_code: code, account_id, error: null, ...extra });
  }

  function create(item: Item, accountId: string): string {
    const account = findAccount(item.accounts(), accountId);
    const createdAt = clock.now();
    const grant: ProcessorGrant = { item, account, createdAt, products: [], webhook: undefined };
    const token = `processor-sandbox-${uuid(draw)}`;
    grants.set(token, grant);
    // Processors also receive the Item's webhooks about transactions. These name the account, not the Item.
    item.watch((type, code, extra) => {
      if (type === 'TRANSACTIONS') tell(grant, type, code, { ...extra, account_ids: undefined });
    });
    return token;
  }

  const createToken = ({ body: { account_id }, item }: Call<Of<'account_id'>>) => ({
    processor_token: create(item, account_id),
  });
  const endpoints: Endpoints = {
    'POST /processor/token/create': createToken,
    'POST /processor/apex/processor_token/create': createToken,
    'POST /processor/stripe/bank_account_token/create': {
      product: 'auth',
      answer: ({ body: { account_id }, item }: Call<Of<'account_id'>>) => {
        if (!hasNumbers(findAccount(item.accounts(), account_id))) refuse('NO_AUTH_ACCOUNTS');
        return { stripe_bank_account_token: `btok_${draw.text(24)}` };
      },
    },
    'POST /processor/token/permissions/set': {
      ...anyState,
      answer: ({ body: { products }, grant }: Call<{ products: string[] }>) => {
        grant.products = products;
      },
    },
    'POST /processor/token/permissions/get': { ...anyState, answer: ({ grant: { products } }) => ({ products }) },
    'POST /processor/token/webhook/update': {
      ...anyState,
      answer: ({ body: { webhook }, grant }: Call<{ webhook?: string }>) => {
        grant.webhook = webhook;
        tell(grant, 'PROCESSOR_TOKEN', 'WEBHOOK_UPDATE_ACKNOWLEDGED', { new_webhook_url: webhook });
      },
    },
  };

  return {
    endpoints,
    create,
    /** Returns the grant of a processor token. Refuses unknown tokens and tokens of removed Items. */
    find(token: string): ProcessorGrant {
      const grant = grants.get(token) ?? refuse('INVALID_PROCESSOR_TOKEN');
      return items.isRemoved(grant.item) ? refuse('ITEM_NOT_FOUND') : grant;
    },
    /** Returns the tokens whose Items were not removed. */
    tokens: (): GivenToken[] =>
      [...grants]
        .filter(([, { item }]) => !items.isRemoved(item))
        .map(([value, { item, createdAt: givenAt }]) => ({ kind: 'processor', value, givenAt, user: item.userId })),
  };
}

export type Processors = ReturnType<typeof createProcessors>;

type Body = Readonly<Record<string, unknown>>;

/** A processor route that responds like a plain one, but only about the processor token's account. */
interface ProcessorRead {
  /** Default: `/processor` and the plain path. */
  readonly path?: string;
  /** Path of the account in the plain route's body; a list unless it ends in `_id`. */
  readonly account?: string;
  /** Product it needs permission for, if the plain route has none. */
  readonly permission?: string;
  /** Creates the response from the plain one. Default: `account` instead of `accounts` and `item`. */
  readonly present?: (answer: Body, grant: ProcessorGrant) => object;
}

/** Returns a response with its only account, or null if it has none. */
function single({ accounts, item, ...rest }: Body): object {
  const [account] = accounts as readonly Account[];
  return { account: account ?? null, ...rest };
}

const account = 'options.account_ids';
const present = (answer: Body): Body => answer;

/** Processor routes by the path of the plain route. */
const reads: Readonly<Record<string, ProcessorRead>> = {
  '/accounts/get': {
    account,
    path: '/processor/account/get',
    present: (answer, { item }) => ({ ...single(answer), institution_id: item.institution.id }),
  },
  '/accounts/balance/get': { account, path: '/processor/balance/get', permission: 'balance' },
  '/auth/get': {
    account,
    present: (answer) => {
      const lists = Object.entries(answer.numbers as Record<string, readonly object[]>);
      return {
        ...single(answer),
        numbers: Object.fromEntries(lists.map(([kind, [number]]) => [kind, number ?? null])),
      };
    },
  },
  '/identity/get': { account },
  '/identity/match': { account },
  '/liabilities/get': { account },
  '/investments/holdings/get': { account },
  '/investments/auth/get': { account },
  '/investments/transactions/get': { account },
  '/transactions/get': { account },
  '/transactions/sync': { account: 'options.account_id' },
  '/transactions/refresh': { present },
  '/transactions/recurring/get': { account: 'account_ids', present },
  '/signal/evaluate': { account: 'account_id', present: ({ risk_profile, ...rest }) => rest },
  '/signal/decision/report': { present },
  '/signal/return/report': { present },
  '/signal/prepare': { present },
};

/**
 * Creates the endpoints that processors read from, each based on the one in `endpoints` that reads the same data from
 * an Item.
 */
export function processorReadEndpoints(endpoints: Endpoints): Endpoints {
  const made: Record<string, Endpoints[string]> = {};
  for (const { path, answer, ...facts } of listEndpoints(endpoints)) {
    const read = reads[path];
    if (!read) continue;
    const { account, permission, present = single } = read;
    made[`POST ${read.path ?? `/processor${path}`}`] = {
      ...facts,
      ...(permission && { permission }),
      answer({ body, item, grant }: Call<Body>) {
        const told = account ? withAccount(body, account, grant.account.account_id) : body;
        return present((answer({ body: told, item, grant }) ?? {}) as Body, grant);
      },
    };
  }
  return made;
}

/** Returns the body for the plain route. Refuses a body that names another account. */
function withAccount(body: Body, path: string, id: string): Body {
  const [name = '', inner] = path.split('.');
  const given = body[name];
  if (inner) return { ...body, [name]: withAccount(isRecord(given) ? given : {}, inner, id) };
  if ([given ?? id].flat().some((each) => each !== id)) refuse('INVALID_ACCOUNT_ID');
  return { ...body, [name]: name.endsWith('_id') ? id : [id] };
}

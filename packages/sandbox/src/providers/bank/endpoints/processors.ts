import type { SandboxContext } from '../../../context.ts';
import { type Account, chooseAccounts, hasNumbers } from '../accounts.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';
import { refuse } from '../errors.ts';
import { uuid } from '../ids.ts';
import type { ProcessorGrant, Processors } from '../processors.ts';
import { isRecord, refuseMissing } from '../request.ts';

interface OfAccount {
  readonly account_id: string;
}

// Tokens can be looked after whatever state their Item is in.
const anyState = { anyState: true } as const;

/** Tokens for partners, and what they allow. */
export function processorEndpoints({ random }: SandboxContext, processors: Processors): Endpoint[] {
  const stripe = random('stripe-tokens');
  const create = ({ account_id }: OfAccount, item: ProcessorGrant['item']) => ({
    processor_token: processors.create(item, account_id),
  });
  return [
    endpoint('/processor/token/create', create),
    endpoint('/processor/apex/processor_token/create', create),
    endpoint(
      '/processor/stripe/bank_account_token/create',
      ({ account_id }: OfAccount, item) => {
        if (!chooseAccounts(item.accounts(), [account_id]).every(hasNumbers)) refuse('NO_AUTH_ACCOUNTS');
        return { stripe_bank_account_token: `btok_${stripe.text(24)}` };
      },
      { product: 'auth' },
    ),
    endpoint(
      '/processor/token/permissions/set',
      ({ products }: { products: string[] }, _, grant) => {
        grant.products = products;
      },
      anyState,
    ),
    endpoint('/processor/token/permissions/get', (_, __, { products }) => ({ products }), anyState),
    endpoint(
      '/processor/token/webhook/update',
      ({ webhook }: { webhook?: string }, _, grant) => processors.setWebhook(grant, webhook),
      anyState,
    ),
  ];
}

type Body = Readonly<Record<string, unknown>>;

/** A route of processors that responds as a plain one does, for the account of the processor token alone. */
interface ProcessorRead {
  /** Default: `/processor` and the plain path. */
  readonly path?: string;
  /** Where the plain route expects the account, as a path into its body; a list unless it ends in `_id`. */
  readonly account?: string;
  /** Product it needs a permission for, where the plain route has none. */
  readonly permission?: string;
  /** Makes its response out of the plain one's. Default: `account` in the place of `accounts` and `item`. */
  readonly present?: (answer: Body, grant: ProcessorGrant) => object;
}

/** The one account of a response, null where it has none. */
function single({ accounts, item, ...rest }: Body): object {
  const [account] = accounts as readonly Account[];
  return { account: account ?? null, ...rest };
}

const account = 'options.account_ids';
const present = (answer: Body): Body => answer;

/** By the path of the plain route. */
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

/** What processors read, each out of the route in `endpoints` that reads the same for an Item. */
export const processorReadEndpoints = (endpoints: readonly Endpoint[]): Endpoint[] =>
  endpoints.flatMap(({ path, answer, ...traits }) => {
    const read = reads[path];
    if (!read) return [];
    const { account, permission, present = single } = read;
    return endpoint(
      read.path ?? `/processor${path}`,
      (body: Body, item, grant) => {
        const told = account ? withAccount(body, account, grant.account.account_id) : body;
        return present((answer(told, item, grant) ?? {}) as Body, grant);
      },
      { ...traits, ...(permission && { permission }) },
    );
  });

/** The body of the plain route; refuses one that asks for another account. */
function withAccount(body: Body, path: string, id: string): Body {
  const [name = '', inner] = path.split('.');
  const given = body[name];
  if (inner) return { ...body, [name]: withAccount(isRecord(given) ? given : {}, inner, id) };
  if ([given ?? id].flat().some((each) => each !== id)) refuse('INVALID_ACCOUNT_ID');
  return { ...body, [name]: name.endsWith('_id') ? id : [id] };
}

interface TransferRequest {
  readonly idempotency_key: string;
  readonly type: 'debit' | 'credit';
  readonly network: string;
  readonly amount: string;
  readonly iso_currency_code: string;
  readonly description: string;
  readonly ach_class?: string;
  readonly user: { readonly legal_name: string; readonly email_address?: string };
  readonly custom_tag?: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly origination_account_id?: string;
}

/** Bank transfers of processors. */
export function bankTransferEndpoints({ clock, random }: SandboxContext): Endpoint[] {
  const draw = random('bank-transfers');
  const origin = uuid(random('origination-account'));
  const made = new Map<string, object>();
  return [
    endpoint(
      '/processor/bank_transfer/create',
      (body: TransferRequest, item, { account }) => {
        const { idempotency_key, type, network, amount, iso_currency_code, description, user } = body;
        const earlier = made.get(idempotency_key);
        if (earlier) return { bank_transfer: earlier };
        checkTransfer(body);
        if (!hasNumbers(account)) refuse('BANK_TRANSFER_UNSUPPORTED_ACCOUNT_TYPE');
        if (body.origination_account_id !== undefined && body.origination_account_id !== origin)
          refuse('BANK_TRANSFER_INVALID_ORIGINATION_ACCOUNT');
        const transfer = {
          id: uuid(draw),
          // A wire has none, but the response always has one.
          ach_class: body.ach_class ?? 'ccd',
          account_id: account.account_id,
          type,
          user: {
            legal_name: user.legal_name,
            email_address: user.email_address ?? null,
            routing_number: item.institution.routing_numbers[0] ?? '011401533',
          },
          amount,
          iso_currency_code,
          description,
          created: new Date(clock.now()).toISOString().replace(/\.\d+Z$/, 'Z'),
          status: 'pending',
          network,
          cancellable: true,
          failure_reason: null,
          custom_tag: body.custom_tag ?? null,
          metadata: body.metadata ?? null,
          origination_account_id: origin,
          direction: 'outbound',
        };
        made.set(idempotency_key, transfer);
        return { bank_transfer: transfer };
      },
      { product: 'auth' },
    ),
  ];
}

const classes = { credit: ['ccd', 'ppd'], debit: ['ccd', 'tel', 'web'] };

function checkTransfer({ type, network, amount, ach_class, metadata = {} }: TransferRequest): void {
  const allowed = classes[type];
  if (!ach_class && network !== 'wire') refuseMissing('ach_class');
  if (ach_class && !allowed.includes(ach_class))
    refuse('INVALID_FIELD', `ach_class must be one of ${allowed.join(', ')} for a ${type}`);
  if (!/^\d+\.\d\d$/.test(amount) || Number(amount) === 0)
    refuse('INVALID_FIELD', 'amount must be a positive decimal number with two digits after the point');
  const isShort = (value: unknown, max: number) =>
    typeof value === 'string' && value.length <= max && /^[\x20-\x7e]*$/.test(value);
  const entries = Object.entries(metadata);
  if (entries.length > 50 || !entries.every(([key, value]) => isShort(key, 40) && isShort(value, 500)))
    refuse(
      'INVALID_FIELD',
      'metadata must be at most 50 pairs of ASCII keys (40 characters) and values (500 characters)',
    );
}

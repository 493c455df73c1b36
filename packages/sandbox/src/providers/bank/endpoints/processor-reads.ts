import type { Account } from '../accounts.ts';
import { type Endpoint, processorEndpoint } from '../endpoint.ts';
import { type Fields, isRecord } from '../fields.ts';
import type { ProcessorGrant } from '../processors.ts';
import { refuse } from '../refusal.ts';

type Body = Readonly<Record<string, unknown>>;

/** A route of processors that answers as a plain one does, for the account of the processor token alone. */
interface ProcessorRead {
  /** Path of the plain route. */
  readonly plain: string;
  /** Default: `/processor` and the plain path. */
  readonly path?: string;
  /** Where the plain route is told the account, as a path into its body; a list unless it ends in `_id`. */
  readonly account?: string;
  /** Fields of the plain route that processors have not got, as paths. */
  readonly without?: readonly string[];
  /** Product it needs a permission for, where the plain route has none. */
  readonly permission?: string;
  /** Makes its answer out of the plain one's. Default: `account` in the place of `accounts` and `item`. */
  readonly present?: (answer: Body, grant: ProcessorGrant) => object;
}

const accountIds = { account: 'options.account_ids', without: ['options.account_ids'] };

/** The one account of an answer, null where it has none. */
function single({ accounts, item, ...rest }: Body): object {
  const [account] = accounts as readonly Account[];
  return { account: account ?? null, ...rest };
}

const reads: readonly ProcessorRead[] = [
  {
    ...accountIds,
    plain: '/accounts/get',
    path: '/processor/account/get',
    without: ['options'],
    present: (answer, { item }) => ({ ...single(answer), institution_id: item.institution.id }),
  },
  { ...accountIds, plain: '/accounts/balance/get', path: '/processor/balance/get', permission: 'balance' },
  {
    ...accountIds,
    plain: '/auth/get',
    without: ['options'],
    present: (answer) => {
      const lists = Object.entries(answer.numbers as Record<string, readonly object[]>);
      return {
        ...single(answer),
        numbers: Object.fromEntries(lists.map(([kind, [number]]) => [kind, number ?? null])),
      };
    },
  },
  { ...accountIds, plain: '/identity/get', without: ['options'] },
  { ...accountIds, plain: '/identity/match', without: ['options'] },
  { ...accountIds, plain: '/liabilities/get', without: ['options'] },
  { ...accountIds, plain: '/investments/holdings/get', without: ['options'] },
  { ...accountIds, plain: '/investments/auth/get', without: ['options'] },
  { plain: '/investments/transactions/get', account: 'options.account_ids' },
  {
    plain: '/transactions/get',
    account: 'options.account_ids',
    without: ['options.account_ids', 'options.days_requested', 'options.personal_finance_category_version'],
  },
  { plain: '/transactions/sync', account: 'options.account_id' },
  { plain: '/transactions/refresh', present: (answer) => answer },
  {
    plain: '/transactions/recurring/get',
    account: 'account_ids',
    without: ['account_ids'],
    present: (answer) => answer,
  },
  {
    plain: '/signal/evaluate',
    account: 'account_id',
    without: ['account_id', 'risk_profile_key'],
    present: ({ risk_profile, ...rest }) => rest,
  },
  { plain: '/signal/decision/report', without: ['submitted_at'], present: (answer) => answer },
  { plain: '/signal/return/report', present: (answer) => answer },
  { plain: '/signal/prepare', present: (answer) => answer },
];

/** What processors read, each out of the route in `endpoints` that reads the same for an Item. */
export function processorReadEndpoints(endpoints: readonly Endpoint[]): Endpoint[] {
  const byPath = new Map(endpoints.map((endpoint) => [endpoint.path, endpoint]));
  return reads.map((read) => {
    const plain = byPath.get(read.plain);
    if (!plain) throw new Error(`processors read ${read.plain}, which there is not`);
    const { anyState, product, enabledProduct, data, fields } = plain;
    return processorEndpoint(
      read.path ?? `/processor${read.plain}`,
      (read.without ?? []).reduce(withoutField, fields),
      (body, grant) => {
        const { item, account } = grant;
        const told = read.account ? withAccount(body, read.account, account.account_id) : { ...body };
        return (read.present ?? single)(plain.answer(told, item) as Body, grant);
      },
      {
        ...(anyState && { anyState }),
        ...(product && { product }),
        ...(enabledProduct && { enabledProduct }),
        ...(data && { data }),
        ...(read.permission && { permission: read.permission }),
      },
    );
  });
}

function withoutField(fields: Fields, path: string): Fields {
  const [name = '', inner] = path.split('.');
  const { [name]: field, ...others } = fields;
  if (!inner || !field?.members) return others;
  return { ...others, [name]: { ...field, members: withoutField(field.members, inner) } };
}

/** The body of the plain route; refuses one that asks for another account. */
function withAccount(body: Body, path: string, id: string): Record<string, unknown> {
  const [name = '', inner] = path.split('.');
  const given = body[name];
  if (inner) return { ...body, [name]: withAccount(isRecord(given) ? given : {}, inner, id) };
  if ([given ?? id].flat().some((each) => each !== id)) refuse('INVALID_ACCOUNT_ID');
  return { ...body, [name]: name.endsWith('_id') ? id : [id] };
}

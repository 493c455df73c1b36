import { callOperation, type JsonSchema, operationsIn } from '@x/catalog';
import type { McpApi, Offered } from './api.ts';
import { fieldsOf } from './fields.ts';
import { chosen } from './result.ts';

/** A record that an ID in a param refers to. */
interface Referred {
  /** Operation that returns the record. */
  readonly operation: string;
  /** Params of that operation. Default: only the ID, under the param's own name. */
  readonly params?: (id: string) => object;
  /** Fields that tell the user what the ID stands for. */
  readonly fields: readonly string[];
}

const transferFields = ['type', 'amount', 'iso_currency_code', 'network', 'user.legal_name'];
const ledger: Referred = {
  operation: 'transfer.ledger.get',
  params: (ledger_id) => ({ ledger_id }),
  fields: ['name', 'balance.available'],
};

/** Operation whose results the API does not return a second time, so the server keeps them. */
export const authorizing = 'bank.transfer.authorization.create';

/** Records that the params of operations that move money refer to, by API and param. */
export const referred: Readonly<Record<string, Readonly<Record<string, Referred>>>> = {
  bank: {
    account_id: {
      operation: 'accounts.get',
      params: (id) => ({ options: { account_ids: [id] } }),
      fields: ['accounts.name', 'accounts.mask'],
    },
    authorization_id: {
      operation: 'transfer.authorization.create',
      fields: [...transferFields, 'account_id'].map((field) => `proposed_transfer.${field}`),
    },
    consent_id: {
      operation: 'paymentInitiation.consent.get',
      fields: ['recipient_id', 'reference', 'constraints', 'payer_details.name'],
    },
    ledger_id: ledger,
    from_ledger_id: ledger,
    to_ledger_id: ledger,
    payment_id: {
      operation: 'paymentInitiation.payment.get',
      fields: ['amount', 'recipient_id', 'reference', 'refund_details'],
    },
    recipient_id: { operation: 'paymentInitiation.recipient.get', fields: ['name', 'iban', 'bacs'] },
    recurring_transfer_id: {
      operation: 'transfer.recurring.get',
      fields: [...transferFields, 'description', 'schedule', 'account_id'],
    },
    refund_id: { operation: 'transfer.refund.get', fields: ['amount', 'transfer_id'] },
    transfer_id: { operation: 'transfer.get', fields: [...transferFields, 'description', 'account_id'] },
  },
};

/** Number of characters of a value that are shown. */
const longestValue = 500;

/** Writes a value on one line. Characters that break a line, are invisible or reverse the text are shown as codes. */
function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'undefined';
  const cut = text.length > longestValue ? `${text.slice(0, longestValue)}… (${text.length} characters)` : text;
  return cut.replaceAll(/(?! )[\p{C}\p{Z}]| (?= )/gu, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}

/** One value inside of params or of a record. */
interface Leaf {
  readonly path: string;
  /** Name of the field that holds it. */
  readonly name: string;
  readonly value: unknown;
  /** Whether the API declares the fields on the path. */
  readonly declared: boolean;
}

/** Lists the values inside of a value: declared fields first, in the declared order. */
function leavesOf(
  api: McpApi,
  schemas: readonly JsonSchema[],
  value: unknown,
  at: Omit<Leaf, 'value'> = { path: '', name: '', declared: true },
): Leaf[] {
  const members = new Map(Object.entries(Object(value)));
  if (at.path === '' && members.size === 0) return [];
  if (typeof value !== 'object' || members.size === 0) return [{ ...at, value }];
  const under = (name: string) => (at.path === '' ? name : `${at.path}.${name}`);
  if (Array.isArray(value))
    return value.flatMap((each, index) => leavesOf(api, schemas, each, { ...at, path: under(`${index}`) }));
  const fields = fieldsOf(api.catalog.$defs, schemas);
  const declared = [...fields].filter(([name]) => members.has(name));
  const others = [...members].filter(([name]) => !fields.has(name));
  return [
    ...declared.flatMap(([name, field]) =>
      leavesOf(api, field, members.get(name), { path: under(name), name, declared: at.declared }),
    ),
    ...others.flatMap(([name, member]) =>
      leavesOf(api, [], member, { path: under(shown(name)), name, declared: false }),
    ),
  ];
}

/** Results that the server keeps, by their IDs. */
export type Kept = ReadonlyMap<string, unknown>;

/** Writes values, one line each. Below an ID are the values of the record that it refers to. */
async function linesOf(leaves: readonly Leaf[], api: McpApi, kept: Kept, indent = '  '): Promise<string[]> {
  const lines: string[] = [];
  for (const { path, name, value, declared } of leaves) {
    lines.push(`${indent}${path}: ${shown(value)}`);
    const record = declared && typeof value === 'string' ? referred[api.catalog.provider]?.[name] : undefined;
    if (record) lines.push(...(await linesOfRecord(record, name, String(value), api, kept, `${indent}  `)));
  }
  return lines;
}

async function linesOfRecord(
  { operation, params, fields }: Referred,
  name: string,
  id: string,
  api: McpApi,
  kept: Kept,
  indent: string,
): Promise<string[]> {
  const isKept = `${api.catalog.provider}.${operation}` === authorizing;
  if (isKept && !kept.has(id)) return [`${indent}unknown: it was not created here`];
  try {
    const found: unknown = isKept
      ? kept.get(id)
      : await callOperation(api.client, operation, params?.(id) ?? { [name]: id });
    const schema = operationsIn(api.catalog).get(operation)?.result ?? {};
    return await linesOf(leavesOf(api, [schema], chosen(found, fields)), api, kept, indent);
  } catch {
    return [`${indent}unknown: it could not be read`];
  }
}

const placeOf = ({ runsOn }: McpApi, { access }: Offered['operation']): string => {
  if (runsOn !== 'sandbox') return '';
  return access === 'money' ? ' (sandbox: no real money)' : ' (sandbox)';
};

/**
 * Returns the text that asks the user to confirm a change, such as a movement of money: the operation, the params that the API declares,
 * with the records that they refer to, and then the params that it does not declare.
 */
export async function confirmationOf(
  { api, operation, name }: Offered,
  params: object,
  kept: Kept,
  account = api.accounts?.[0],
): Promise<string> {
  const leaves = leavesOf(api, [operation.params], params);
  const others = await linesOf(
    leaves.filter(({ declared }) => !declared),
    api,
    kept,
  );
  return [
    `${name} at ${api.catalog.title}${placeOf(api, operation)}. ${operation.summary}`,
    ...(account === undefined ? [] : [`Account: ${shown(account)}`]),
    ...(await linesOf(
      leaves.filter(({ declared }) => declared),
      api,
      kept,
    )),
    ...(operation.costs === undefined ? [] : [`Costs: ${operation.costs}`]),
    ...(others.length > 0 ? ['Under names that the API does not define:', ...others] : []),
  ].join('\n');
}

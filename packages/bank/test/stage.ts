import { createSandbox, type Quirks } from '@x/sandbox';
import { type EndpointCase, type EndpointTable, endpointCase, recordAnswers } from '@x/testing';
import { expect } from 'vitest';
import { type BankClient, createBankClient } from '../src/index.ts';

/** Clients, servers and data that the tests of a file share. */
export type Stage = Awaited<ReturnType<typeof openStage>>;

/** Cases for a group of endpoints. */
export type Cases = EndpointTable<BankClient, Stage>;

/** Returns a case whose `works` gets the result of its `given`. */
export const row = <Given>(of: EndpointCase<BankClient, Stage, Given>) => endpointCase(of);

/** Opens the sandbox, and links an Item with two years of transactions that are ready. */
export async function openStage(quirks: Quirks = 'off') {
  const sandbox = await createSandbox({ quirks });
  const recorded = recordAnswers(() => sandbox.options.bank.baseUrl);
  const bank = createBankClient({ ...sandbox.options.bank, retries: 0, clock: sandbox.clock, fetch: recorded.fetch });
  const { access_token } = await newItem(bank, ['transactions', 'auth', 'identity']);
  const early = await bank.transactions.syncAll({ access_token });
  expect(early).toMatchObject({ status: 'NOT_READY', nextCursor: '', added: [] });
  return {
    sandbox,
    bank,
    access_token,
    recorded,
    /** Returns the dates from `count` days ago to tomorrow. */
    lastDays: (count = 730) => ({
      start_date: dayOf(sandbox.clock.now() - count * 86_400_000),
      end_date: dayOf(sandbox.clock.now() + 86_400_000),
    }),
    /** Returns the codes of the webhooks that were sent to an address, oldest first. */
    webhooksTo: (address: string) =>
      sandbox.controls.bank.webhooks.filter(({ url }) => url === address).map(({ webhook_code }) => webhook_code),
  };
}

type CreateParams = Parameters<BankClient['sandbox']['createPublicToken']>[0];

/** Links a new Item whose data changes, and returns its access token and ID. */
export async function newItem(
  client: BankClient,
  initial_products: CreateParams['initial_products'],
  { options, ...params }: Partial<CreateParams> = {},
) {
  const { public_token } = await client.sandbox.createPublicToken({
    institution_id: 'ins_109508',
    initial_products,
    options: { override_username: 'user_transactions_dynamic', transactions: { days_requested: 730 }, ...options },
    ...params,
  });
  const { access_token, item_id } = await client.item.exchangePublicToken({ public_token });
  return { access_token, item_id };
}

/** Links a new Item whose transactions are ready. */
export async function readyItem(client: BankClient, params?: Partial<CreateParams>) {
  const item = await newItem(client, ['transactions'], params);
  await client.transactions.syncAll({ access_token: item.access_token });
  return item;
}

/** Links a new Item, and creates a processor token for its account of a `subtype`. */
export async function newProcessor(
  client: BankClient,
  products: CreateParams['initial_products'],
  subtype = 'checking',
) {
  const item = await newItem(client, products);
  const account_id = await accountOf(client, item.access_token, subtype);
  const { processor_token } = await client.processor.token.create({
    access_token: item.access_token,
    account_id,
    processor: 'dwolla',
  });
  return { ...item, account_id, processor_token };
}

/** Returns the ID of an Item's account of a `subtype`. */
export async function accountOf(client: BankClient, access_token: string, subtype: string) {
  const { accounts } = await client.accounts.get({ access_token });
  return accounts.find((account) => account.subtype === subtype)?.account_id ?? '';
}

let users = 0;

/** Creates a user with an `identity`. */
export async function newUser(
  client: BankClient,
  identity: Parameters<BankClient['user']['create']>[0]['identity'] = null,
) {
  const client_user_id = `user-${++users}`;
  const { user_id } = await client.user.create({ client_user_id, identity });
  return { user_id, client_user_id };
}

/** Fields of the error of calls for a removed Item. */
export const gone = { code: 'not_found', providerCode: 'ITEM_NOT_FOUND' };

export const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

export const pdf = /^%PDF-1\.\d\n.*%%EOF\n$/s;

export const textOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1');

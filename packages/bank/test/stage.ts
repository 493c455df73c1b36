import { createSandbox, type Quirks } from '@x/sandbox';
import { type EndpointCase, type EndpointTable, endpointCase, recordAnswers } from '@x/testing';
import { expect } from 'vitest';
import { type BankClient, createBankClient } from '../src/index.ts';

/** Clients, servers and data that the tests of a file share. */
export type Stage = Awaited<ReturnType<typeof openStage>>;

/** Cases for a group of endpoints. */
export type Cases = EndpointTable<BankClient, Stage>;

/** A case whose `works` gets the result of its `given`. */
export const row = <Given>(of: EndpointCase<BankClient, Stage, Given>) => endpointCase(of);

/** Opens the sandbox, and links an Item with two years of transactions, which are there. */
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
    /** From `count` days ago up to tomorrow. */
    lastDays: (count = 730) => ({
      start_date: dayOf(sandbox.clock.now() - count * 86_400_000),
      end_date: dayOf(sandbox.clock.now() + 86_400_000),
    }),
    /** Codes of the webhooks that an address was sent, oldest first. */
    webhooksTo: (address: string) =>
      sandbox.controls.bank.webhooks.filter(({ url }) => url === address).map(({ webhook_code }) => webhook_code),
  };
}

type CreateParams = Parameters<BankClient['sandbox']['createPublicToken']>[0];

/** Links a bank: the tokens of a new Item whose data changes. */
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

/** An Item whose transactions are there. */
export async function readyItem(client: BankClient, params?: Partial<CreateParams>) {
  const item = await newItem(client, ['transactions'], params);
  await client.transactions.syncAll({ access_token: item.access_token });
  return item;
}

/** Links the account of a `subtype` for a processor. */
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

/** The account of an Item that has a `subtype`. */
export async function accountOf(client: BankClient, access_token: string, subtype: string) {
  const { accounts } = await client.accounts.get({ access_token });
  return accounts.find((account) => account.subtype === subtype)?.account_id ?? '';
}

let users = 0;

/** A new user, known by `identity`. */
export async function newUser(
  client: BankClient,
  identity: Parameters<BankClient['user']['create']>[0]['identity'] = null,
) {
  const client_user_id = `user-${++users}`;
  const { user_id } = await client.user.create({ client_user_id, identity });
  return { user_id, client_user_id };
}

/** How calls fail that name an Item which is gone. */
export const gone = { code: 'not_found', providerCode: 'ITEM_NOT_FOUND' };

export const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

export const pdf = /^%PDF-1\.\d\n.*%%EOF\n$/s;

export const textOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1');

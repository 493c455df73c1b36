import { inspect } from 'node:util';
import {
  Configuration,
  CountryCode,
  PlaidApi,
  ProcessorTokenCreateRequestProcessorEnum,
  Products,
  type Transaction,
} from 'plaid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSandbox } from '../../create-sandbox.ts';
import type { Sandbox } from '../../sandbox.ts';

let sandbox: Sandbox;
let plaid: PlaidApi;

beforeAll(async () => {
  sandbox = await createSandbox();
  const { baseUrl, clientId, secret } = sandbox.options.bank;
  plaid = new PlaidApi(
    new Configuration({
      basePath: baseUrl,
      baseOptions: { headers: { 'PLAID-CLIENT-ID': clientId, 'PLAID-SECRET': secret } },
    }),
  );
});
afterAll(() => sandbox.close());

describe('the official client', () => {
  it('links a user of a configuration of its own', async () => {
    const configuration = { override_accounts: [{ type: 'depository', subtype: 'savings', starting_balance: 42 }] };
    const created = await plaid.sandboxPublicTokenCreate({
      institution_id: 'ins_109508',
      initial_products: [Products.Transactions],
      options: { override_username: 'user_custom', override_password: JSON.stringify(configuration) },
    });
    const { public_token } = created.data;
    const { access_token } = (await plaid.itemPublicTokenExchange({ public_token })).data;
    const { accounts } = (await plaid.accountsGet({ access_token })).data;
    expect(accounts.map(({ subtype, balances }) => [subtype, balances.current])).toEqual([['savings', 42]]);
  });

  it('goes from Link through all that an Item has to its end', async () => {
    const linked = await plaid.linkTokenCreate({
      client_name: 'App',
      language: 'en',
      country_codes: [CountryCode.Us],
      user: { client_user_id: 'user-1' },
      products: [Products.Transactions, Products.Auth, Products.Identity, Products.Investments, Products.Liabilities],
      transactions: { days_requested: 730 },
    });
    const { link_token } = linked.data;
    const public_token = sandbox.controls.bank.completeLink(link_token) ?? '';
    const session = (await plaid.linkTokenGet({ link_token })).data.link_sessions?.[0];
    expect(session?.results?.item_add_results[0]?.public_token).toBe(public_token);
    const { access_token, item_id } = (await plaid.itemPublicTokenExchange({ public_token })).data;

    const first = await plaid.transactionsSync({ access_token });
    expect(first.data).toMatchObject({
      added: [],
      has_more: false,
      next_cursor: '',
      transactions_update_status: 'NOT_READY',
    });

    const added: Transaction[] = [];
    let cursor = '';
    let pages = 0;
    for (let more = true; more; pages += 1) {
      const { data } = await plaid.transactionsSync({ access_token, cursor, count: 50 });
      added.push(...data.added);
      cursor = data.next_cursor;
      more = data.has_more;
    }
    expect(pages).toBeGreaterThan(1);
    expect(new Set(added.map(({ transaction_id }) => transaction_id)).size).toBe(added.length);

    const { accounts, item } = (await plaid.accountsBalanceGet({ access_token })).data;
    expect(item.item_id).toBe(item_id);
    const balance = (account_id: string) => accounts.find((each) => each.account_id === account_id)?.balances.current;
    for (const { account_id } of added) expect(balance(account_id)).toBeGreaterThan(0);

    const identity = (await plaid.identityGet({ access_token })).data;
    expect(identity.accounts.map(({ owners }) => owners[0]?.names)).toEqual(
      accounts.map(() => [expect.stringMatching(/ /)]),
    );
    const { ach } = (await plaid.authGet({ access_token })).data.numbers;
    expect(ach.map(({ account }) => account)).toEqual([expect.stringMatching(/^\d+$/), expect.stringMatching(/^\d+$/)]);

    const { holdings, securities } = (await plaid.investmentsHoldingsGet({ access_token })).data;
    const held = new Set(holdings.map(({ security_id }) => security_id));
    expect(new Set(securities.map(({ security_id }) => security_id))).toEqual(held);
    const [start_date, end_date] = [-730, 1].map((days) =>
      new Date(sandbox.clock.now() + days * 86_400_000).toISOString().slice(0, 10),
    ) as [string, string];
    const options = { count: 5 };
    const trades = (await plaid.investmentsTransactionsGet({ access_token, start_date, end_date, options })).data;
    expect(trades.investment_transactions).toHaveLength(5);
    expect(trades.total_investment_transactions).toBeGreaterThan(5);
    const { credit, mortgage, student } = (await plaid.liabilitiesGet({ access_token })).data.liabilities;
    expect([credit, mortgage, student].map((debts) => debts?.length)).toEqual([1, 1, 1]);

    const account_id = ach[0]?.account_id ?? '';
    const processor = ProcessorTokenCreateRequestProcessorEnum.Dwolla;
    const { processor_token } = (await plaid.processorTokenCreate({ access_token, account_id, processor })).data;
    const balances = (await plaid.processorBalanceGet({ processor_token })).data.account.balances;
    expect(balances.current).toBe(balance(account_id));

    await plaid.itemRemove({ access_token });
    for (const call of [plaid.itemGet({ access_token }), plaid.processorBalanceGet({ processor_token })]) {
      const error = await call.catch((reason) => reason);
      expect(error.response.data.error_code).toBe('ITEM_NOT_FOUND');
    }
  });

  it('hands an account to a processor, and waits for an asset report', async () => {
    const created = await plaid.sandboxPublicTokenCreate({
      institution_id: 'ins_109508',
      initial_products: [Products.Assets, Products.Auth],
    });
    const exchanged = await plaid.itemPublicTokenExchange({ public_token: created.data.public_token });
    const { access_token } = exchanged.data;
    const [account] = (await plaid.accountsGet({ access_token })).data.accounts;
    const account_id = account?.account_id ?? '';
    const processor = ProcessorTokenCreateRequestProcessorEnum.Dwolla;
    const token = (await plaid.processorTokenCreate({ access_token, account_id, processor })).data;
    const { data } = await plaid.processorAuthGet({ processor_token: token.processor_token });
    expect(data.numbers.ach?.account_id).toBe(account_id);

    const report = await plaid.assetReportCreate({ access_tokens: [access_token], days_requested: 30 });
    const { asset_report_token, asset_report_id } = report.data;
    const early = await plaid.assetReportGet({ asset_report_token }).catch((reason) => reason);
    expect(early.response.data.error_code).toBe('PRODUCT_NOT_READY');
    await sandbox.clock.advance(5_000);
    const ready = (await plaid.assetReportGet({ asset_report_token })).data;
    expect(ready.report.asset_report_id).toBe(asset_report_id);
    const pdf = await plaid.assetReportPdfGet({ asset_report_token }, { responseType: 'arraybuffer' });
    expect(Buffer.from(pdf.data).toString('latin1')).toMatch(/^%PDF-1\.4\n.*%%EOF\n$/s);
  });

  it('reads the institutions and gets the error bodies it expects', async () => {
    const { data } = await plaid.institutionsGetById({ institution_id: 'ins_109508', country_codes: [CountryCode.Us] });
    expect(data.institution.name).toBe('First Platypus Bank');
    const error = await plaid.accountsGet({ access_token: 'access-sandbox-unknown' }).catch((reason) => reason);
    expect(error.response.status).toBe(400);
    expect(error.response.data).toMatchObject({ error_type: 'INVALID_INPUT', error_code: 'INVALID_ACCESS_TOKEN' });
    // Said in the README: what it throws shows the credentials to anyone who logs it.
    expect(inspect(error, { depth: 20 })).toContain(sandbox.options.bank.secret);
  });
});

import { failure } from '@x/testing';
import { expect } from 'vitest';
import type { BankClient } from '../src/index.ts';
import { type Cases, newItem, pdf, row, type Stage, textOf } from './stage.ts';

/** Advances the clock by the time that a report takes. */
const ready = (stage: Stage) => stage.sandbox.clock.advance(5000);

/** Reads the report that a call has created. */
const read = (bank: BankClient, { asset_report_token }: { asset_report_token: string }) =>
  bank.assetReport.get({ asset_report_token });

/** Creates a report of a new Item over 30 days, and waits until it is ready. */
async function newReport(
  stage: Stage,
  bank: BankClient,
  options: Parameters<BankClient['assetReport']['create']>[0]['options'] = {},
) {
  const { access_token, item_id } = await newItem(bank, ['assets']);
  const report = await bank.assetReport.create({ access_tokens: [access_token], days_requested: 30, options });
  await ready(stage);
  return { ...report, access_token, item_id };
}

async function newCopy(stage: Stage, bank: BankClient) {
  const report = await newReport(stage, bank);
  return { ...report, ...(await bank.assetReport.auditCopy.create({ asset_report_token: report.asset_report_token })) };
}

const notReady = { code: 'unavailable', retryable: true, providerCode: 'PRODUCT_NOT_READY' };

/** Calls about asset reports and their audit copies. */
export const assetReports: Cases = {
  'assetReport.create': row({
    given: (bank) => newItem(bank, ['assets']),
    async works(bank, { given: { access_token, item_id }, ...stage }) {
      const { asset_report_token, asset_report_id } = await bank.assetReport.create({
        access_tokens: [access_token],
        days_requested: 30,
        options: { client_report_id: 'loan-7', user: { first_name: 'Ann' }, add_ons: ['investments', 'fast_assets'] },
      });
      expect(await failure(bank.assetReport.get({ asset_report_token }))).toMatchObject(notReady);
      await ready(stage);
      const { report, warnings } = await bank.assetReport.get({ asset_report_token });
      expect(report).toMatchObject({
        asset_report_id,
        client_report_id: 'loan-7',
        days_requested: 30,
        user: { first_name: 'Ann', last_name: null },
        items: [{ item_id }],
      });
      expect(warnings).toEqual([]);

      // An Item that fails while the report is created fails the report; the cause of the error explains why.
      const failing = await bank.assetReport.create({ access_tokens: [access_token], days_requested: 1 });
      stage.sandbox.controls.bank.failItem(access_token, 'ITEM_LOGIN_REQUIRED');
      await ready(stage);
      expect(await failure(read(bank, failing))).toMatchObject({
        code: 'rejected',
        providerCode: 'DATA_UNAVAILABLE',
        details: { causes: [{ item_id, error_code: 'ITEM_LOGIN_REQUIRED' }] },
      });
    },
    refused: (bank) => bank.assetReport.create({ access_tokens: [], days_requested: 30 }),
  }),
  'assetReport.get': row({
    given: (bank, stage) => newReport(stage, bank, { add_ons: ['investments', 'fast_assets'] }),
    async works(bank, { given: { asset_report_token } }) {
      const { report } = await bank.assetReport.get({ asset_report_token });
      const accounts = report.items.flatMap((item) => item.accounts);
      const checking = accounts.find(({ subtype }) => subtype === 'checking');
      expect(checking?.historical_balances).toHaveLength(30);
      expect(checking?.owners).toHaveLength(1);
      expect(checking?.transactions.length).toBeGreaterThan(0);
      expect(checking?.transactions.filter((transaction) => 'name' in transaction)).toEqual([]);
      const ira = accounts.find(({ subtype }) => subtype === 'ira');
      expect(ira?.investments?.holdings?.length).toBeGreaterThan(0);

      const insights = await bank.assetReport.get({ asset_report_token, include_insights: true });
      const seen = insights.report.items[0]?.accounts.find(({ subtype }) => subtype === 'checking');
      expect(seen?.transactions.filter((transaction) => !transaction.name)).toEqual([]);
      expect(seen?.transactions.find(({ credit_category }) => credit_category?.detailed)).toBeDefined();

      const fast = await bank.assetReport.get({ asset_report_token, fast_report: true });
      expect(fast.report.items[0]?.accounts.flatMap(({ transactions }) => transactions)).toEqual([]);
      const week = await bank.assetReport.get({ asset_report_token, options: { days_to_include: 7 } });
      expect(week.report.items[0]?.accounts[0]?.historical_balances).toHaveLength(7);
    },
    refused: (bank) => bank.assetReport.get({ include_insights: true }),
  }),
  'assetReport.pdf.get': row({
    given: (bank, stage) => newReport(stage, bank),
    async works(bank, { given: { asset_report_token, asset_report_id } }) {
      const file = textOf(await bank.assetReport.pdf.get({ asset_report_token, options: { days_to_include: 7 } }));
      expect(file).toMatch(pdf);
      expect(file).toContain(asset_report_id);
    },
    refused: (bank) => bank.assetReport.pdf.get({ asset_report_token: 'a', options: { days_to_include: 732 } }),
  }),
  'assetReport.refresh': row({
    given: (bank, stage) =>
      newReport(stage, bank, { client_report_id: 'old', user: { first_name: 'Ann', last_name: 'Bee' } }),
    async works(bank, { given: { asset_report_token, asset_report_id, item_id }, ...stage }) {
      const renewed = await bank.assetReport.refresh({
        asset_report_token,
        days_requested: 10,
        options: { user: { first_name: 'Bob' } },
      });
      expect(renewed.asset_report_id).not.toBe(asset_report_id);
      expect(await failure(read(bank, renewed))).toMatchObject(notReady);
      await ready(stage);
      const { report } = await read(bank, renewed);
      expect(report).toMatchObject({
        days_requested: 10,
        client_report_id: 'old',
        user: { first_name: 'Bob', last_name: 'Bee' },
        items: [{ item_id }],
      });
      expect((await bank.assetReport.get({ asset_report_token })).report.days_requested).toBe(30);
    },
    refused: (bank) => bank.assetReport.refresh({ asset_report_token: 'a', days_requested: -1 }),
  }),
  'assetReport.filter': row({
    async given(bank, stage) {
      const { asset_report_token } = await newReport(stage, bank);
      const { report } = await bank.assetReport.get({ asset_report_token });
      return { asset_report_token, ids: report.items[0]?.accounts.map(({ account_id }) => account_id) ?? [] };
    },
    async works(bank, { given: { asset_report_token, ids }, ...stage }) {
      const [first = '', ...others] = ids;
      const filtered = await bank.assetReport.filter({ asset_report_token, account_ids_to_exclude: [first] });
      await ready(stage);
      const { report } = await read(bank, filtered);
      expect(report.items[0]?.accounts.map(({ account_id }) => account_id)).toEqual(others);
      const unknown = { asset_report_token, account_ids_to_exclude: ['of another report'] };
      expect(await failure(bank.assetReport.filter(unknown))).toMatchObject({ code: 'not_found' });
    },
    refused: (bank) => bank.assetReport.filter({ asset_report_token: 'a' } as never),
  }),
  'assetReport.remove': row({
    given: (client, stage) => newCopy(stage, client),
    async works(bank, { given: { asset_report_token, audit_copy_token } }) {
      expect((await bank.assetReport.remove({ asset_report_token })).removed).toBe(true);
      expect(await failure(bank.assetReport.get({ asset_report_token }))).toMatchObject({ code: 'invalid_params' });
      expect(await failure(bank.assetReport.auditCopy.get({ audit_copy_token }))).toMatchObject({
        code: 'unauthenticated',
        providerCode: 'INVALID_AUDIT_COPY_TOKEN',
      });
      const parent = bank.assetReport.filter({ asset_report_token, account_ids_to_exclude: [] });
      expect(await failure(parent)).toMatchObject({ code: 'not_found', providerCode: 'INVALID_PARENT' });
    },
    refused: (bank) => bank.assetReport.remove({ asset_report_token: '' }),
  }),
  'assetReport.auditCopy.create': row({
    given: (bank, stage) => newReport(stage, bank),
    async works(bank, { given: { asset_report_token } }) {
      const { audit_copy_token } = await bank.assetReport.auditCopy.create({
        asset_report_token,
        auditor_id: 'fannie',
      });
      const { request_id, ...copy } = await bank.assetReport.auditCopy.get({ audit_copy_token });
      expect(await bank.assetReport.get({ asset_report_token })).toMatchObject(copy);
    },
    refused: (bank) => bank.assetReport.auditCopy.create({ asset_report_token: 'a', auditor_id: 7 as never }),
  }),
  'assetReport.auditCopy.get': row({
    given: (client, stage) => newCopy(stage, client),
    async works(bank, { given: { audit_copy_token, asset_report_id, item_id } }) {
      const { report } = await bank.assetReport.auditCopy.get({ audit_copy_token });
      expect(report).toMatchObject({ asset_report_id, items: [{ item_id }] });
    },
    refused: (bank) => bank.assetReport.auditCopy.get({} as never),
  }),
  'assetReport.auditCopy.pdf.get': row({
    given: (client, stage) => newCopy(stage, client),
    async works(bank, { given: { audit_copy_token, asset_report_token } }) {
      const file = textOf(await bank.assetReport.auditCopy.pdf.get({ audit_copy_token }));
      expect(file).toBe(textOf(await bank.assetReport.pdf.get({ asset_report_token })));
    },
    refused: (bank) => bank.assetReport.auditCopy.pdf.get({ audit_copy_token: 'a', options: { days: 1 } as never }),
  }),
  'assetReport.auditCopy.remove': row({
    given: (client, stage) => newCopy(stage, client),
    async works(bank, { given: { audit_copy_token, asset_report_token, asset_report_id } }) {
      expect((await bank.assetReport.auditCopy.remove({ audit_copy_token })).removed).toBe(true);
      expect(await failure(bank.assetReport.auditCopy.get({ audit_copy_token }))).toMatchObject({
        providerCode: 'INVALID_AUDIT_COPY_TOKEN',
      });
      expect((await bank.assetReport.get({ asset_report_token })).report.asset_report_id).toBe(asset_report_id);
    },
    refused: (bank) => bank.assetReport.auditCopy.remove({ audit_copy_token: null } as never),
  }),
};

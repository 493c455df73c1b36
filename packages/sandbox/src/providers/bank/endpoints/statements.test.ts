import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { hook, startBank } from '../../../../test/bank.ts';

const year = { start_date: '2025-01-01', end_date: '2025-12-31' };

interface Listing {
  accounts: {
    account_id: string;
    account_type: string;
    account_mask: string;
    statements: { statement_id: string; month: number; year: number; date_posted: string }[];
  }[];
}

function start(options = {}) {
  const bank = startBank(options);
  const linked = (window: object = year, rest: object = {}) =>
    bank.link({ statements: window, transactions: { days_requested: 730 }, ...rest }, ['statements']);
  const list = (access_token: string) => bank.ask<Listing>('/statements/list', { access_token });
  const { clientId: client_id, clientSecret: secret } = bank.bank.options();
  const download = async (body: object) => {
    const response = await bank.bank.app.request('/statements/download', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ client_id, secret, ...body }),
    });
    return { response, file: Buffer.from(await response.arrayBuffer()) };
  };
  return { ...bank, linked, list, download };
}

/** Reads the objects of a PDF by number through its table, as viewers do. */
function readPdf(file: Buffer): Map<number, string> {
  const text = file.toString('latin1');
  const table = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)?.[1]);
  const [, head, ...entries] = text.slice(table, text.indexOf('\ntrailer')).split('\n');
  expect(text.slice(table, table + 5)).toBe('xref\n');
  expect(head).toBe(`0 ${entries.length}`);
  return new Map(
    entries.slice(1).map((entry, index) => {
      expect(entry).toMatch(/^\d{10} 00000 n $/);
      const object = text.slice(Number(entry.slice(0, 10)));
      expect(object.startsWith(`${index + 1} 0 obj\n`)).toBe(true);
      return [index + 1, object.slice(0, object.indexOf('\nendobj'))];
    }),
  );
}

describe('statements', () => {
  test('are valid PDF files with their checksum in a header', async () => {
    const { linked, list, download } = start({ readyAtOnce: true });
    const access_token = await linked();
    const [account] = (await list(access_token)).accounts;
    const { response, file } = await download({ access_token, statement_id: account?.statements[0]?.statement_id });
    expect(response.headers.get('content-type')).toBe('application/pdf');
    expect(response.headers.get('plaid-content-hash')).toBe(createHash('sha256').update(file).digest('hex'));
    expect(response.headers.get('plaid-request-id')).toMatch(/^\w{15}$/);
    const content = readPdf(file).get(5) ?? '';
    const stream = content.slice(content.indexOf('stream\n') + 7, content.lastIndexOf('\nendstream'));
    expect(content).toContain(`/Length ${stream.length} `);
  });

  test('include older ones some time after a refresh, which a webhook reports', async () => {
    const { linked, list, ask, clock, told } = start({ refreshAfterMs: 2_000 });
    const access_token = await linked({ start_date: '2025-12-01', end_date: '2025-12-31' }, { webhook: hook });
    const months = async () => (await list(access_token)).accounts[0]?.statements.map(({ month }) => month);
    expect(await months()).toEqual([11]);
    await ask('/statements/refresh', { access_token, start_date: '2025-07-01', end_date: '2025-08-31' });
    await clock.advance(1_999);
    expect(await months()).toEqual([11]);
    await clock.advance(1);
    expect(await months()).toEqual([11, 7, 6]);
    expect(await told()).toMatchObject([
      { webhook_type: 'STATEMENTS', webhook_code: 'STATEMENTS_REFRESH_COMPLETE', result: 'SUCCESS' },
    ]);
  });

  test('posted after a pull are available only after the next one', async () => {
    const { linked, list, ask, clock } = start({ loginRequiredAfterMs: Number.POSITIVE_INFINITY });
    const window = { start_date: '2025-12-01', end_date: '2026-12-31' };
    const access_token = await linked(window);
    const months = async () => (await list(access_token)).accounts[0]?.statements.map(({ month }) => month);
    expect(await months()).toEqual([12, 11]);
    await clock.advance(45 * 86_400_000);
    expect(await months()).toEqual([12, 11]);
    await ask('/statements/refresh', { access_token, ...window });
    expect(await months()).toEqual([1, 12, 11]);
  });

  test('are not ready before the first pull is done', async () => {
    const { linked, list, fail, clock } = start({ readyAfterMs: 1_000 });
    const access_token = await linked();
    expect(await fail('/statements/list', { access_token })).toBe('400 PRODUCT_NOT_READY');
    await clock.advance(1_000);
    expect((await list(access_token)).accounts[0]?.statements).toHaveLength(12);
  });

  test('are refused for invalid requests and Items without the product', async () => {
    const { linked, fail, token } = start();
    const access_token = await linked();
    expect(await fail('/statements/list', { access_token: token })).toBe('400 PRODUCT_NOT_ENABLED');
    expect(await fail('/statements/download', { access_token, statement_id: 'x' })).toBe('400 INVALID_FIELD');
    const refresh = (body: object) => fail('/statements/refresh', { access_token, ...body });
    expect(await refresh({ start_date: '2025-02-01', end_date: '2025-01-01' })).toBe('400 INVALID_FIELD');
    expect(await refresh({ start_date: '2020-01-01', end_date: '2025-01-01' })).toBe('400 INVALID_FIELD');
    expect(await refresh({ start_date: '2025-01-01' })).toBe('400 MISSING_FIELDS');
  });
});

import { type BankClient, createBankClient } from '@x/bank';
import { operationsOf } from '@x/core/provider';
import { type Clock, createSandbox, type Quirks, type Sandbox } from '@x/sandbox';
import { packages } from '../packages.ts';
import type { CallerInput } from './clients.ts';

/**
 * Creates the sandbox that calls are tried on: with the quirks of the real hosts, and bank data ready at once. Default
 * `clock`: the real time.
 */
export const createLiveSandbox = (quirks: Quirks = 'real', clock?: Clock): Promise<Sandbox> =>
  createSandbox({ listen: false, quirks, bank: { readyAtOnce: true }, ...(clock && { clock }) });

/** Returns every scope that an endpoint of a provider requires. */
const scopesOf = (provider: string): string[] => [
  ...new Set(operationsOf(packages[provider]?.endpoints ?? {}).flatMap(([, { scopes = [] }]) => scopes)),
];

/** Products of a bank that a sandbox links, so that their endpoints can be called. */
const products = ['assets', 'auth', 'identity', 'investments', 'liabilities', 'statements', 'transactions'] as const;

const minuteMs = 60_000;

/** Links a bank with all products, and creates everything else that is read with its own token. */
async function bankTokens(sandbox: Sandbox): Promise<Record<string, string>> {
  const bank = createBankClient(sandbox.options.bank);
  const institution_id = 'ins_109508';
  const { public_token } = await bank.sandbox.createPublicToken({
    institution_id,
    initial_products: [...products],
    options: { statements: { start_date: '2026-01-01', end_date: '2026-03-31' } },
  });
  const { access_token } = await bank.item.exchangePublicToken({ public_token });
  const { processor_token } = await bank.sandbox.createProcessorToken({ institution_id });
  const { asset_report_token } = await bank.assetReport.create({ access_tokens: [access_token], days_requested: 30 });
  // A report takes a while to be ready.
  await sandbox.clock.advance(minuteMs);
  return {
    ...(await incomeTokens(bank)),
    BANK_ACCESS_TOKEN: access_token,
    BANK_PROCESSOR_TOKEN: processor_token,
    BANK_ASSET_REPORT_TOKEN: asset_report_token,
  };
}

/** Creates a user who has an income at a bank and at a payroll provider, and a screening of each kind. */
async function incomeTokens(bank: BankClient): Promise<Record<string, string>> {
  const { user_id } = await bank.user.create({ client_user_id: 'earner' });
  const link = async (institution_id: string, income_verification: object) => {
    const { public_token } = await bank.sandbox.createPublicToken({
      institution_id,
      initial_products: ['income_verification', 'employment'],
      user_id,
      options: { income_verification },
    });
    return (await bank.item.exchangePublicToken({ public_token })).access_token;
  };
  await link('ins_109508', { income_source_types: ['bank'], bank_income: { days_requested: 90 } });
  const payroll = await link('ins_129618', { income_source_types: ['payroll'] });
  const { individual, entity } = bank.watchlistScreening;
  for await (const { id } of individual.program.list())
    await individual.create({ search_terms: { watchlist_program_id: id, legal_name: 'Aleksey Potemkin' } });
  for await (const { id } of entity.program.list())
    await entity.create({ search_terms: { entity_watchlist_program_id: id, legal_name: 'Saltmarsh Shipping' } });
  return { BANK_USER_ID: user_id, BANK_PAYROLL_ACCESS_TOKEN: payroll };
}

/** Returns the input for the calls of a sandbox: its credentials, a user token, and the tokens of a linked bank. */
export async function sandboxInput(sandbox: Sandbox, provider: keyof Sandbox['options']): Promise<CallerInput> {
  const { stream, music } = sandbox.controls;
  const options = { ...sandbox.options[provider] };
  if (provider === 'bank') return { provider, options, env: await bankTokens(sandbox) };
  if (provider === 'stream') {
    const { accessToken } = stream.issueUserToken({ scopes: scopesOf('stream') });
    return { provider, options, env: { STREAM_USER_TOKEN: accessToken } };
  }
  const [listener] = music.users();
  if (provider !== 'music' || !listener) return { provider, options, env: {} };
  const { accessToken } = music.issueUserToken({ userId: listener.id, scopes: scopesOf('music') });
  return { provider, options, env: { MUSIC_USER_TOKEN: accessToken } };
}

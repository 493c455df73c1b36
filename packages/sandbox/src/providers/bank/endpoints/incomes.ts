import { type Endpoint, endpoint } from '../endpoint.ts';
import { type Incomes, incomeNotFound } from '../incomes.ts';
import type { Institutions } from '../institutions.ts';
import type { Items } from '../items.ts';
import type { Link } from '../link.ts';
import { makePdf, pdfAnswer } from '../pdf.ts';
import { refuse } from '../refusal.ts';
import type { UserReference, Users } from '../users.ts';
import { presentVerifiedDocuments, presentVerifiedEmployment, presentVerifiedTaxforms } from '../verified-income.ts';
import type { Webhooks } from '../webhooks.ts';
import { zip } from '../zip.ts';

interface PrecheckRequest {
  readonly employer?: { readonly name?: string };
  readonly access_tokens?: readonly string[];
  readonly transactions_access_tokens?: readonly string[];
}

interface OldRequest {
  readonly access_token?: string;
  readonly income_verification_id?: string;
}

interface Parts {
  readonly incomes: Incomes;
  readonly items: Items;
  readonly users: Users;
  readonly link: Link;
  readonly institutions: Institutions;
  readonly webhooks: Webhooks;
}

/** Whether payroll data can be had, as the documented test values ask for it. */
function confidenceOf({ employer, access_tokens = [], transactions_access_tokens = [] }: PrecheckRequest): string {
  const given = [employer?.name?.toLowerCase() ?? '', ...access_tokens, ...transactions_access_tokens];
  const isGood = given.some((each) => /^(employer_good|employer_multi|access_good)$|^plaid\b/.test(each));
  if (isGood) return 'HIGH';
  return given.some((each) => /^(employer|access)_bad$/.test(each)) ? 'LOW' : 'UNKNOWN';
}

/** Income and employment of users. */
export function incomeEndpoints({ incomes, items, users, link, institutions, webhooks }: Parts): Endpoint[] {
  const itemsOf = (reference: UserReference) => users.itemsOf(users.find(reference));

  /** Payroll Items of a user: those that a request names, or all. */
  function payrollOf(reference: UserReference, ids?: readonly string[]) {
    const found = incomes.of(itemsOf(reference), 'payroll', 'document');
    if (!ids) return found;
    return ids.map((id) => found.find(({ item }) => item.id === id) ?? refuse('ITEM_NOT_FOUND'));
  }

  /** The documents of a verification of the older kind. */
  function documentsOf({ access_token, income_verification_id }: OldRequest) {
    return incomes.documents(income_verification_id, access_token === undefined ? undefined : items.find(access_token));
  }

  return [
    endpoint('/credit/bank_income/get', ({ options, ...user }: UserReference & { options: { count?: number } }) => ({
      bank_income: incomes.reports(incomes.of(itemsOf(user), 'bank')).slice(0, options.count ?? 1),
    })),
    endpoint('/credit/bank_income/pdf/get', (user: UserReference) => {
      const [report] = incomes.reports(incomes.of(itemsOf(user), 'bank')) as { bank_income_id: string }[];
      return pdfAnswer(`Bank income ${report?.bank_income_id}`);
    }),
    endpoint(
      '/credit/bank_income/webhook/update',
      ({ enable_webhooks, ...user }: UserReference & { enable_webhooks: boolean }) =>
        incomes.subscribe(users.find(user), enable_webhooks),
    ),
    endpoint(
      '/credit/payroll_income/get',
      ({ options, ...user }: UserReference & { options: { item_ids?: string[] } }) => ({
        items: payrollOf(user, options.item_ids).map(incomes.payroll),
      }),
    ),
    endpoint(
      '/credit/payroll_income/parsing_config/update',
      ({ item_id, parsing_config, ...user }: UserReference & { item_id?: string; parsing_config: string[] }) => {
        for (const income of payrollOf(user, item_id === undefined ? undefined : [item_id]))
          incomes.setParsing(income, parsing_config.includes('risk_signals'));
      },
    ),
    endpoint('/credit/payroll_income/risk_signals/get', (user: UserReference) => ({
      items: payrollOf(user)
        .filter(({ source }) => source === 'document')
        .map(incomes.riskSignals),
    })),
    endpoint('/credit/payroll_income/precheck', ({ user_id, user_token, ...body }: UserReference & PrecheckRequest) => {
      if (user_id !== undefined || user_token !== undefined) users.find({ user_id, user_token });
      return { confidence: confidenceOf(body) };
    }),
    endpoint(
      '/credit/payroll_income/refresh',
      ({ options, ...user }: UserReference & { options: { item_ids?: string[]; webhook?: string } }) => {
        const results = payrollOf(user, options.item_ids).map((income) => incomes.refresh(income, options.webhook));
        const order = ['USER_PRESENCE_REQUIRED', 'SUCCESSFUL'] as const;
        return { verification_refresh_status: order.find((status) => results.includes(status)) ?? 'NOT_FOUND' };
      },
    ),
    endpoint('/credit/employment/get', (user: UserReference) => ({
      items: incomes.of(itemsOf(user), 'payroll').map(incomes.employment),
    })),
    endpoint('/credit/sessions/get', (user: UserReference) => ({ sessions: link.creditSessions(users.find(user).id) })),

    endpoint('/income/verification/create', () => {
      const payroll = institutions.payroll();
      return { income_verification_id: incomes.createVerification(payroll) };
    }),
    endpoint('/income/verification/precheck', (body: PrecheckRequest) => ({
      precheck_id: incomes.precheckId(),
      confidence: confidenceOf(body),
    })),
    endpoint('/income/verification/paystubs/get', (body: OldRequest) => presentVerifiedDocuments(documentsOf(body))),
    endpoint('/income/verification/taxforms/get', (body: OldRequest) => presentVerifiedTaxforms(documentsOf(body))),
    endpoint(
      '/income/verification/documents/download',
      ({ document_id, ...body }: OldRequest & { document_id?: string }) => {
        const { ids } = documentsOf(body);
        const names = [...ids.paystubs, ids.w2].filter((id) => document_id === undefined || id === document_id);
        if (names.length === 0) refuse('INCOME_VERIFICATION_DOCUMENT_NOT_FOUND');
        const files = names.map((id) => ({ name: `${id}.pdf`, content: Buffer.from(makePdf(id), 'latin1') }));
        return new Response(new Uint8Array(zip(files)), { headers: { 'content-type': 'application/zip' } });
      },
    ),
    endpoint('/employment/verification/get', (_, item) => {
      const [income] = incomes.of([item], 'payroll');
      if (!income) throw incomeNotFound();
      return presentVerifiedEmployment(incomes.employment(income));
    }),

    endpoint(
      '/sandbox/income/fire_webhook',
      ({ item_id, user_id, webhook, verification_status, webhook_code }: Record<string, string | undefined>) => {
        const isRisk = webhook_code === 'INCOME_VERIFICATION_RISK_SIGNALS';
        const content = isRisk
          ? { risk_signals_status: 'RISK_SIGNALS_PROCESSING_COMPLETE' }
          : { verification_status: verification_status ?? 'VERIFICATION_STATUS_PROCESSING_COMPLETE' };
        const about = { item_id, ...(user_id !== undefined && { user_id }) };
        webhooks.sendToDashboard(
          { webhook_type: 'INCOME', webhook_code: String(webhook_code), ...about, ...content },
          webhook,
        );
      },
    ),
    endpoint(
      '/sandbox/bank_income/fire_webhook',
      ({ webhook_code, webhook_override, webhook_fields }: FiredBankIncome) => {
        const { user_id, bank_income_refresh_complete_result: result = 'SUCCESS' } = webhook_fields;
        const extra = webhook_code === 'BANK_INCOME_REFRESH_COMPLETE' ? { result } : {};
        webhooks.sendToDashboard({ webhook_type: 'INCOME', webhook_code, user_id, ...extra }, webhook_override);
      },
    ),
  ];
}

interface FiredBankIncome {
  readonly webhook_code: string;
  readonly webhook_override?: string;
  readonly webhook_fields: { readonly user_id: string; readonly bank_income_refresh_complete_result?: string };
}

import type { SandboxContext } from '../../context.ts';
import { incomeOf, makeIncomeReport } from './bank-income.ts';
import { bankError } from './errors.ts';
import { opaqueId, uuid } from './ids.ts';
import type { Institution } from './institutions.ts';
import type { Item } from './items.ts';
import type { Settings } from './options.ts';
import { employmentOf, type Job, lastPayDay, makeJob, payStubOf, w2Of } from './payroll.ts';
import { Refusal } from './refusal.ts';
import type { User } from './users.ts';
import type { Webhooks } from './webhooks.ts';

/** Where the income of an Item is from: its transactions, a payroll provider, or documents that the user uploaded. */
export type IncomeSource = 'bank' | 'payroll' | 'document';

/** What is wanted of the income of an Item. */
export interface IncomeSpec {
  readonly source: IncomeSource;
  /** Days of history in the report; only of banks. */
  readonly days: number;
  /** Whether documents are checked for signs of fraud. */
  readonly hasRiskSignals: boolean;
}

/** The income of one Item. */
interface Income {
  readonly item: Item;
  readonly source: IncomeSource;
  readonly days: number;
  hasRiskSignals: boolean;
  isReady: boolean;
  readonly job: Job;
  /** Unix milliseconds; pay stubs are those up to here. */
  asOf: number;
  readonly ids: { readonly paystubs: readonly [string, string]; readonly w2: string };
  /** Reports, newest first; only of banks. */
  readonly reports: object[];
  /** Number of payments in the last report. */
  payments: number;
}

/** A verification of the oldest kind, which no Item needs to belong to. */
interface OldVerification {
  readonly job: Job;
  readonly ids: Income['ids'];
}

export const incomeNotFound = () => new Refusal(bankError('INCOME_VERIFICATION_NOT_FOUND'));

/** The income of every Item that was linked for it. */
export function createIncomes({ clock, random }: SandboxContext, settings: Settings, webhooks: Webhooks) {
  const draw = random('incomes');
  const incomes = new Map<Item, Income>();
  const subscribed = new Set<string>();
  const verifications = new Map<string, OldVerification>();

  const idsOf = (job: Job): Income['ids'] => ({
    paystubs: [job.documentId('paystub'), job.documentId('paystub')],
    w2: job.documentId('w2'),
  });

  function tell({ item }: Income, webhook_code: string, fields: object, url = item.webhook): void {
    webhooks.sendToDashboard({ webhook_type: 'INCOME', webhook_code, ...fields }, url);
  }

  const aboutItem = ({ item }: Income) => ({
    item_id: item.id,
    ...(item.userId !== undefined && { user_id: item.userId }),
  });

  function tellProcessed(income: Income, url?: string): void {
    const verification_status = 'VERIFICATION_STATUS_PROCESSING_COMPLETE';
    tell(income, 'INCOME_VERIFICATION', { ...aboutItem(income), verification_status }, url);
    if (income.source === 'document' && income.hasRiskSignals) tellRisk(income);
  }

  const tellRisk = (income: Income) =>
    tell(income, 'INCOME_VERIFICATION_RISK_SIGNALS', {
      ...aboutItem(income),
      risk_signals_status: 'RISK_SIGNALS_PROCESSING_COMPLETE',
    });

  function report(income: Income): void {
    const { item, days } = income;
    income.reports.unshift(makeIncomeReport([item], days, clock, uuid(draw)));
    income.payments = incomeOf(item, days, clock.now()).length;
  }

  function finish(income: Income): void {
    income.isReady = true;
    const { item, source } = income;
    if (source !== 'bank') {
      tellProcessed(income);
      return;
    }
    report(income);
    if (item.userId !== undefined) tell(income, 'BANK_INCOME_COMPLETE', { user_id: item.userId, result: 'SUCCESS' });
  }

  /** New income of users whose changes are reported. */
  function watch(income: Income): void {
    const { item, days } = income;
    item.watch((type, code) => {
      if (type !== 'TRANSACTIONS' || code !== 'DEFAULT_UPDATE' || !income.isReady) return;
      const user_id = item.userId;
      if (user_id === undefined || !subscribed.has(user_id)) return;
      if (incomeOf(item, days, clock.now()).length <= income.payments) return;
      report(income);
      tell(income, 'BANK_INCOME_REFRESH_UPDATE', { user_id });
    });
  }

  function documentsOf({ job, ids }: OldVerification, asOf: number) {
    const last = lastPayDay(asOf);
    return {
      pay_stubs: ids.paystubs.map((id, index) => payStubOf(job, last - 14 * index, id)),
      w2s: [w2Of(job, new Date(asOf).getUTCFullYear() - 1, ids.w2)],
    };
  }

  return {
    /** An Item was linked for the income it shows. */
    start(item: Item, { source, days, hasRiskSignals }: IncomeSpec): void {
      const job = makeJob(item.random('job'), item.institution, clock.now());
      const asOf = clock.now();
      const state = { isReady: false, hasRiskSignals, asOf, payments: 0 };
      const income: Income = { item, source, days, job, ids: idsOf(job), reports: [], ...state };
      incomes.set(item, income);
      if (source === 'bank') watch(income);
      if (settings.incomeAfterMs > 0) clock.schedule(settings.incomeAfterMs, () => finish(income));
      else finish(income);
    },
    /** The income of a user's Items from some sources; refuses users who shared none, and those whose data is not there yet. */
    of(owned: readonly Item[], ...sources: readonly IncomeSource[]): Income[] {
      const found = owned.flatMap((item) => incomes.get(item) ?? []).filter(({ source }) => sources.includes(source));
      if (found.length === 0) throw incomeNotFound();
      if (!found.some(({ isReady }) => isReady))
        throw new Refusal({ ...bankError('PRODUCT_NOT_READY'), error_type: 'INCOME_VERIFICATION_ERROR' });
      return found.filter(({ isReady }) => isReady);
    },
    /** Reports of some Items, newest first. */
    reports: (found: readonly Income[]): object[] =>
      found
        .flatMap(({ reports }) => reports as { generated_time: string }[])
        .sort((a, b) => (a.generated_time < b.generated_time ? 1 : -1)),
    subscribe(user: User, isWanted: boolean): void {
      if (isWanted) subscribed.add(user.id);
      else subscribed.delete(user.id);
    },
    /** Pay stubs and tax forms of an Item as the API shows them. */
    payroll(income: Income) {
      const { item, job, asOf, source } = income;
      const account_id = source === 'document' ? null : job.accountId;
      const rate_of_pay = { pay_amount: job.salary, pay_rate: 'ANNUAL' };
      return {
        item_id: item.id,
        institution_id: item.institution.id,
        institution_name: item.institution.name,
        accounts: [{ account_id, rate_of_pay, pay_frequency: 'BIWEEKLY' }],
        payroll_income: [{ account_id, ...documentsOf(income, asOf), form1099s: [] }],
        status: { processing_status: 'PROCESSING_COMPLETE' },
        updated_at: new Date(asOf).toISOString(),
      };
    },
    employment: ({ item, job, asOf }: Income) => ({
      item_id: item.id,
      employments: [employmentOf(job, lastPayDay(asOf))],
    }),
    /** Looks for newer pay stubs. Returns whether there are any. */
    refresh(income: Income, webhook: string | undefined): 'SUCCESSFUL' | 'NOT_FOUND' | 'USER_PRESENCE_REQUIRED' {
      const { item, source } = income;
      if (source === 'document') return 'USER_PRESENCE_REQUIRED';
      if (item.error) {
        if (item.userId !== undefined)
          tell(
            income,
            'INCOME_VERIFICATION_REFRESH_RECONNECT_NEEDED',
            { user_id: item.userId },
            webhook ?? item.webhook,
          );
        return 'USER_PRESENCE_REQUIRED';
      }
      if (lastPayDay(clock.now()) === lastPayDay(income.asOf)) return 'NOT_FOUND';
      income.asOf = clock.now();
      tellProcessed(income, webhook ?? item.webhook);
      return 'SUCCESSFUL';
    },
    setParsing(income: Income, hasRiskSignals: boolean): void {
      const isNew = hasRiskSignals && !income.hasRiskSignals;
      income.hasRiskSignals = hasRiskSignals;
      if (isNew && income.source === 'document') tellRisk(income);
    },
    /** Signs of fraud in the documents of an Item, of which there are none. */
    riskSignals({ item, ids, hasRiskSignals }: Income) {
      const files = [...ids.paystubs.map((id) => [id, 'paystub.pdf', 'PAYSLIP']), [ids.w2, 'w2.pdf', 'TAX_FORM']];
      return {
        item_id: item.id,
        verification_risk_signals: hasRiskSignals
          ? [
              {
                account_id: null,
                single_document_risk_signals: files.map(([document_id, document_name, document_type]) => ({
                  document_reference: {
                    document_id,
                    document_name,
                    document_type,
                    status: 'PROCESSING_COMPLETE',
                    file_type: 'TRUE_PDF',
                  },
                  risk_signals: [],
                  risk_summary: { risk_score: 3 },
                })),
                multi_document_risk_signals: [],
              },
            ]
          : [],
      };
    },
    /** A verification of the oldest kind; as in Plaid's own test environment its documents are there at once. */
    createVerification(institution: Institution): string {
      const id = opaqueId(draw);
      const job = makeJob(random(`income-verifications/${id}`), institution, clock.now());
      verifications.set(id, { job, ids: idsOf(job) });
      return id;
    },
    /** Documents of such a verification, or of an Item. */
    documents(id: string | undefined, item: Item | undefined) {
      const income = item && incomes.get(item);
      if (item && income?.source === 'bank') throw incomeNotFound();
      const found = income ?? verifications.get(id ?? '');
      if (!found) throw incomeNotFound();
      return { ...documentsOf(found, income?.asOf ?? clock.now()), ids: found.ids };
    },
    precheckId: () => uuid(draw),
  };
}

export type Incomes = ReturnType<typeof createIncomes>;

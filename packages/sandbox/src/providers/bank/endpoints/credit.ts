import type { Clock } from '../../../shared/clock.ts';
import type { SandboxContext } from '../../../shared/context.ts';
import type { Random } from '../../../shared/random.ts';
import { incomeOf, makeIncomeReport } from '../data/bank-income.ts';
import type { IncomeSource, IncomeSpec } from '../data/income-spec.ts';
import type { Institutions } from '../data/institutions.ts';
import type { Item } from '../data/item.ts';
import type { Items } from '../data/items.ts';
import {
  documentsOf,
  employmentOf,
  type Job,
  lastPayDay,
  makeJob,
  olderEmployment,
  olderPayStubs,
  olderTaxForms,
} from '../data/payroll.ts';
import type { UserReference } from '../data/users.ts';
import type { Call, Endpoints, Of } from '../endpoint.ts';
import { bankError, Refusal, refuse } from '../errors.ts';
import { opaqueId, uuid } from '../ids.ts';
import type { Settings } from '../options.ts';
import type { Webhooks } from '../webhooks/webhooks.ts';
import { pdfAnswer, zipAnswer } from '../wire/files.ts';
import type { Users } from './user.ts';

interface Income {
  readonly item: Item;
  readonly source: IncomeSource;
  readonly days: number;
  hasRiskSignals: boolean;
  isReady: boolean;
  readonly job: Job;
  /** Unix milliseconds; pay stubs are those up to this time. */
  asOf: number;
  /** Reports, newest first; only for banks. */
  readonly reports: ReturnType<typeof makeIncomeReport>[];
}

interface PrecheckRequest {
  readonly employer?: { readonly name?: string };
  readonly access_tokens?: readonly string[];
  readonly transactions_access_tokens?: readonly string[];
}

type OlderRequest = Partial<Of<'access_token' | 'income_verification_id' | 'document_id'>>;

interface OfItems extends UserReference {
  readonly options: { readonly item_ids?: readonly string[]; readonly webhook?: string };
}

interface FiredBankIncome {
  readonly webhook_code: string;
  readonly webhook_override?: string;
  readonly webhook_fields: { readonly user_id: string; readonly bank_income_refresh_complete_result?: string };
}

/** Returns the confidence that payroll data is available, as the documented test values request it. */
function confidenceOf({ employer, access_tokens = [], transactions_access_tokens = [] }: PrecheckRequest) {
  const given = [employer?.name?.toLowerCase() ?? '', ...access_tokens, ...transactions_access_tokens];
  const isGood = given.some((each) => /^(employer_good|employer_multi|access_good)$|^plaid\b/.test(each));
  const isBad = given.some((each) => /^(employer|access)_bad$/.test(each));
  return { confidence: isGood ? 'HIGH' : isBad ? 'LOW' : 'UNKNOWN' };
}

const riskProcessed = { risk_signals_status: 'RISK_SIGNALS_PROCESSING_COMPLETE' };

/** Users' income and employment, from Items that were linked for this purpose. */
export class Incomes {
  private readonly clock: Clock;
  private readonly random: SandboxContext['random'];
  private readonly settings: Settings;
  private readonly items: Items;
  private readonly users: Users;
  private readonly institutions: Institutions;
  private readonly webhooks: Webhooks;
  private readonly draw: Random;
  private readonly incomes = new Map<Item, Income>();
  private readonly subscribed = new Set<string>();
  /** Verifications of the oldest kind, which need no Item. */
  private readonly older = new Map<string, Job>();
  readonly endpoints: Endpoints;

  constructor(
    { clock, random }: SandboxContext,
    settings: Settings,
    parts: { items: Items; users: Users; institutions: Institutions; webhooks: Webhooks },
  ) {
    this.clock = clock;
    this.random = random;
    this.settings = settings;
    const { items, users, institutions, webhooks } = parts;
    this.items = items;
    this.users = users;
    this.institutions = institutions;
    this.webhooks = webhooks;
    this.draw = this.random('incomes');
    this.endpoints = this.makeEndpoints();
  }

  private tell({ item }: Income, webhook_code: string, fields: object, url = item.webhook): void {
    const about = item.userId === undefined ? {} : { user_id: item.userId };
    this.webhooks.sendToDashboard({ webhook_type: 'INCOME', webhook_code, ...about, ...fields }, url);
  }

  /** Returns the code of a webhook, which is different for users without a token. */
  private codeFor({ item }: Income, code: string) {
    return item.userId !== undefined && this.users.byId(item.userId).token === undefined ? `USER_${code}` : code;
  }

  private tellRisk(income: Income) {
    return this.tell(income, this.codeFor(income, 'INCOME_VERIFICATION_RISK_SIGNALS'), {
      item_id: income.item.id,
      ...riskProcessed,
    });
  }

  private tellProcessed(income: Income, url?: string): void {
    const verification_status = 'VERIFICATION_STATUS_PROCESSING_COMPLETE';
    this.tell(
      income,
      this.codeFor(income, 'INCOME_VERIFICATION'),
      { item_id: income.item.id, verification_status },
      url,
    );
    if (income.source === 'document' && income.hasRiskSignals) this.tellRisk(income);
  }

  private report({ item, days, reports }: Income) {
    return reports.unshift(makeIncomeReport(item, days, this.clock.now(), uuid(this.draw)));
  }

  private finish(income: Income): void {
    income.isReady = true;
    const { item, source } = income;
    if (source !== 'bank') {
      this.tellProcessed(income);
      return;
    }
    this.report(income);
    if (item.userId !== undefined) this.tell(income, 'BANK_INCOME_COMPLETE', { result: 'SUCCESS' });
  }

  /** Reports new income of users whose webhooks are enabled. */
  private watch(income: Income): void {
    const { item, days, reports } = income;
    item.watch((type, code) => {
      if (type !== 'TRANSACTIONS' || code !== 'DEFAULT_UPDATE' || !income.isReady) return;
      if (item.userId === undefined || !this.subscribed.has(item.userId)) return;
      const known = reports[0]?.bank_income_summary.income_transactions_count ?? 0;
      if (incomeOf(item, days, this.clock.now()).length <= known) return;
      this.report(income);
      this.tell(income, 'BANK_INCOME_REFRESH_UPDATE', {});
    });
  }

  /**
   * Returns the Items' income from some sources. Refuses the request if there is none, or while none of it is ready.
   */
  private ofItems(owned: readonly Item[], ...sources: readonly IncomeSource[]): Income[] {
    const found = owned
      .flatMap((item) => this.incomes.get(item) ?? [])
      .filter(({ source }) => sources.includes(source));
    if (found.length === 0) refuse('INCOME_VERIFICATION_NOT_FOUND');
    if (!found.some(({ isReady }) => isReady))
      throw new Refusal({ ...bankError('PRODUCT_NOT_READY'), error_type: 'INCOME_VERIFICATION_ERROR' });
    return found.filter(({ isReady }) => isReady);
  }

  private ofUser(user: UserReference, ...sources: readonly IncomeSource[]) {
    return this.ofItems(this.users.itemsOf(this.users.find(user)), ...sources);
  }

  /** Returns a user's payroll income, from the Items that a request names or from all of them. */
  private payrollOf(user: UserReference, ids?: readonly string[]): Income[] {
    const found = this.ofUser(user, 'payroll', 'document');
    return ids ? ids.map((id) => found.find(({ item }) => item.id === id) ?? refuse('ITEM_NOT_FOUND')) : found;
  }

  /** Returns a user's reports, newest first. */
  private reportsOf(user: UserReference) {
    return this.ofUser(user, 'bank')
      .flatMap(({ reports }) => reports)
      .sort((a, b) => (a.generated_time < b.generated_time ? 1 : -1));
  }

  /** Returns an Item's pay stubs and tax forms as the API shows them. */
  private presentPayroll({ item, job, asOf, source }: Income) {
    const account_id = source === 'document' ? null : job.accountId;
    const rate_of_pay = { pay_amount: job.salary, pay_rate: 'ANNUAL' };
    return {
      item_id: item.id,
      institution_id: item.institution.id,
      institution_name: item.institution.name,
      accounts: [{ account_id, rate_of_pay, pay_frequency: 'BIWEEKLY' }],
      payroll_income: [{ account_id, ...documentsOf(job, asOf), form1099s: [], i20s: [] }],
      status: { processing_status: 'PROCESSING_COMPLETE' },
      updated_at: new Date(asOf).toISOString(),
    };
  }

  /** Looks for newer pay stubs. */
  private refresh(income: Income, webhook = income.item.webhook) {
    const { item, source } = income;
    if (source === 'document' || item.error) {
      if (source === 'payroll' && item.userId !== undefined)
        this.tell(income, this.codeFor(income, 'INCOME_VERIFICATION_REFRESH_RECONNECT_NEEDED'), {}, webhook);
      return 'USER_PRESENCE_REQUIRED';
    }
    if (lastPayDay(this.clock.now()) === lastPayDay(income.asOf)) return 'NOT_FOUND';
    income.asOf = this.clock.now();
    this.tellProcessed(income, webhook);
    return 'SUCCESSFUL';
  }

  /** Returns the signs of fraud in an Item's documents. There are never any. */
  private presentRisk({ item, job, hasRiskSignals }: Income) {
    const files = [...job.paystubIds.map((id) => [id, 'paystub.pdf', 'PAYSLIP']), [job.w2Id, 'w2.pdf', 'TAX_FORM']];
    const documents = files.map(([document_id, document_name, document_type]) => ({
      document_reference: {
        document_id,
        document_name,
        document_type,
        status: 'PROCESSING_COMPLETE',
        file_type: 'TRUE_PDF',
      },
      risk_signals: [],
      risk_summary: { risk_score: 3 },
    }));
    const signals = { account_id: null, single_document_risk_signals: documents, multi_document_risk_signals: [] };
    return { item_id: item.id, verification_risk_signals: hasRiskSignals ? [signals] : [] };
  }

  /** Returns the job of an Item or of a verification of the oldest kind, and the time up to which it has documents. */
  private olderJob({ access_token, income_verification_id = '' }: OlderRequest): readonly [Job, number] {
    const income = access_token === undefined ? undefined : this.incomes.get(this.items.find(access_token));
    const job = income ? income.source !== 'bank' && income.job : this.older.get(income_verification_id);
    return job ? [job, income?.asOf ?? this.clock.now()] : refuse('INCOME_VERIFICATION_NOT_FOUND');
  }

  private makeEndpoints(): Endpoints {
    return {
      ...this.bankIncomeEndpoints(),
      'POST /credit/payroll_income/get': ({ body: { options, ...user } }: Call<OfItems>) => ({
        items: this.payrollOf(user, options.item_ids).map((given) => this.presentPayroll(given)),
      }),
      'POST /credit/payroll_income/parsing_config/update': ({
        body: { item_id, parsing_config, ...user },
      }: Call<UserReference & { item_id?: string; parsing_config: string[] }>) => {
        const hasRiskSignals = parsing_config.includes('risk_signals');
        for (const income of this.payrollOf(user, item_id === undefined ? undefined : [item_id])) {
          if (hasRiskSignals && !income.hasRiskSignals && income.source === 'document') this.tellRisk(income);
          income.hasRiskSignals = hasRiskSignals;
        }
      },
      'POST /credit/payroll_income/risk_signals/get': ({ body: user }: Call<UserReference>) => ({
        items: this.payrollOf(user)
          .filter(({ source }) => source === 'document')
          .map((given) => this.presentRisk(given)),
      }),
      'POST /credit/payroll_income/precheck': ({
        body: { user_id, user_token, ...body },
      }: Call<UserReference & PrecheckRequest>) => {
        if (user_id !== undefined || user_token !== undefined) this.users.find({ user_id, user_token });
        return confidenceOf(body);
      },
      'POST /credit/payroll_income/refresh': ({ body: { options, ...user } }: Call<OfItems>) => {
        const results = this.payrollOf(user, options.item_ids).map((income) => this.refresh(income, options.webhook));
        const order = ['USER_PRESENCE_REQUIRED', 'SUCCESSFUL'] as const;
        return { verification_refresh_status: order.find((status) => results.includes(status)) ?? 'NOT_FOUND' };
      },
      'POST /credit/employment/get': ({ body: user }: Call<UserReference>) => ({
        items: this.ofUser(user, 'payroll').map(({ item, job, asOf }) => {
          return { item_id: item.id, employments: [employmentOf(job, asOf)] };
        }),
      }),
      ...this.olderEndpoints(),
    };
  }

  /** Creates the endpoints for income seen in bank accounts. */
  private bankIncomeEndpoints(): Endpoints {
    return {
      'POST /credit/bank_income/get': ({
        body: { options, ...user },
      }: Call<UserReference & { options: { count: number } }>) => ({
        bank_income: this.reportsOf(user).slice(0, options.count),
      }),
      'POST /credit/bank_income/pdf/get': ({ body: user }: Call<UserReference>) =>
        pdfAnswer(`Bank income ${this.reportsOf(user)[0]?.bank_income_id}`),
      'POST /credit/bank_income/webhook/update': ({
        body: { enable_webhooks, ...user },
      }: Call<UserReference & { enable_webhooks: boolean }>) => {
        if (enable_webhooks) this.subscribed.add(this.users.find(user).id);
        else this.subscribed.delete(this.users.find(user).id);
      },
    };
  }

  /** Creates the older endpoints for income and employment, and those that fire webhooks. */
  private olderEndpoints(): Endpoints {
    return {
      'POST /income/verification/create': () => {
        const income_verification_id = opaqueId(this.draw);
        this.older.set(
          income_verification_id,
          makeJob(this.random(`income-verifications/${income_verification_id}`), this.institutions.payroll()),
        );
        return { income_verification_id };
      },
      'POST /income/verification/precheck': ({ body }: Call<PrecheckRequest>) => ({
        precheck_id: uuid(this.draw),
        ...confidenceOf(body),
      }),
      'POST /income/verification/paystubs/get': ({ body }: Call<OlderRequest>) => olderPayStubs(...this.olderJob(body)),
      'POST /income/verification/taxforms/get': ({ body }: Call<OlderRequest>) => olderTaxForms(...this.olderJob(body)),
      'POST /income/verification/documents/download': ({ body }: Call<OlderRequest>) => {
        const [{ paystubIds, w2Id }] = this.olderJob(body);
        const names = [...paystubIds, w2Id].filter((id) => id === (body.document_id ?? id));
        return names.length > 0 ? zipAnswer(names) : refuse('INCOME_VERIFICATION_DOCUMENT_NOT_FOUND');
      },
      'POST /employment/verification/get': ({ item }) => ({
        employments: this.ofItems([item], 'payroll').map(({ job, asOf }) => olderEmployment(job, asOf)),
      }),
      'POST /sandbox/income/fire_webhook': ({
        body: { webhook, verification_status, ...body },
      }: Call<Partial<Of<string>>>) => {
        const isRisk = body.webhook_code?.endsWith('INCOME_VERIFICATION_RISK_SIGNALS');
        const { item_id, user_id, webhook_code = '' } = body;
        const content = isRisk
          ? riskProcessed
          : { verification_status: verification_status ?? 'VERIFICATION_STATUS_PROCESSING_COMPLETE' };
        this.webhooks.sendToDashboard({ webhook_type: 'INCOME', webhook_code, item_id, user_id, ...content }, webhook);
      },
      'POST /sandbox/bank_income/fire_webhook': ({
        body: { webhook_code, webhook_override, webhook_fields },
      }: Call<FiredBankIncome>) => {
        const { user_id, bank_income_refresh_complete_result: result = 'SUCCESS' } = webhook_fields;
        const extra = webhook_code === 'BANK_INCOME_REFRESH_COMPLETE' ? { result } : {};
        this.webhooks.sendToDashboard({ webhook_type: 'INCOME', webhook_code, user_id, ...extra }, webhook_override);
      },
    };
  }

  /** Starts the income of an Item that was linked for it. */
  start(item: Item, { source, days, hasRiskSignals }: IncomeSpec): void {
    const job = makeJob(item.random('job'), item.institution);
    const income = { item, source, days, hasRiskSignals, job, isReady: false, asOf: this.clock.now(), reports: [] };
    this.incomes.set(item, income);
    if (source === 'bank') this.watch(income);
    if (this.settings.incomeAfterMs > 0) this.clock.schedule(this.settings.incomeAfterMs, () => this.finish(income));
    else this.finish(income);
  }
}

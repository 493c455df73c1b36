import type { Clock } from '../../../shared/clock.ts';
import type { SandboxContext } from '../../../shared/context.ts';
import type { Random } from '../../../shared/random.ts';
import type { Item } from '../data/item.ts';
import type { Items } from '../data/items.ts';
import { authorizeProducts, type Call, type Endpoints, type Of } from '../endpoint.ts';
import { type BankError, type BankErrorCode, bankError, Refusal, refuse } from '../errors.ts';
import { uuid } from '../ids.ts';
import type { Settings } from '../options.ts';
import { refuseMissing } from '../request.ts';
import type { Webhooks } from '../webhooks/webhooks.ts';
import { type Content, presentContent, type ReportRequest, takeContent } from '../wire/asset-content.ts';
import { pdfAnswer } from '../wire/files.ts';
import type { Users } from './user.ts';

/** A report, which never changes once it is ready. */
interface AssetReport {
  readonly id: string;
  readonly token: string;
  readonly request: ReportRequest;
  fast?: Content;
  full?: Content;
  error?: BankError;
}

interface Changes {
  readonly client_report_id?: string;
  readonly webhook?: string;
  readonly user?: Readonly<Record<string, string>>;
}

interface CreateRequest {
  readonly access_tokens: readonly string[];
  readonly days_requested: number;
  readonly options: Changes & {
    readonly include_fast_report?: boolean;
    readonly products?: readonly string[];
    readonly add_ons?: readonly string[];
    readonly require_all_items: boolean;
  };
}

interface RefreshRequest extends OfReport {
  readonly days_requested?: number;
  readonly options: Changes;
}

interface GetRequest extends Partial<Of<'asset_report_token' | 'user_token'>> {
  readonly include_insights?: boolean;
  readonly fast_report?: boolean;
  readonly options?: { readonly days_to_include?: number };
}

type OfReport = Of<'asset_report_token'>;
type OfCopy = Of<'audit_copy_token'>;

/** Returns the error with `code` as an error about reports. */
export const assetError = (code: BankErrorCode, message?: string): BankError => ({
  ...bankError(code, message),
  error_type: 'ASSET_REPORT_ERROR', // some codes also exist for Items
});

function refuseReport(code: BankErrorCode, message?: string): never {
  throw new Refusal(assetError(code, message));
}

const userFields = ['client_user_id', 'first_name', 'middle_name', 'last_name', 'ssn', 'phone_number', 'email'];

/** Asset reports and their audit copies. */
export class AssetReports {
  private readonly clock: Clock;
  private readonly settings: Settings;
  private readonly items: Items;
  private readonly users: Users;
  private readonly webhooks: Webhooks;
  private readonly draw: Random;
  private readonly reports = new Map<string, AssetReport>();
  private readonly copies = new Map<string, AssetReport>();
  readonly endpoints: Endpoints;

  constructor(
    { clock, random }: SandboxContext,
    settings: Settings,
    { items, users, webhooks }: { items: Items; users: Users; webhooks: Webhooks },
  ) {
    this.clock = clock;
    this.settings = settings;
    this.items = items;
    this.users = users;
    this.webhooks = webhooks;
    this.draw = random('asset-reports');
    this.endpoints = this.makeEndpoints();
  }

  private find(token: string): AssetReport {
    return (
      this.reports.get(token) ?? refuse('INVALID_FIELD', 'asset_report_token must be the token of an existing report')
    );
  }

  private findCopy(token: string): AssetReport {
    return this.copies.get(token) ?? refuse('INVALID_AUDIT_COPY_TOKEN');
  }

  /** Returns the newest report with an Item for which `fits` returns true. */
  latest(fits: (item: Item) => boolean): AssetReport | undefined {
    return [...this.reports.values()].findLast(({ request }) => request.items.some(fits));
  }

  private tell({ id, request }: AssetReport, webhook_code: 'PRODUCT_READY' | 'ERROR', extra: object): void {
    const user_id = request.items[0]?.userId;
    this.webhooks.send(request.webhook, {
      webhook_type: 'ASSETS',
      webhook_code,
      asset_report_id: id,
      ...extra,
      ...(user_id !== undefined && { user_id }),
    });
  }

  private finish(report: AssetReport, kind: 'fast' | 'full', content: Content): void {
    report[kind] = content;
    this.tell(report, 'PRODUCT_READY', { report_type: kind.toUpperCase() });
  }

  /** Fills a report with its Items' current data, or with an error if too much of it is unavailable. */
  private fill(report: AssetReport, kind: 'fast' | 'full'): void {
    const { items: wanted, needsAllItems } = report.request;
    const usable = wanted.filter((item) => !this.items.problem(item));
    if (usable.length === wanted.length || (usable.length > 0 && !needsAllItems)) {
      this.finish(report, kind, takeContent(usable, report.request, this.clock.now(), kind === 'fast'));
    } else if (kind === 'full') {
      const causes = wanted.flatMap((item) => {
        const problem = this.items.problem(item);
        return problem ? [{ ...problem, item_id: item.id }] : [];
      });
      report.error = { ...assetError('DATA_UNAVAILABLE'), causes };
      this.tell(report, 'ERROR', { error: { ...report.error, status: 400 } });
    }
  }

  private named({ token, id }: AssetReport) {
    return { asset_report_token: token, asset_report_id: id };
  }

  /** Registers a report, which `finish` fills after the configured delay. */
  private register(request: ReportRequest, finish: (report: AssetReport) => void): AssetReport {
    const report: AssetReport = { id: uuid(this.draw), token: `assets-sandbox-${uuid(this.draw)}`, request };
    this.reports.set(report.token, report);
    this.clock.schedule(this.settings.assetReportAfterMs, () => finish(report));
    return report;
  }

  private create(request: ReportRequest) {
    const report = this.register(request, (made) => this.fill(made, 'full'));
    if (request.hasFast) this.clock.schedule(this.settings.assetReportAfterMs / 2, () => this.fill(report, 'fast'));
    return this.named(report);
  }

  /** Refuses Items for which no report can be created now. */
  private checkItems(wanted: readonly Item[]): void {
    const problem = wanted.map(this.items.problem).find(Boolean);
    if (problem) throw new Refusal(problem);
    authorizeProducts(['assets'], this.settings.products);
    // Unlike other products, this one is never added later.
    const lacking = wanted.filter((item) => !item.products.has('assets')).map(({ accessToken }) => accessToken);
    if (lacking.length > 0)
      refuseReport('PRODUCT_NOT_ENABLED', `assets is not enabled for these access tokens: ${lacking.join(', ')}`);
  }

  private read(
    { id, request, ...report }: AssetReport,
    { include_insights = false, fast_report = false, options = {} }: GetRequest = {},
  ) {
    if (fast_report && !request.hasFast)
      refuse('INVALID_FIELD', 'fast_report must be false: the report was not created with the add-on fast_assets');
    if (report.error) throw new Refusal(report.error);
    const content =
      (fast_report ? report.fast : report.full) ?? refuseReport('PRODUCT_NOT_READY', 'the report is not ready yet');
    const days = Math.min(options.days_to_include ?? request.days, request.days);
    return {
      report: {
        asset_report_id: id,
        client_report_id: request.clientReportId || null,
        date_generated: new Date(content.at).toISOString(),
        days_requested: request.days,
        user: Object.fromEntries(userFields.map((name) => [name, request.user[name] || null])),
        items: presentContent(content, { days, hasInsights: include_insights, excluded: request.excluded }),
      },
      warnings: content.warnings,
    };
  }

  /** Returns the report that another one is created from. */
  private parent(token: string): AssetReport & { full: Content } {
    const report = this.reports.get(token);
    if (!report || report.error) refuseReport('INVALID_PARENT');
    const { full } = report;
    return full ? { ...report, full } : refuseReport('PRODUCT_NOT_READY', 'the report is not ready yet');
  }

  private latestOf(user_token: string | undefined): AssetReport {
    if (user_token === undefined) refuseMissing('asset_report_token');
    const { id } = this.users.find({ user_token });
    return this.latest(({ userId }) => userId === id) ?? refuse('INVALID_FIELD', 'user_token has no asset report');
  }

  private findItems(tokens: readonly string[]) {
    return [...new Set(tokens)].map(this.items.find);
  }

  private pdfOf(report: AssetReport) {
    return pdfAnswer(`Asset report ${this.read(report).report.asset_report_id}`);
  }

  private makeEndpoints(): Endpoints {
    return {
      'POST /asset_report/create': {
        check: (body) => this.checkItems(this.findItems((body as CreateRequest).access_tokens)),
        answer: ({ body: { access_tokens, days_requested, options } }: Call<CreateRequest>) => {
          const { add_ons = [], products = [] } = options;
          return this.create({
            items: this.findItems(access_tokens),
            days: days_requested,
            clientReportId: options.client_report_id,
            webhook: options.webhook,
            user: options.user ?? {},
            hasInvestments: [...add_ons, ...products].includes('investments'),
            hasFast: add_ons.includes('fast_assets') || (options.include_fast_report ?? false),
            needsAllItems: options.require_all_items,
            excluded: new Set(),
          });
        },
      },
      'POST /asset_report/get': ({ body }: Call<GetRequest>) => {
        const { asset_report_token: token } = body;
        return this.read(token === undefined ? this.latestOf(body.user_token) : this.find(token), body);
      },
      'POST /asset_report/pdf/get': ({ body: { asset_report_token } }: Call<OfReport>) =>
        this.pdfOf(this.find(asset_report_token)),
      'POST /asset_report/refresh': ({
        body: { asset_report_token, days_requested, options },
      }: Call<RefreshRequest>) => {
        const { request } = this.parent(asset_report_token);
        this.checkItems(request.items);
        return this.create({
          ...request,
          days: days_requested ?? request.days,
          clientReportId: options.client_report_id ?? request.clientReportId,
          webhook: options.webhook ?? request.webhook,
          user: { ...request.user, ...options.user },
        });
      },
      'POST /asset_report/filter': ({ body }: Call<OfReport & { account_ids_to_exclude: string[] }>) => {
        const { request, full, fast } = this.parent(body.asset_report_token);
        const known = full.items.flatMap(({ accounts }) => accounts.map(({ account_id }) => account_id));
        if (!body.account_ids_to_exclude.every((id) => known.includes(id))) refuse('INVALID_ACCOUNT_ID');
        const excluded = new Set([...request.excluded, ...body.account_ids_to_exclude]);
        const filtered = this.register({ ...request, excluded }, (report) => {
          if (fast) report.fast = fast;
          this.finish(report, 'full', full);
        });
        return this.named(filtered);
      },
      'POST /asset_report/remove': ({ body: { asset_report_token: token } }: Call<OfReport>) => {
        this.find(token);
        this.reports.delete(token);
        for (const [copy, report] of this.copies) if (report.token === token) this.copies.delete(copy);
        return { removed: true };
      },
      ...this.copyEndpoints(),
    };
  }

  private copyEndpoints(): Endpoints {
    return {
      'POST /asset_report/audit_copy/create': ({ body: { asset_report_token } }: Call<OfReport>) => {
        const audit_copy_token = `a-sandbox-${this.draw.text(26, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567')}`;
        this.copies.set(audit_copy_token, this.parent(asset_report_token));
        return { audit_copy_token };
      },
      'POST /asset_report/audit_copy/get': ({ body: { audit_copy_token } }: Call<OfCopy>) =>
        this.read(this.findCopy(audit_copy_token)),
      'POST /asset_report/audit_copy/pdf/get': ({ body: { audit_copy_token } }: Call<OfCopy>) =>
        this.pdfOf(this.findCopy(audit_copy_token)),
      'POST /asset_report/audit_copy/remove': ({ body: { audit_copy_token } }: Call<OfCopy>) => {
        this.findCopy(audit_copy_token);
        return { removed: this.copies.delete(audit_copy_token) };
      },
    };
  }
}

import type { SandboxContext } from '../../context.ts';
import { type Content, presentContent, type ReportRequest, takeContent } from './asset-content.ts';
import { type BankError, type BankErrorCode, bankError } from './errors.ts';
import { uuid } from './ids.ts';
import type { Item, Items } from './items.ts';
import type { Settings } from './options.ts';
import { Refusal, refuse } from './refusal.ts';
import type { Webhooks } from './webhooks.ts';

/** How a report is wanted when it is read. */
export interface ReportView {
  readonly days?: number | undefined;
  readonly hasInsights?: boolean;
  readonly isFast?: boolean;
}

/** A report, which never changes once it is there. */
export interface AssetReport {
  readonly id: string;
  readonly token: string;
  readonly request: ReportRequest;
  fast?: Content;
  full?: Content;
  error?: BankError;
}

/** The error of `code` as it is about reports. */
export const assetError = (code: BankErrorCode, message?: string): BankError => ({
  ...bankError(code, message),
  error_type: 'ASSET_REPORT_ERROR', // some of its codes are those of Items too
});

function refuseReport(code: BankErrorCode, message?: string): never {
  throw new Refusal(assetError(code, message));
}

const userFields = ['client_user_id', 'first_name', 'middle_name', 'last_name', 'ssn', 'phone_number', 'email'];

/** Every asset report of the sandbox and its audit copies. */
export function createAssetReports(
  { clock, random }: SandboxContext,
  settings: Settings,
  items: Items,
  webhooks: Webhooks,
) {
  const draw = random('asset-reports');
  const reports = new Map<string, AssetReport>();
  const copies = new Map<string, AssetReport>();

  function tell({ id, request }: AssetReport, webhook_code: 'PRODUCT_READY' | 'ERROR', extra: object): void {
    const user_id = request.items[0]?.userId;
    webhooks.send(request.webhook, {
      webhook_type: 'ASSETS',
      webhook_code,
      asset_report_id: id,
      ...extra,
      ...(user_id !== undefined && { user_id }),
    });
  }

  function finish(report: AssetReport, kind: 'fast' | 'full', content: Content): void {
    report[kind] = content;
    tell(report, 'PRODUCT_READY', { report_type: kind.toUpperCase() });
  }

  /** Fills a report with what can be seen of its Items at this moment; an error when that is too little. */
  function fill(report: AssetReport, kind: 'fast' | 'full'): void {
    const { items: wanted, needsAllItems } = report.request;
    const usable = wanted.filter((item) => !items.problem(item));
    if (usable.length === wanted.length || (usable.length > 0 && !needsAllItems)) {
      finish(report, kind, takeContent(usable, report.request, clock.now(), kind === 'fast'));
    } else if (kind === 'full') {
      const causes = wanted.flatMap((item) => {
        const problem = items.problem(item);
        return problem ? [{ ...problem, item_id: item.id }] : [];
      });
      report.error = { ...assetError('DATA_UNAVAILABLE'), causes };
      tell(report, 'ERROR', { error: { ...report.error, status: 400 } });
    }
  }

  /** Registers a report, which `finish` fills once the time for it is over. */
  function register(request: ReportRequest, finish: (report: AssetReport) => void): AssetReport {
    const report: AssetReport = { id: uuid(draw), token: `assets-sandbox-${uuid(draw)}`, request };
    reports.set(report.token, report);
    clock.schedule(settings.assetReportAfterMs, () => finish(report));
    return report;
  }

  function create(request: ReportRequest): AssetReport {
    const report = register(request, (made) => fill(made, 'full'));
    if (request.hasFast) clock.schedule(settings.assetReportAfterMs / 2, () => fill(report, 'fast'));
    return report;
  }

  function read({ id, request, ...report }: AssetReport, { days = request.days, hasInsights, isFast }: ReportView) {
    if (isFast && !request.hasFast)
      refuse('INVALID_FIELD', 'fast_report must be false: the report was not created with the add-on fast_assets');
    if (report.error) throw new Refusal(report.error);
    const content =
      (isFast ? report.fast : report.full) ?? refuseReport('PRODUCT_NOT_READY', 'the report is not ready yet');
    return {
      report: {
        asset_report_id: id,
        client_report_id: request.clientReportId || null,
        date_generated: new Date(content.at).toISOString(),
        days_requested: request.days,
        user: Object.fromEntries(userFields.map((name) => [name, request.user[name] || null])),
        items: presentContent(content, {
          days: Math.min(days, request.days),
          hasInsights: hasInsights ?? false,
          excluded: request.excluded,
        }),
      },
      warnings: content.warnings,
    };
  }

  /** A report that another one is made of. */
  function parent(token: string): AssetReport & { full: Content } {
    const report = reports.get(token);
    if (!report || report.error) refuseReport('INVALID_PARENT');
    const { full } = report;
    return full ? { ...report, full } : refuseReport('PRODUCT_NOT_READY', 'the report is not ready yet');
  }

  return {
    create,
    read,
    find: (token: string): AssetReport =>
      reports.get(token) ?? refuse('INVALID_FIELD', 'asset_report_token must be that of a report that is there'),
    /** The newest report about an Item for which `fits`. */
    latest: (fits: (item: Item) => boolean): AssetReport | undefined =>
      [...reports.values()].findLast(({ request }) => request.items.some(fits)),
    /** Makes a report like another one out of newer data. */
    refresh: (token: string, change: (request: ReportRequest) => ReportRequest): AssetReport =>
      create(change(parent(token).request)),
    /** Makes a report of what another one holds, without some accounts. */
    filter(token: string, excluded: readonly string[]): AssetReport {
      const { request, full, fast } = parent(token);
      const known = new Set(full.items.flatMap(({ accounts }) => accounts.map(({ account_id }) => account_id)));
      if (excluded.some((id) => !known.has(id))) refuse('INVALID_ACCOUNT_ID');
      return register({ ...request, excluded: new Set([...request.excluded, ...excluded]) }, (report) => {
        if (fast) report.fast = fast;
        finish(report, 'full', full);
      });
    },
    /** Ends a report and its audit copies. */
    remove(report: AssetReport): void {
      reports.delete(report.token);
      for (const [token, copied] of copies) if (copied.token === report.token) copies.delete(token);
    },
    copy(token: string): string {
      const copy = `a-sandbox-${draw.text(26, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567')}`;
      copies.set(copy, parent(token));
      return copy;
    },
    findCopy: (token: string): AssetReport => copies.get(token) ?? refuse('INVALID_AUDIT_COPY_TOKEN'),
    removeCopy(token: string): void {
      if (!copies.delete(token)) refuse('INVALID_AUDIT_COPY_TOKEN');
    },
  };
}

export type AssetReports = ReturnType<typeof createAssetReports>;

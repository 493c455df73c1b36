import type { SandboxContext } from '../../context.ts';
import { type AssetSnapshot, presentSnapshot, takeSnapshot, warningsOf } from './asset-snapshot.ts';
import { type Day, dayOf } from './days.ts';
import { type BankError, type BankErrorCode, bankError } from './errors.ts';
import { uuid } from './ids.ts';
import type { Item, Items } from './items.ts';
import type { Settings } from './options.ts';
import { Refusal, refuse } from './refusal.ts';
import type { Webhooks } from './webhooks.ts';

/** Who a report is about, as the client says. */
export interface ReportUser {
  readonly client_user_id?: string | undefined;
  readonly first_name?: string | undefined;
  readonly middle_name?: string | undefined;
  readonly last_name?: string | undefined;
  readonly ssn?: string | undefined;
  readonly phone_number?: string | undefined;
  readonly email?: string | undefined;
}

/** What a report is asked to be. */
export interface ReportRequest {
  readonly items: readonly Item[];
  readonly days: number;
  readonly clientReportId?: string | undefined;
  readonly webhook?: string | undefined;
  readonly user: ReportUser;
  readonly hasInvestments: boolean;
  /** A version with balances and owners only comes first. */
  readonly hasFast: boolean;
  /** It fails when one Item fails. */
  readonly needsAllItems: boolean;
  /** Accounts that are left out. */
  readonly excluded: ReadonlySet<string>;
}

/** How a report is wanted when it is read. */
export interface ReportView {
  readonly days?: number | undefined;
  readonly hasInsights?: boolean | undefined;
  readonly isFast?: boolean | undefined;
}

interface Content {
  readonly at: number;
  readonly items: readonly AssetSnapshot[];
  readonly warnings: ReturnType<typeof warningsOf>;
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

  function tell({ id, request }: AssetReport, code: 'PRODUCT_READY' | 'ERROR', extra: object): void {
    if (!request.webhook) return;
    const [userId] = request.items.map((item) => item.userId);
    webhooks.send(request.webhook, {
      webhook_type: 'ASSETS',
      webhook_code: code,
      asset_report_id: id,
      ...extra,
      ...(userId !== undefined && { user_id: userId }),
      environment: 'sandbox',
    });
  }

  /** What can be seen of the Items at this moment; an error when that is too little. */
  function collect({ items: wanted, days, hasInvestments, needsAllItems }: ReportRequest, isFast: boolean) {
    const failures = wanted.map(items.problem);
    const causes = failures.flatMap((error, index) =>
      error ? [{ ...error, item_id: (wanted[index] as Item).id }] : [],
    );
    if (causes.length > 0 && (needsAllItems || causes.length === wanted.length))
      return { error: { ...assetError('DATA_UNAVAILABLE'), causes } };
    const usable = wanted.filter((_, index) => !failures[index]);
    const plan = { days, today: dayOf(clock.now()), now: clock.now(), hasInvestments, isFast };
    const content: Content = {
      at: clock.now(),
      items: usable.map((item) => takeSnapshot(item, plan)),
      warnings: usable.flatMap(warningsOf),
    };
    return { content };
  }

  function register(request: ReportRequest): AssetReport {
    const report: AssetReport = { id: uuid(draw), token: `assets-sandbox-${uuid(draw)}`, request };
    reports.set(report.token, report);
    return report;
  }

  function finish(report: AssetReport, isFast: boolean, collected: { content?: Content; error?: BankError }): void {
    const { content, error } = collected;
    if (content) {
      report[isFast ? 'fast' : 'full'] = content;
      tell(report, 'PRODUCT_READY', { report_type: isFast ? 'FAST' : 'FULL' });
    } else if (error && !isFast) {
      report.error = error;
      tell(report, 'ERROR', { error: { ...error, status: 400 } });
    }
  }

  function generate(request: ReportRequest): AssetReport {
    const report = register(request);
    const { assetReportAfterMs } = settings;
    if (request.hasFast) clock.schedule(assetReportAfterMs / 2, () => finish(report, true, collect(request, true)));
    clock.schedule(assetReportAfterMs, () => finish(report, false, collect(request, false)));
    return report;
  }

  function read(report: AssetReport, { days = report.request.days, hasInsights = false, isFast = false }: ReportView) {
    if (isFast && !report.request.hasFast)
      refuse('INVALID_FIELD', 'fast_report must be false: the report was not created with the add-on fast_assets');
    if (report.error) throw new Refusal(report.error);
    const content =
      (isFast ? report.fast : report.full) ?? refuseReport('PRODUCT_NOT_READY', 'the report is not ready yet');
    const today: Day = dayOf(content.at);
    const view = { days: Math.min(days, report.request.days), today, hasInsights };
    const { user, clientReportId, excluded } = report.request;
    return {
      report: {
        asset_report_id: report.id,
        client_report_id: clientReportId || null,
        date_generated: new Date(content.at).toISOString(),
        days_requested: report.request.days,
        user: {
          client_user_id: user.client_user_id || null,
          first_name: user.first_name || null,
          middle_name: user.middle_name || null,
          last_name: user.last_name || null,
          ssn: user.ssn || null,
          phone_number: user.phone_number || null,
          email: user.email || null,
        },
        items: content.items.map((item) => ({
          ...item,
          accounts: item.accounts
            .filter(({ account_id }) => !excluded.has(account_id))
            .map((account) => presentSnapshot(account, view)),
        })),
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
    create: generate,
    read,
    find: (token: string): AssetReport =>
      reports.get(token) ?? refuse('INVALID_FIELD', 'asset_report_token must be that of a report that is there'),
    /** The newest report about an Item for which `fits`. */
    latest: (fits: (item: Item) => boolean): AssetReport | undefined =>
      [...reports.values()].findLast(({ request }) => request.items.some(fits)),
    /** Makes a report like another one out of newer data. */
    refresh(token: string, change: (request: ReportRequest) => ReportRequest): AssetReport {
      return generate(change(parent(token).request));
    },
    /** Makes a report of what another one holds, without some accounts. */
    filter(token: string, excluded: readonly string[]): AssetReport {
      const { request, full, fast } = parent(token);
      const known = new Set(full.items.flatMap(({ accounts }) => accounts.map(({ account_id }) => account_id)));
      if (excluded.some((id) => !known.has(id))) refuse('INVALID_ACCOUNT_ID');
      const report = register({ ...request, excluded: new Set([...request.excluded, ...excluded]) });
      clock.schedule(settings.assetReportAfterMs, () => {
        if (fast) report.fast = fast;
        finish(report, false, { content: full });
      });
      return report;
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
export type ReadReport = ReturnType<AssetReports['read']>;

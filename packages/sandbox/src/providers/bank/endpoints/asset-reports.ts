import { type AssetReport, type AssetReports, assetError } from '../asset-reports.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';
import type { Item, Items } from '../items.ts';
import type { Settings } from '../options.ts';
import { pdfAnswer } from '../pdf.ts';
import { authorizeProducts } from '../products.ts';
import { Refusal, refuse } from '../refusal.ts';
import { refuseMissing } from '../request.ts';
import type { Users } from '../users.ts';

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

interface GetRequest {
  readonly asset_report_token?: string;
  readonly user_token?: string;
  readonly include_insights: boolean;
  readonly fast_report: boolean;
  readonly options: { readonly days_to_include?: number };
}

interface OfReport {
  readonly asset_report_token: string;
}
interface OfCopy {
  readonly audit_copy_token: string;
}

/** Asset reports and their audit copies. */
export function assetReportEndpoints(
  reports: AssetReports,
  items: Items,
  users: Users,
  settings: Settings,
): Endpoint[] {
  const made = ({ token, id }: AssetReport) => ({ asset_report_token: token, asset_report_id: id });

  /** Refuses Items of which no report can be made now. */
  function checkItems(wanted: readonly Item[]): void {
    const problem = wanted.map(items.problem).find(Boolean);
    if (problem) throw new Refusal(problem);
    authorizeProducts(['assets'], settings.products);
    // Unlike other products this one is never added later.
    const lacking = wanted.filter((item) => !item.products.has('assets')).map(({ accessToken }) => accessToken);
    if (lacking.length > 0)
      throw new Refusal(
        assetError('PRODUCT_NOT_ENABLED', `assets is not enabled for these access tokens: ${lacking.join(', ')}`),
      );
  }

  const find = (tokens: readonly string[]) => [...new Set(tokens)].map(items.find);

  function latestOf(user_token: string | undefined): AssetReport {
    if (user_token === undefined) refuseMissing('asset_report_token');
    const { id } = users.find({ user_token });
    return reports.latest(({ userId }) => userId === id) ?? refuse('INVALID_FIELD', 'user_token has no asset report');
  }

  const pdfOf = (report: AssetReport): Response =>
    pdfAnswer(`Asset report ${reports.read(report, {}).report.asset_report_id}`);

  return [
    endpoint(
      '/asset_report/create',
      ({ access_tokens, days_requested, options }: CreateRequest) => {
        const { add_ons = [], products = [] } = options;
        return made(
          reports.create({
            items: find(access_tokens),
            days: days_requested,
            clientReportId: options.client_report_id,
            webhook: options.webhook,
            user: options.user ?? {},
            hasInvestments: [...add_ons, ...products].includes('investments'),
            hasFast: add_ons.includes('fast_assets') || (options.include_fast_report ?? false),
            needsAllItems: options.require_all_items,
            excluded: new Set(),
          }),
        );
      },
      { check: (body) => checkItems(find((body as CreateRequest).access_tokens)) },
    ),
    endpoint('/asset_report/get', (body: GetRequest) => {
      const { asset_report_token: token, user_token, include_insights, fast_report, options } = body;
      const report = token === undefined ? latestOf(user_token) : reports.find(token);
      return reports.read(report, {
        days: options.days_to_include,
        hasInsights: include_insights,
        isFast: fast_report,
      });
    }),
    endpoint('/asset_report/pdf/get', ({ asset_report_token: token }: OfReport) => pdfOf(reports.find(token))),
    endpoint('/asset_report/refresh', (body: OfReport & { days_requested?: number; options: Changes }) => {
      const { client_report_id, webhook, user } = body.options;
      const refreshed = reports.refresh(body.asset_report_token, (request) => {
        checkItems(request.items);
        return {
          ...request,
          days: body.days_requested ?? request.days,
          clientReportId: client_report_id ?? request.clientReportId,
          webhook: webhook ?? request.webhook,
          user: { ...request.user, ...user },
        };
      });
      return made(refreshed);
    }),
    endpoint('/asset_report/filter', (body: OfReport & { account_ids_to_exclude: string[] }) =>
      made(reports.filter(body.asset_report_token, body.account_ids_to_exclude)),
    ),
    endpoint('/asset_report/remove', ({ asset_report_token }: OfReport) => {
      reports.remove(reports.find(asset_report_token));
      return { removed: true };
    }),
    endpoint('/asset_report/audit_copy/create', ({ asset_report_token }: OfReport) => ({
      audit_copy_token: reports.copy(asset_report_token),
    })),
    endpoint('/asset_report/audit_copy/get', ({ audit_copy_token }: OfCopy) =>
      reports.read(reports.findCopy(audit_copy_token), {}),
    ),
    endpoint('/asset_report/audit_copy/pdf/get', ({ audit_copy_token }: OfCopy) =>
      pdfOf(reports.findCopy(audit_copy_token)),
    ),
    endpoint('/asset_report/audit_copy/remove', ({ audit_copy_token }: OfCopy) => {
      reports.removeCopy(audit_copy_token);
      return { removed: true };
    }),
  ];
}

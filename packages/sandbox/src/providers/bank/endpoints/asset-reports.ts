import { assetReportPdf } from '../asset-report-pdf.ts';
import type { AssetReport, AssetReports } from '../asset-reports.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';
import { bankError } from '../errors.ts';
import { flag, integer, list, nullable, object, oneOf, orEmpty, required, text, webAddress } from '../fields.ts';
import type { Item, Items } from '../items.ts';
import type { Settings } from '../options.ts';
import { pdfAnswer } from '../pdf.ts';
import { authorizeProducts } from '../products.ts';
import { Refusal, refuse } from '../refusal.ts';
import type { Users } from '../users.ts';

const anyText = () => nullable(text({ min: 0 }));
const user = object({
  client_user_id: anyText(),
  first_name: anyText(),
  middle_name: anyText(),
  last_name: anyText(),
  ssn: anyText(),
  phone_number: anyText(),
  email: anyText(),
});
const changeable = { client_report_id: anyText(), webhook: nullable(orEmpty(webAddress())), user };
const days = () => integer(0, 731);
const tokenField = { asset_report_token: required(text()) };
const copyField = { audit_copy_token: required(text()) };
const view = { options: object({ days_to_include: nullable(days()) }) };

const createFields = {
  access_tokens: required(list(text(), { min: 1, max: 99 })),
  days_requested: required(days()),
  options: object({
    ...changeable,
    include_fast_report: nullable(flag()),
    products: list(oneOf(['investments'])),
    add_ons: list(oneOf(['investments', 'fast_assets'])),
    require_all_items: nullable(flag()),
  }),
};

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
    for (const item of wanted) {
      const problem = items.problem(item);
      if (problem) throw new Refusal(problem);
    }
    authorizeProducts(['assets'], settings.products);
    // Unlike other products this one is never added later.
    const lacking = wanted.filter((item) => !item.products.has('assets')).map(({ accessToken }) => accessToken);
    if (lacking.length > 0)
      throw new Refusal({
        ...bankError('PRODUCT_NOT_ENABLED', `assets is not enabled for these access tokens: ${lacking.join(', ')}`),
        error_type: 'ASSET_REPORT_ERROR',
      });
  }

  function latestOf(user_token: string | undefined): AssetReport {
    if (user_token === undefined)
      refuse('MISSING_FIELDS', 'the following required fields are missing: asset_report_token');
    const { id } = users.find({ user_token });
    return reports.latest(({ userId }) => userId === id) ?? refuse('INVALID_FIELD', 'user_token has no asset report');
  }

  const find = (tokens: unknown) => [...new Set(tokens as readonly string[])].map(items.find);
  const create = endpoint('/asset_report/create', createFields, ({ access_tokens, days_requested, options = {} }) => {
    const addOns = options.add_ons ?? [];
    return made(
      reports.create({
        items: find(access_tokens),
        days: days_requested,
        clientReportId: options.client_report_id,
        webhook: options.webhook,
        user: options.user ?? {},
        hasInvestments: addOns.includes('investments') || (options.products ?? []).includes('investments'),
        hasFast: addOns.includes('fast_assets') || (options.include_fast_report ?? false),
        needsAllItems: options.require_all_items ?? true,
        excluded: new Set(),
      }),
    );
  });

  return [
    {
      ...create,
      // It is about Items too, if about several: they are looked at before the request counts.
      read(body) {
        const call = create.read(body);
        checkItems(find(body.access_tokens));
        return call;
      },
    },
    endpoint(
      '/asset_report/get',
      {
        asset_report_token: nullable(text()),
        user_token: text(),
        include_insights: flag(),
        fast_report: flag(),
        ...view,
      },
      (body) => {
        const report =
          body.asset_report_token === undefined ? latestOf(body.user_token) : reports.find(body.asset_report_token);
        return reports.read(report, {
          days: body.options?.days_to_include,
          hasInsights: body.include_insights,
          isFast: body.fast_report,
        });
      },
    ),
    endpoint('/asset_report/pdf/get', { ...tokenField, ...view }, ({ asset_report_token, options }) =>
      pdfAnswer(assetReportPdf(reports.read(reports.find(asset_report_token), { days: options?.days_to_include }))),
    ),
    endpoint(
      '/asset_report/refresh',
      { ...tokenField, days_requested: nullable(days()), options: object(changeable) },
      ({ asset_report_token, days_requested, options = {} }) =>
        made(
          reports.refresh(asset_report_token, (request) => {
            checkItems(request.items);
            return {
              ...request,
              days: days_requested ?? request.days,
              clientReportId: options.client_report_id ?? request.clientReportId,
              webhook: options.webhook ?? request.webhook,
              user: { ...request.user, ...options.user },
            };
          }),
        ),
    ),
    endpoint(
      '/asset_report/filter',
      { ...tokenField, account_ids_to_exclude: required(list(text())) },
      ({ asset_report_token, account_ids_to_exclude }) =>
        made(reports.filter(asset_report_token, account_ids_to_exclude)),
    ),
    endpoint('/asset_report/remove', tokenField, ({ asset_report_token }) => {
      reports.remove(reports.find(asset_report_token));
      return { removed: true };
    }),
    endpoint('/asset_report/audit_copy/create', { ...tokenField, auditor_id: text() }, ({ asset_report_token }) => ({
      audit_copy_token: reports.copy(asset_report_token),
    })),
    endpoint('/asset_report/audit_copy/get', copyField, ({ audit_copy_token }) =>
      reports.read(reports.findCopy(audit_copy_token), {}),
    ),
    endpoint('/asset_report/audit_copy/pdf/get', { ...copyField, ...view }, ({ audit_copy_token, options }) =>
      pdfAnswer(assetReportPdf(reports.read(reports.findCopy(audit_copy_token), { days: options?.days_to_include }))),
    ),
    endpoint('/asset_report/audit_copy/remove', copyField, ({ audit_copy_token }) => {
      reports.removeCopy(audit_copy_token);
      return { removed: true };
    }),
  ];
}

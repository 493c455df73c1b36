import { atLeastOne, endpoint, named, whole } from '@x/core';
import * as v from 'valibot';
import { docs, idempotentPost, post } from '../declarations.ts';
import { type AssetReportAnswer, reportAnswerSchema, reportUserFields } from '../records/asset-report.ts';
import {
  fileBytes,
  httpUrl,
  nonEmptyString,
  optionalBoolean,
  optionalNullableBoolean,
  optionalNullableString,
  optionalString,
  requestId,
} from '../schema.ts';

const reportToken = { asset_report_token: nonEmptyString };
const copyToken = { audit_copy_token: nonEmptyString };
const daysOfHistory = whole(0, 731);

/** What is said of a report when it is made. */
const reportOptions = {
  client_report_id: optionalNullableString,
  webhook: v.nullish(httpUrl),
  user: v.optional(v.strictObject(reportUserFields)),
};
const daysToInclude = v.optional(v.strictObject({ days_to_include: v.nullish(daysOfHistory) }));

const createdReport = v.object({ asset_report_token: v.string(), asset_report_id: v.string(), ...requestId });
const removedReport = v.object({ removed: v.boolean(), ...requestId });

/** Asset reports: what a borrower has in his accounts, for lenders. */
export const assetReport = {
  /**
   * Begins to make a report of 1 to 99 Items over 0 to 731 days. It is ready minutes later, which a webhook to
   * `options.webhook` tells; keep its token, no one can look it up. `require_all_items` (default true) fails the report
   * when one Item fails. A hundred calls a minute in the sandbox, fifty in production. Never retried.
   *
   * @see https://plaid.com/docs/api/products/assets/#asset_reportcreate
   */
  create: endpoint({
    ...post,
    path: '/asset_report/create',
    body: v.object({
      access_tokens: v.optional(v.pipe(v.array(nonEmptyString), v.minLength(1), v.maxLength(99))),
      days_requested: daysOfHistory,
      options: v.optional(
        v.strictObject({
          ...reportOptions,
          add_ons: v.optional(v.array(v.picklist(['investments', 'fast_assets']))),
          require_all_items: optionalNullableBoolean,
          include_fast_report: optionalNullableBoolean,
          products: v.optional(v.array(v.string())),
        }),
      ),
    }),
    response: createdReport,
    docs: docs('products/assets/#asset_reportcreate'),
  }),

  /**
   * Gives a report; `unavailable` with `PRODUCT_NOT_READY` until it is ready. `include_insights` adds what the
   * transactions tell, `fast_report` asks for the quick one without transactions, `options.days_to_include` (0 to 731)
   * for the last days only. `user_token` is for integrations that already have one.
   *
   * @see https://plaid.com/docs/api/products/assets/#asset_reportget
   */
  get: endpoint({
    ...idempotentPost,
    path: '/asset_report/get',
    body: v.pipe(
      v.object({
        asset_report_token: v.optional(nonEmptyString),
        user_token: optionalString,
        include_insights: optionalBoolean,
        fast_report: optionalBoolean,
        options: daysToInclude,
      }),
      atLeastOne('asset_report_token', 'user_token'),
    ),
    response: named<AssetReportAnswer>(reportAnswerSchema),
    docs: docs('products/assets/#asset_reportget'),
  }),

  pdf: {
    /**
     * Gives a report as the bytes of a PDF. `maxBodyBytes` of the client bounds its size.
     *
     * @see https://plaid.com/docs/api/products/assets/#asset_reportpdfget
     */
    get: endpoint({
      ...idempotentPost,
      path: '/asset_report/pdf/get',
      body: v.object({ ...reportToken, options: daysToInclude }),
      as: 'bytes',
      response: fileBytes,
      docs: docs('products/assets/#asset_reportpdfget'),
    }),
  },

  /**
   * Begins to make a new report of the Items of an old one, with the data of now; what is not given is as in the old
   * one. Never retried.
   *
   * @see https://plaid.com/docs/api/products/assets/#asset_reportrefresh
   */
  refresh: endpoint({
    ...post,
    path: '/asset_report/refresh',
    body: v.object({
      ...reportToken,
      days_requested: v.nullish(daysOfHistory),
      options: v.optional(v.strictObject(reportOptions)),
    }),
    response: createdReport,
    docs: docs('products/assets/#asset_reportrefresh'),
  }),

  /**
   * Makes a new report out of an old one by leaving accounts out. Never retried.
   *
   * @see https://plaid.com/docs/api/products/assets/#asset_reportfilter
   */
  filter: endpoint({
    ...post,
    path: '/asset_report/filter',
    body: v.object({ ...reportToken, account_ids_to_exclude: v.array(v.string()) }),
    response: createdReport,
    docs: docs('products/assets/#asset_reportfilter'),
  }),

  /**
   * Removes a report and its audit copies for good. Never retried.
   *
   * @see https://plaid.com/docs/api/products/assets/#asset_reportremove
   */
  remove: endpoint({
    ...post,
    path: '/asset_report/remove',
    body: v.object(reportToken),
    response: removedReport,
    docs: docs('products/assets/#asset_reportremove'),
  }),

  auditCopy: {
    /**
     * Makes a token with which somebody else, such as the buyer of a loan, can read a report; `auditor_id` names whom
     * the provider is to hand it to. Never retried.
     *
     * @see https://plaid.com/docs/api/products/assets/#asset_reportaudit_copycreate
     */
    create: endpoint({
      ...post,
      path: '/asset_report/audit_copy/create',
      body: v.object({ ...reportToken, auditor_id: optionalString }),
      response: v.object({ audit_copy_token: v.string(), ...requestId }),
      docs: docs('products/assets/#asset_reportaudit_copycreate'),
    }),

    /**
     * Gives the report that an audit copy is of. For those who were given its token.
     *
     * @see https://plaid.com/docs/api/products/assets/
     */
    get: endpoint({
      ...idempotentPost,
      path: '/asset_report/audit_copy/get',
      body: v.object(copyToken),
      response: named<AssetReportAnswer>(reportAnswerSchema),
      docs: docs('products/assets/'),
    }),

    pdf: {
      /**
       * Gives the report that an audit copy is of as the bytes of a PDF.
       *
       * @see https://plaid.com/docs/api/products/assets/
       */
      get: endpoint({
        ...idempotentPost,
        path: '/asset_report/audit_copy/pdf/get',
        body: v.object({ ...copyToken, options: daysToInclude }),
        as: 'bytes',
        response: fileBytes,
        docs: docs('products/assets/'),
      }),
    },

    /**
     * Ends an audit copy; the report stays. Never retried.
     *
     * @see https://plaid.com/docs/api/products/assets/#asset_reportaudit_copyremove
     */
    remove: endpoint({
      ...post,
      path: '/asset_report/audit_copy/remove',
      body: v.object(copyToken),
      response: removedReport,
      docs: docs('products/assets/#asset_reportaudit_copyremove'),
    }),
  },
};

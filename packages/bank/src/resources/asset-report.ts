import { atLeastOne, endpoint, named, oneOf, whole } from '@x/core/provider';
import * as v from 'valibot';
import { costs, docs, readPersonal, write } from '../declarations.ts';
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

const reportToken = {
  /** Token of the report, from the response that created it. */
  asset_report_token: nonEmptyString,
};
const copyToken = {
  /** Token of the audit copy, from the response that created it. */
  audit_copy_token: nonEmptyString,
};
const daysOfHistory = whole(0, 731);

/** Settings of a new report. */
const reportOptions = {
  /** Your own ID for the report, such as a loan application ID. Default: none. */
  client_report_id: optionalNullableString,
  /** URL for webhooks about the report, such as that it is ready. Default: none are sent. */
  webhook: v.nullish(httpUrl),
  /**
   * Details of the borrower, which are printed in the report. Fannie Mae's Day 1 Certainty needs first name, last name
   * and SSN.
   */
  user: v.optional(v.strictObject(reportUserFields)),
};
const daysToInclude = v.optional(
  v.strictObject({
    /** Days of history to return, 0 to 731. Default: all days of the report. */
    days_to_include: v.nullish(daysOfHistory),
  }),
);

const createdReport = v.object({
  /** Token of the new report. Store it: the API does not return it again. */
  asset_report_token: v.string(),
  /** ID of the new report, as webhooks name it. */
  asset_report_id: v.string(),
  ...requestId,
});
const removedReport = v.object({
  /** True when it was removed. */
  removed: v.boolean(),
  ...requestId,
});

/** Asset reports: the accounts, balances and transactions of a borrower, for lenders. */
export const assetReport = {
  /**
   * Starts to create a report. It is ready minutes later, which a webhook to `options.webhook` reports. A hundred calls
   * per minute in the sandbox, fifty in production. Never retried.
   */
  create: endpoint({
    ...write,
    path: '/asset_report/create',
    costs: costs.report,
    body: v.object({
      /** Access tokens of the Items to report on, 1 to 99. They must have been linked with the product `assets`. */
      access_tokens: v.optional(v.pipe(v.array(nonEmptyString), v.minLength(1), v.maxLength(99))),
      /** Days of history in the report, 0 to 731. More than 61 days cost extra. */
      days_requested: daysOfHistory,
      /** Settings of the report. */
      options: v.optional(
        v.strictObject({
          ...reportOptions,
          /**
           * Additions to the report: `investments` for holdings and trades, `fast_assets` for a quick report with
           * balances and owners before the full one.
           */
          add_ons: v.optional(v.array(oneOf(['investments', 'fast_assets']))),
          /** Whether the report fails when one Item fails. False: one Item that succeeds is enough. Default true. */
          require_all_items: optionalNullableBoolean,
          /**
           * Whether to create a quick report with balances and owners first. Default false.
           *
           * @deprecated Use `add_ons` with `fast_assets`.
           */
          include_fast_report: optionalNullableBoolean,
          /**
           * Additions to the report: `investments`.
           *
           * @deprecated Use `add_ons`.
           */
          products: v.optional(v.array(v.string())),
        }),
      ),
    }),
    response: createdReport,
    docs: docs('products/assets/#asset_reportcreate'),
  }),

  /**
   * Returns a report. Fails with `unavailable` (`PRODUCT_NOT_READY`) until the report is ready. Pass
   * `asset_report_token`, or `user_token`.
   */
  get: endpoint({
    ...readPersonal,
    path: '/asset_report/get',
    body: v.pipe(
      v.object({
        /** Token of the report to return. Required unless `user_token` is passed. */
        asset_report_token: v.optional(nonEmptyString),
        /** Token of the user whose latest report is returned, for integrations that already use user tokens. */
        user_token: optionalString,
        /** Whether to add insights, such as the category of each transaction. Default false. */
        include_insights: optionalBoolean,
        /**
         * Whether to return the quick report, which has balances and owners but no transactions. Needs a report created
         * with the add-on `fast_assets`. Default false.
         */
        fast_report: optionalBoolean,
        /** Part of the report to return. */
        options: daysToInclude,
      }),
      atLeastOne('asset_report_token', 'user_token'),
    ),
    response: named<AssetReportAnswer>(reportAnswerSchema),
    docs: docs('products/assets/#asset_reportget'),
  }),

  /** Asset reports as PDF files. */
  pdf: {
    /** Returns a report as the bytes of a PDF. The client option `maxBodyBytes` limits its size. */
    get: endpoint({
      ...readPersonal,
      path: '/asset_report/pdf/get',
      costs: costs.pdf,
      body: v.object({
        ...reportToken,
        /** Part of the report to return. */
        options: daysToInclude,
      }),
      as: 'bytes',
      response: fileBytes,
      docs: docs('products/assets/#asset_reportpdfget'),
    }),
  },

  /**
   * Starts to create a new report with current data, from the Items of an existing one. Settings that are left out
   * are taken from the existing report. Never retried.
   */
  refresh: endpoint({
    ...write,
    path: '/asset_report/refresh',
    costs: costs.report,
    body: v.object({
      ...reportToken,
      /** Days of history in the new report, 0 to 731. Default: as in the existing report. */
      days_requested: v.nullish(daysOfHistory),
      /** Settings of the new report. Default: as in the existing report. */
      options: v.optional(v.strictObject(reportOptions)),
    }),
    response: createdReport,
    docs: docs('products/assets/#asset_reportrefresh'),
  }),

  /** Creates a new report from an existing one by leaving accounts out. Never retried. */
  filter: endpoint({
    ...write,
    path: '/asset_report/filter',
    body: v.object({
      ...reportToken,
      /** IDs of the accounts to leave out. */
      account_ids_to_exclude: v.array(v.string()),
    }),
    response: createdReport,
    docs: docs('products/assets/#asset_reportfilter'),
  }),

  /** Removes a report and its audit copies permanently. Never retried. */
  remove: endpoint({
    ...write,
    path: '/asset_report/remove',
    body: v.object(reportToken),
    response: removedReport,
    docs: docs('products/assets/#asset_reportremove'),
  }),

  /** Copies of asset reports for third parties, such as the buyer of a loan. */
  auditCopy: {
    /** Creates a token with which a third party can read a report. Never retried. */
    create: endpoint({
      ...write,
      path: '/asset_report/audit_copy/create',
      costs: costs.call,
      body: v.object({
        ...reportToken,
        /** ID of the third party that may read the copy, such as `fannie_mae`. */
        auditor_id: optionalString,
      }),
      response: v.object({
        /** Token for the third party. Store it, to be able to remove the copy. */
        audit_copy_token: v.string(),
        ...requestId,
      }),
      docs: docs('products/assets/#asset_reportaudit_copycreate'),
    }),

    /** Returns the report of an audit copy. For third parties that received its token. */
    get: endpoint({
      ...readPersonal,
      path: '/asset_report/audit_copy/get',
      body: v.object(copyToken),
      response: named<AssetReportAnswer>(reportAnswerSchema),
      docs: docs('products/assets/'),
    }),

    /** Audit copies as PDF files. */
    pdf: {
      /**
       * Returns the report of an audit copy as the bytes of a PDF. The client option `maxBodyBytes` limits its size.
       */
      get: endpoint({
        ...readPersonal,
        path: '/asset_report/audit_copy/pdf/get',
        body: v.object({
          ...copyToken,
          /** Part of the report to return. */
          options: daysToInclude,
        }),
        as: 'bytes',
        response: fileBytes,
        docs: docs('products/assets/'),
      }),
    },

    /** Removes an audit copy. The report itself is not changed. Never retried. */
    remove: endpoint({
      ...write,
      path: '/asset_report/audit_copy/remove',
      body: v.object(copyToken),
      response: removedReport,
      docs: docs('products/assets/#asset_reportaudit_copyremove'),
    }),
  },
};

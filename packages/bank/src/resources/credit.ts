import { atLeastOne, endpoint, known, named, oneOf, whole } from '@x/core/provider';
import * as v from 'valibot';
import { costs, docs, idempotentWrite, read, readPersonal, write } from '../declarations.ts';
import { bankIncomeSchema } from '../records/bank-income.ts';
import { type CreditSession, creditSessionSchema } from '../records/credit-session.ts';
import { type EmploymentItem, employmentItemSchema } from '../records/employment.ts';
import { type IncomeRiskItem, incomeRiskItemSchema } from '../records/income-risk.ts';
import { payrollIncomeSchema, requestError } from '../records/payroll-income.ts';
import { precheckConfidence, precheckParams } from '../records/precheck.ts';
import { fileBytes, httpUrl, nonEmptyString, requestId } from '../schema.ts';

/** A user by ID, or by token if they were created before December 10, 2025. */
const userIdOrToken = {
  /** ID of the user, `usr_…`, from `user.create`. Required unless `user_token` is passed. */
  user_id: v.optional(nonEmptyString),
  /** Token of the user, for integrations from before December 10, 2025. */
  user_token: v.optional(nonEmptyString),
};
const itemIds = {
  /** IDs of the payroll Items. Default: all of the user. */
  item_ids: v.optional(v.array(nonEmptyString)),
};

export const precheckSchema = v.object({
  /** Likelihood that the user can log in at a payroll provider instead of uploading documents. */
  confidence: precheckConfidence,
  ...requestId,
});

/** Whether a user's payroll provider is likely to be supported. */
export interface PayrollPrecheck extends v.InferOutput<typeof precheckSchema> {}

export const refreshSchema = v.object({
  /** Whether there is new data, there is none, or the user must log in again. */
  verification_refresh_status: known('USER_PRESENCE_REQUIRED', 'SUCCESSFUL', 'NOT_FOUND'),
  ...requestId,
});

/** Result of refreshing payroll data. */
export interface PayrollRefresh extends v.InferOutput<typeof refreshSchema> {}

/** Income and employment of users, from their banks, payroll providers and documents. */
export const credit = {
  /** Income that bank accounts receive. */
  bankIncome: {
    /**
     * Returns the reports about the income of a user, newest first: one for each session in which they linked banks.
     * Pass `user_id` or `user_token`. Fails with `unavailable` (`PRODUCT_NOT_READY`) until the report is ready.
     */
    get: endpoint({
      ...readPersonal,
      path: '/credit/bank_income/get',
      body: v.pipe(
        v.object({
          ...userIdOrToken,
          /** Reports to return. */
          options: v.optional(
            v.strictObject({
              /** Number of reports to return, at least 1. Default 1. */
              count: v.optional(whole(1)),
            }),
          ),
        }),
        atLeastOne('user_id', 'user_token'),
      ),
      response: bankIncomeSchema,
      docs: docs('products/income/#creditbank_incomeget'),
    }),

    /** Reports as PDF files. */
    pdf: {
      /**
       * Returns the newest report of a user as the bytes of a PDF. Pass `user_id` or `user_token`. The client option
       * `maxBodyBytes` limits its size.
       */
      get: endpoint({
        ...readPersonal,
        path: '/credit/bank_income/pdf/get',
        body: v.pipe(v.object(userIdOrToken), atLeastOne('user_id', 'user_token')),
        as: 'bytes',
        response: fileBytes,
        docs: docs('products/income/#creditbank_incomepdfget'),
      }),
    },

    /** Webhooks about changes of income. */
    webhook: {
      /**
       * Subscribes to the webhook `BANK_INCOME_REFRESH_UPDATE` about a user, or ends the subscription. Pass `user_id`
       * or `user_token`.
       */
      update: endpoint({
        ...idempotentWrite,
        path: '/credit/bank_income/webhook/update',
        body: v.pipe(
          v.object({
            ...userIdOrToken,
            /** Whether to send a webhook when the income of the user changes. Users start without. */
            enable_webhooks: v.boolean(),
          }),
          atLeastOne('user_id', 'user_token'),
        ),
        response: v.object(requestId),
        docs: docs('products/income/#creditbank_incomewebhookupdate'),
      }),
    },
  },

  /** Income that payroll providers and uploaded documents show. */
  payrollIncome: {
    /**
     * Returns pay stubs and tax forms of a user. Pass `user_id` or `user_token`. Fails with `unavailable`
     * (`PRODUCT_NOT_READY`) until they are processed.
     */
    get: endpoint({
      ...readPersonal,
      path: '/credit/payroll_income/get',
      body: v.pipe(
        v.object({
          ...userIdOrToken,
          /** Items to return. */
          options: v.optional(v.strictObject(itemIds)),
        }),
        atLeastOne('user_id', 'user_token'),
      ),
      response: payrollIncomeSchema,
      docs: docs('products/income/#creditpayroll_incomeget'),
    }),

    /** Analysis of uploaded documents. */
    parsingConfig: {
      /** Changes how the documents of a user are analyzed. Pass `user_id` or `user_token`. */
      update: endpoint({
        ...idempotentWrite,
        path: '/credit/payroll_income/parsing_config/update',
        body: v.pipe(
          v.object({
            ...userIdOrToken,
            /** ID of the Item whose documents to analyze. Default: all of the user's Items. */
            item_id: v.optional(nonEmptyString),
            /** Whether the text is read (`ocr`), and signs of fraud are looked for (`risk_signals`). */
            parsing_config: v.array(oneOf(['ocr', 'risk_signals'])),
          }),
          atLeastOne('user_id', 'user_token'),
        ),
        response: v.object(requestId),
        docs: docs('products/income/#creditpayroll_incomeparsing_configupdate'),
      }),
    },

    /** Signs of fraud in uploaded documents. */
    riskSignals: {
      /**
       * Returns signs of fraud in the documents of a user, after the webhook `INCOME_VERIFICATION_RISK_SIGNALS`. Pass
       * `user_id` or `user_token`. Enabled on request.
       */
      get: endpoint({
        ...readPersonal,
        path: '/credit/payroll_income/risk_signals/get',
        costs: costs.separate,
        body: v.pipe(v.object(userIdOrToken), atLeastOne('user_id', 'user_token')),
        response: v.object({
          /** Items of the user, with the signs in their documents. */
          items: v.array(named<IncomeRiskItem>(incomeRiskItemSchema)),
          /** Error of the request. Null or absent if there is none. */
          error: requestError,
          ...requestId,
        }),
        docs: docs('products/income/#creditpayroll_incomerisk_signalsget'),
      }),
    },

    /**
     * Returns whether a user's payroll provider is likely to be supported, before Link opens.
     *
     * @deprecated Plaid has deprecated it, without a replacement.
     */
    precheck: endpoint({
      ...read,
      path: '/credit/payroll_income/precheck',
      body: v.object({
        ...userIdOrToken,
        /** Access tokens of Items of the user, whose transactions may name the employer. */
        access_tokens: v.optional(v.array(nonEmptyString)),
        ...precheckParams,
      }),
      response: named<PayrollPrecheck>(precheckSchema),
      docs: docs('products/income/#creditpayroll_incomeprecheck'),
    }),

    /** Fetches the payroll data of a user again. Pass `user_id` or `user_token`. Never retried. */
    refresh: endpoint({
      ...write,
      path: '/credit/payroll_income/refresh',
      costs: costs.call,
      body: v.pipe(
        v.object({
          ...userIdOrToken,
          /** Items to refresh, and the URL to report it to. */
          options: v.optional(
            v.strictObject({
              ...itemIds,
              /** URL for the webhook `INCOME_VERIFICATION`. Default: the Item's webhook URL. */
              webhook: v.optional(httpUrl),
            }),
          ),
        }),
        atLeastOne('user_id', 'user_token'),
      ),
      response: named<PayrollRefresh>(refreshSchema),
      docs: docs('products/income/#creditpayroll_incomerefresh'),
    }),
  },

  /** Employment of users. */
  employment: {
    /** Returns the employments of a user, as their payroll provider knows them. Pass `user_id` or `user_token`. */
    get: endpoint({
      ...readPersonal,
      path: '/credit/employment/get',
      body: v.pipe(v.object(userIdOrToken), atLeastOne('user_id', 'user_token')),
      response: v.object({
        /** Items of the user, with their employments. */
        items: v.array(named<EmploymentItem>(employmentItemSchema)),
        ...requestId,
      }),
      unwrap: 'items',
      docs: docs('products/income/#creditemploymentget'),
    }),
  },

  /** Sessions in which users share their income. */
  sessions: {
    /** Returns the sessions of Link that a user completed, newest first. Pass `user_id` or `user_token`. */
    get: endpoint({
      ...readPersonal,
      path: '/credit/sessions/get',
      body: v.pipe(v.object(userIdOrToken), atLeastOne('user_id', 'user_token')),
      response: v.object({
        /** Sessions of the user, newest first. */
        sessions: v.optional(v.array(named<CreditSession>(creditSessionSchema))),
        ...requestId,
      }),
      docs: docs('products/income/#creditsessionsget'),
    }),
  },
};

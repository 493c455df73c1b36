import { endpoint, named, oneOf } from '@x/core/provider';
import * as v from 'valibot';
import { costs, docs, idempotentMoney, idempotentWrite, readPersonal } from '../declarations.ts';
import { bankTransferResponse, type ProcessorEvaluation, processorEvaluationSchema } from '../records/processor.ts';
import { decimalAmount, idempotencyKeyUpTo, nonEmptyString, optionalNullableString, requestId } from '../schema.ts';
import { accountToken } from './processor-tokens.ts';
import { decisionParams, evaluateParams, returnParams } from './signal.ts';

/** Risk of debits, and transfers, for processors. */
export const processorPayments = {
  /** Risk of ACH debits, for processors. */
  signal: {
    /**
     * Returns the likelihood that a planned debit is returned, by the rules of the app that the user belongs to; see
     * `signal.evaluate`.
     */
    evaluate: endpoint({
      ...readPersonal,
      path: '/processor/signal/evaluate',
      costs: costs.call,
      body: v.object({ ...accountToken, ...evaluateParams }),
      response: named<ProcessorEvaluation>(processorEvaluationSchema),
      docs: docs('processor-partners/#processorsignalevaluate'),
    }),

    /** Reports of decisions about debits. */
    decision: {
      /** Reports whether an evaluated debit is made; see `signal.decision.report`. */
      report: endpoint({
        ...idempotentWrite,
        path: '/processor/signal/decision/report',
        body: v.object({ ...accountToken, ...decisionParams }),
        response: v.object(requestId),
        docs: docs('processor-partners/#processorsignaldecisionreport'),
      }),
    },

    /** Reports of debits that were returned. */
    return: {
      /** Reports that a debit was returned; see `signal.return.report`. */
      report: endpoint({
        ...idempotentWrite,
        path: '/processor/signal/return/report',
        body: v.object({ ...accountToken, ...returnParams }),
        response: v.object(requestId),
        docs: docs('processor-partners/#processorsignalreturnreport'),
      }),
    },

    /** Starts to collect data for `evaluate`, for accounts that were linked without the product `signal`. */
    prepare: endpoint({
      ...idempotentWrite,
      path: '/processor/signal/prepare',
      body: v.object(accountToken),
      response: v.object(requestId),
      docs: docs('processor-partners/#processorsignalprepare'),
    }),
  },

  /** Transfers of money, for processors. */
  bankTransfer: {
    /**
     * Moves money from or to the account. Calls with the same `idempotency_key` move it once, so a failed call can be
     * repeated.
     */
    create: endpoint({
      ...idempotentMoney,
      path: '/processor/bank_transfer/create',
      personal: true,
      body: v.object({
        ...accountToken,
        /** Your own random key of the transfer, 1 to 50 characters. */
        idempotency_key: idempotencyKeyUpTo(50),
        /** Direction of the transfer: `debit` takes money from the account, `credit` pays into it. */
        type: oneOf(['debit', 'credit']),
        /** Network that moves the money. */
        network: oneOf(['ach', 'same-day-ach', 'wire']),
        /** Amount as a string with two decimals (`12.34`). */
        amount: decimalAmount,
        /** Currency of the amount: `USD`. */
        iso_currency_code: nonEmptyString,
        /** Text of the transfer on the user's statement, 1 to 10 characters. */
        description: v.pipe(nonEmptyString, v.maxLength(10)),
        /** Class of the ACH entry. Required on ACH networks. */
        ach_class: v.optional(oneOf(['ccd', 'ppd', 'tel', 'web'])),
        /** The holder of the account. */
        user: v.strictObject({
          /** Full legal name of the holder; of the business for the class `ccd`. */
          legal_name: nonEmptyString,
          /** Email address of the holder. */
          email_address: optionalNullableString,
        }),
        /** Your own tag, up to 100 characters. It is stored with the transfer. */
        custom_tag: v.nullish(v.pipe(v.string(), v.maxLength(100))),
        /** Your own values by name, stored with the transfer. ASCII strings only, up to 50 of them. */
        metadata: v.nullish(v.record(v.string(), v.string())),
        /** ID of your account that the money moves to or from. Required if you have several. */
        origination_account_id: optionalNullableString,
      }),
      response: bankTransferResponse,
      unwrap: 'bank_transfer',
      docs: docs('processor-partners/#bank_transfercreate'),
    }),
  },
};

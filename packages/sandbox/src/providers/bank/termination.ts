import { nullable, oneOf, required, text } from './fields.ts';

/** Why products are ended. */
export const terminationFields = {
  reason_code: required(
    oneOf([
      'FRAUD_FIRST_PARTY',
      'FRAUD_FALSE_IDENTITY',
      'FRAUD_ABUSE',
      'FRAUD_OTHER',
      'CONSUMER_LOAN_PAID_OFF',
      'CONSUMER_ACCOUNT_CLOSED',
      'CONSUMER_CHARGE_OFF',
      'CONSUMER_PAYMENT_METHOD_SWITCHED',
      'USER_OFFBOARDING',
      'DUPLICATE_ITEM',
      'BILLING_TERMINATION',
      'OTHER',
    ]),
  ),
  reason_note: nullable(text({ min: 0, max: 512 })),
};

import type { SandboxContext } from '../../../context.ts';
import type { Webhooks } from '../webhooks.ts';
import { createConsents } from './consents.ts';
import { createPayments } from './payments.ts';
import { createRecipients } from './recipients.ts';

/** Everything that moves money in Europe. */
export function createPaymentInitiation(context: SandboxContext, webhooks: Webhooks) {
  const payments = createPayments(context, webhooks);
  return {
    recipients: createRecipients(context.random('payment-recipients')),
    payments,
    consents: createConsents(context, payments, webhooks),
  };
}

export type PaymentInitiation = ReturnType<typeof createPaymentInitiation>;

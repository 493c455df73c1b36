import { type Endpoint, endpoint } from '../endpoint.ts';
import type { ConsentRequest, ExecuteRequest } from '../payments/consents.ts';
import type { PaymentInitiation } from '../payments/index.ts';
import type { PaymentRequest, ReverseRequest } from '../payments/payments.ts';
import { presentRecipient } from '../payments/recipients.ts';
import { refuse } from '../refusal.ts';

interface OfRecipient {
  readonly recipient_id: string;
}
interface OfPayment {
  readonly payment_id: string;
}
interface OfConsent {
  readonly consent_id: string;
}
interface Page {
  readonly count: number;
  readonly cursor?: string;
}

/** Payments in Europe: recipients, payments and consents. */
export function paymentEndpoints(initiation: PaymentInitiation): Endpoint[] {
  const { recipients, payments, consents } = initiation;

  return [
    endpoint('/payment_initiation/recipient/create', (body: Parameters<typeof recipients.create>[0]) => ({
      recipient_id: recipients.create(body).id,
    })),
    endpoint('/payment_initiation/recipient/get', ({ recipient_id }: OfRecipient) =>
      presentRecipient(recipients.find(recipient_id)),
    ),
    endpoint('/payment_initiation/recipient/list', ({ count, cursor }: Page) => {
      const all = recipients.list();
      const start = cursor === undefined ? 0 : all.findIndex(({ id }) => id === cursor);
      if (start < 0) refuse('INVALID_FIELD', 'cursor must be one that a response has returned');
      const next = all[start + count];
      return {
        recipients: all.slice(start, start + count).map(presentRecipient),
        ...(next && { next_cursor: next.id }),
      };
    }),
    endpoint('/payment_initiation/payment/create', (body: PaymentRequest) => {
      const { id, status } = payments.create(body, recipients.find(body.recipient_id));
      return { payment_id: id, status };
    }),
    endpoint('/payment_initiation/payment/get', ({ payment_id }: OfPayment) =>
      payments.present(payments.find(payment_id)),
    ),
    endpoint('/payment_initiation/payment/list', ({ count, cursor, consent_id }: Page & Partial<OfConsent>) => {
      const before = cursor === undefined ? Number.POSITIVE_INFINITY : Date.parse(cursor);
      const all = payments
        .list()
        .filter(({ createdAt, consentId }) => createdAt < before && (consent_id ?? consentId) === consentId);
      const shown = all.slice(0, count);
      const last = shown.at(-1);
      return {
        payments: shown.map(payments.present),
        next_cursor: last && all.length > count ? new Date(last.createdAt).toISOString() : null,
      };
    }),
    endpoint('/payment_initiation/payment/reverse', (body: ReverseRequest) => ({
      refund_id: payments.reverse(payments.find(body.payment_id), body),
      status: 'INITIATED',
    })),
    endpoint('/payment_initiation/consent/create', (body: ConsentRequest) => {
      const { id, status } = consents.create(body, recipients.find(body.recipient_id));
      return { consent_id: id, status };
    }),
    endpoint('/payment_initiation/consent/get', ({ consent_id }: OfConsent) =>
      consents.present(consents.find(consent_id)),
    ),
    endpoint('/payment_initiation/consent/revoke', ({ consent_id }: OfConsent) =>
      consents.revoke(consents.find(consent_id)),
    ),
    endpoint('/payment_initiation/consent/payment/execute', (body: ExecuteRequest) => {
      const { id, status } = consents.execute(consents.find(body.consent_id), body);
      return { payment_id: id, status, error: null };
    }),
    endpoint(
      '/sandbox/payment/simulate',
      ({ payment_id, webhook, status }: OfPayment & Record<'webhook' | 'status', string>) => {
        const payment = payments.find(payment_id);
        const old_status = payment.status;
        payments.move(payment, status, webhook);
        return { old_status, new_status: status };
      },
    ),
  ];
}

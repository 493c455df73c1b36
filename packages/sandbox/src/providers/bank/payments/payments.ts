import type { SandboxContext } from '../../../context.ts';
import { bankError } from '../errors.ts';
import { uuid } from '../ids.ts';
import { refuse } from '../refusal.ts';
import type { Webhooks } from '../webhooks.ts';
import { type Bacs, checkNumbers, type Recipient } from './recipients.ts';

/** An amount in units of a currency. */
export interface PaymentAmount {
  readonly currency: string;
  readonly value: number;
}

interface PaymentSchedule {
  readonly interval: 'WEEKLY' | 'MONTHLY';
  readonly interval_execution_day: number;
  readonly start_date: string;
  readonly end_date?: string;
}

interface PaymentOptions {
  readonly request_refund_details?: boolean;
  readonly iban?: string;
  readonly bacs?: Bacs;
  readonly scheme?: string;
}

/** What a payment is created with. */
export interface PaymentRequest {
  readonly recipient_id: string;
  readonly reference: string;
  readonly amount: PaymentAmount;
  readonly schedule?: PaymentSchedule;
  readonly options?: PaymentOptions;
}

/** A payment or a standing order. */
export interface Payment {
  readonly id: string;
  /** Unix milliseconds; no two payments share one. */
  readonly createdAt: number;
  readonly recipient: Recipient;
  readonly request: PaymentRequest;
  readonly adjustedReference: string | null;
  readonly consentId: string | null;
  readonly refunds: { readonly id: string; readonly value: number }[];
  status: string;
  updatedAt: number;
  walletId: string | null;
  /** Where changes are reported. */
  webhook: string | undefined;
}

/** What a payment is paid back with. */
export interface ReverseRequest {
  readonly payment_id: string;
  readonly idempotency_key: string;
  readonly reference: string;
  readonly amount?: PaymentAmount;
}

const failures: Readonly<Record<string, string>> = {
  PAYMENT_STATUS_INSUFFICIENT_FUNDS: 'the payer has too little money',
  PAYMENT_STATUS_FAILED: 'the payment could not be initiated',
  PAYMENT_STATUS_REJECTED: 'the bank has rejected the payment',
};

/** Refuses amounts below `least`, and those with more than two decimals. */
export function checkAmount({ value }: PaymentAmount, least = 1, name = 'amount'): void {
  if (value < least) refuse('INVALID_FIELD', `${name}.value must be at least ${least}`);
  if (Math.abs(value * 100 - Math.round(value * 100)) > 1e-6)
    refuse('INVALID_FIELD', `${name}.value must have at most two digits after the point`);
}

/** Refuses references that banks do not pass on. */
export function checkReference(reference: string, least = 1): void {
  if (!/^[A-Za-z0-9 ]*$/.test(reference) || reference.length < least) refuse('PAYMENT_INVALID_REFERENCE');
}

function checkSchedule({ interval, interval_execution_day: day, start_date, end_date }: PaymentSchedule): void {
  const isDay = interval === 'WEEKLY' ? day >= 1 && day <= 7 : day >= -5 && day <= 28 && day !== 0;
  if (!isDay || (end_date !== undefined && end_date < start_date)) refuse('PAYMENT_INVALID_SCHEDULE');
}

function checkRequest({ amount, reference, schedule, options = {} }: PaymentRequest, recipient: Recipient): void {
  checkAmount(amount);
  checkReference(reference);
  checkNumbers(options, 'options.');
  // An IBAN of the UK contains the sort code and the account number.
  const isInUk = recipient.bacs !== undefined || recipient.iban?.startsWith('GB');
  if (amount.currency === 'GBP' && !isInUk) refuse('PAYMENT_INVALID_RECIPIENT');
  if (schedule) {
    if (amount.currency !== 'GBP') refuse('PAYMENT_INVALID_SCHEDULE');
    checkSchedule(schedule);
  }
  const isSepa = options.scheme?.startsWith('SEPA') ?? false;
  if (isSepa && amount.currency !== 'EUR') refuse('PAYMENT_SCHEME_NOT_SUPPORTED');
}

/** Every payment. */
export function createPayments({ clock, random }: SandboxContext, webhooks: Webhooks) {
  const draw = random('payments');
  const payments: Payment[] = [];
  const reversed = new Map<string, { readonly body: string; readonly refund_id: string }>();

  /** A reference that no other payment has, or null if `reference` is one. */
  function adjust(reference: string): string | null {
    const used = new Set(payments.map((payment) => payment.adjustedReference ?? payment.request.reference));
    if (!used.has(reference)) return null;
    for (let count = 2; ; count += 1) {
      const tail = String(count);
      const adjusted = `${reference.slice(0, 18 - tail.length)}${tail}`;
      if (!used.has(adjusted)) return adjusted;
    }
  }

  const errorOf = ({ status }: Payment) => {
    const message = failures[status];
    return message === undefined
      ? null
      : { ...bankError('INTERNAL_SERVER_ERROR', message), error_type: 'PAYMENT_ERROR', error_code: codeOf(status) };
  };

  function move(payment: Payment, status: string, url: string | undefined): void {
    const old = payment.status;
    payment.status = status;
    payment.updatedAt = clock.now();
    // Only what is paid into a virtual account is known to have settled.
    if (status === 'PAYMENT_STATUS_SETTLED') payment.walletId ??= `wallet-id-sandbox-${uuid(draw)}`;
    if (url === undefined) return;
    webhooks.send(url, {
      webhook_type: 'PAYMENT_INITIATION',
      webhook_code: 'PAYMENT_STATUS_UPDATE',
      payment_id: payment.id,
      new_payment_status: status,
      old_payment_status: old,
      original_reference: payment.request.reference,
      adjusted_reference: payment.adjustedReference,
      original_start_date: payment.request.schedule?.start_date ?? null,
      adjusted_start_date: null,
      timestamp: new Date(clock.now()).toISOString(),
      error: errorOf(payment),
      environment: 'sandbox',
    });
  }

  return {
    /** Newest first. */
    list: () => [...payments].reverse(),
    create(request: PaymentRequest, recipient: Recipient, consentId: string | null = null): Payment {
      checkRequest(request, recipient);
      const now = clock.now();
      const payment: Payment = {
        id: `payment-id-sandbox-${uuid(draw)}`,
        createdAt: Math.max(now, (payments.at(-1)?.createdAt ?? 0) + 1),
        recipient,
        request,
        adjustedReference: adjust(request.reference),
        consentId,
        refunds: [],
        status: 'PAYMENT_STATUS_INPUT_NEEDED',
        updatedAt: now,
        walletId: null,
        webhook: undefined,
      };
      payments.push(payment);
      return payment;
    },
    find: (id: string): Payment =>
      payments.find((each) => each.id === id) ?? refuse('INVALID_FIELD', 'payment_id must be that of a payment'),
    move,
    /** The user authorizes it in Link; changes are reported to `webhook`. */
    authorize(payment: Payment, webhook: string | undefined): void {
      payment.webhook = webhook;
      move(payment, 'PAYMENT_STATUS_AUTHORISING', webhook);
      move(payment, payment.request.schedule ? 'PAYMENT_STATUS_ESTABLISHED' : 'PAYMENT_STATUS_INITIATED', webhook);
    },
    /** Pays back what is settled, once for each key. */
    reverse(payment: Payment, request: ReverseRequest): string {
      const body = JSON.stringify([payment.id, request.reference, request.amount]);
      const earlier = reversed.get(request.idempotency_key);
      if (earlier) return earlier.body === body ? earlier.refund_id : refuse('NONIDENTICAL_REQUEST');
      checkReference(request.reference, 6);
      if (payment.status !== 'PAYMENT_STATUS_SETTLED')
        refuse('INVALID_FIELD', 'payment_id must be that of a payment that has settled');
      const { currency, value } = payment.request.amount;
      const left = value - payment.refunds.reduce((sum, refund) => sum + refund.value, 0);
      const wanted = request.amount ?? { currency, value: left };
      checkAmount(wanted, 0.01);
      if (wanted.currency !== currency) refuse('INVALID_FIELD', 'amount.currency must be that of the payment');
      if (wanted.value > left + 1e-6) refuse('TRANSACTION_AMOUNT_EXCEEDED');
      const id = `wallet-transaction-id-sandbox-${uuid(draw)}`;
      payment.refunds.push({ id, value: wanted.value });
      reversed.set(request.idempotency_key, { body, refund_id: id });
      return id;
    },
    /** The API's shape of a payment. */
    present(payment: Payment) {
      const { request, recipient, refunds, status } = payment;
      const { schedule, options = {} } = request;
      const hasPayer = status !== 'PAYMENT_STATUS_INPUT_NEEDED';
      const payer = { name: 'Ann Bee', iban: null, bacs: { account: '31926819', sort_code: '601613' } };
      const { currency } = request.amount;
      const refunded = Math.round(refunds.reduce((sum, { value }) => sum + value, 0) * 100) / 100;
      return {
        payment_id: payment.id,
        amount: request.amount,
        status,
        recipient_id: recipient.id,
        reference: request.reference,
        adjusted_reference: payment.adjustedReference,
        last_status_update: new Date(payment.updatedAt).toISOString(),
        schedule: schedule ? { ...schedule, end_date: schedule.end_date ?? null, adjusted_start_date: null } : null,
        refund_details: options.request_refund_details && hasPayer ? payer : null,
        bacs: options.bacs ?? null,
        iban: options.iban ?? null,
        refund_ids: refunds.length > 0 ? refunds.map(({ id }) => id) : null,
        amount_refunded: refunds.length > 0 ? { currency, value: refunded } : null,
        wallet_id: payment.walletId,
        scheme: options.scheme ?? null,
        adjusted_scheme: null,
        consent_id: payment.consentId,
        transaction_id: null,
        end_to_end_id: `sptch${payment.id.replaceAll('-', '').slice(-17)}`,
        error: errorOf(payment),
      };
    },
  };
}

export type Payments = ReturnType<typeof createPayments>;

const codeOf = (status: string) => status.replace('PAYMENT_STATUS_', 'PAYMENT_');

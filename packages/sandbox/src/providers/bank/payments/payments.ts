import type { Clock } from '../../../shared/clock.ts';
import type { SandboxContext } from '../../../shared/context.ts';
import type { Random } from '../../../shared/random.ts';
import type { UserDirectory } from '../data/users.ts';
import type { Call, Endpoints, Of } from '../endpoint.ts';
import { bankError, refuse } from '../errors.ts';
import { uuid } from '../ids.ts';
import { refuseMissing, withNulls } from '../request.ts';
import type { Webhooks } from '../webhooks/webhooks.ts';

export interface Numbers {
  readonly iban?: string;
  readonly bacs?: { readonly account?: string; readonly sort_code?: string };
}

/** An account that payments are made to. */
export interface Recipient extends Numbers {
  readonly id: string;
  readonly name: string;
  readonly address?: object;
}

/** An amount in units of a currency. */
export interface PaymentAmount {
  readonly currency: string;
  readonly value: number;
}

interface PaymentRequest {
  readonly recipient_id: string;
  readonly user_id?: string;
  readonly reference: string;
  readonly amount: PaymentAmount;
  readonly schedule?: {
    readonly interval: 'WEEKLY' | 'MONTHLY';
    readonly interval_execution_day: number;
    readonly start_date: string;
    readonly end_date?: string;
  };
  readonly options?: Numbers & { readonly request_refund_details?: boolean; readonly scheme?: string };
}

/** A payment or a standing order. */
export interface Payment {
  readonly id: string;
  /** Unix milliseconds, different for each payment. */
  readonly createdAt: number;
  readonly recipient: Recipient;
  readonly request: PaymentRequest;
  readonly adjustedReference: string | null;
  readonly consentId: string | null;
  readonly refunds: { readonly id: string; readonly value: number }[];
  status: string;
  updatedAt: number;
  walletId: string | null;
}

interface ReverseRequest {
  readonly payment_id: string;
  readonly idempotency_key: string;
  readonly reference: string;
  readonly amount?: PaymentAmount;
}

interface Page {
  readonly count: number;
  readonly cursor?: string;
}

const failures: Readonly<Record<string, string>> = {
  PAYMENT_STATUS_INSUFFICIENT_FUNDS: 'the payer has insufficient funds',
  PAYMENT_STATUS_FAILED: 'the payment could not be initiated',
  PAYMENT_STATUS_REJECTED: 'the bank rejected the payment',
};

/** Refuses amounts that are below `least` or have more than two decimals. */
export function checkAmount({ value }: PaymentAmount, least = 1, name = 'amount'): void {
  if (value < least) refuse('INVALID_FIELD', `${name}.value must be at least ${least}`);
  if (Math.abs(value * 100 - Math.round(value * 100)) > 1e-6)
    refuse('INVALID_FIELD', `${name}.value must have at most two decimal places`);
}

/** Refuses references that banks do not pass on. */
export function checkReference(reference: string, least = 1): void {
  if (!/^[A-Za-z0-9 ]*$/.test(reference) || reference.length < least) refuse('PAYMENT_INVALID_REFERENCE');
}

/** Refuses numbers that no account can have. */
export function checkNumbers({ iban, bacs }: Numbers, place = ''): void {
  if (iban !== undefined && !/^[A-Z]{2}\d\d[A-Z0-9]{11,30}$/.test(iban))
    refuse('INVALID_FIELD', `${place}iban must be an IBAN`);
  if (bacs && (!/^\d{1,10}$/.test(bacs.account ?? '') || !/^\d{6}$/.test(bacs.sort_code ?? '')))
    refuse('INVALID_FIELD', `${place}bacs must have an account number and a sort code of 6 digits`);
}

function checkRequest({ amount, reference, schedule, options = {} }: PaymentRequest, recipient: Recipient): void {
  checkAmount(amount);
  checkReference(reference);
  checkNumbers(options, 'options.');
  // A UK IBAN contains the sort code and the account number.
  const isInUk = recipient.bacs !== undefined || recipient.iban?.startsWith('GB');
  if (amount.currency === 'GBP' && !isInUk) refuse('PAYMENT_INVALID_RECIPIENT');
  if (schedule) {
    const { interval, interval_execution_day: day, start_date, end_date = start_date } = schedule;
    const isDay = interval === 'WEEKLY' ? day >= 1 && day <= 7 : day >= -5 && day <= 28 && day !== 0;
    if (!isDay || end_date < start_date || amount.currency !== 'GBP') refuse('PAYMENT_INVALID_SCHEDULE');
  }
  if (options.scheme?.startsWith('SEPA') && amount.currency !== 'EUR') refuse('PAYMENT_SCHEME_NOT_SUPPORTED');
}

const presentRecipient = ({ id, name, address, ...numbers }: Recipient) => {
  return { recipient_id: id, name, address: address ?? null, ...presentNumbers(numbers) };
};

export const presentNumbers = ({ iban, bacs }: Numbers) => ({ iban: iban ?? null, bacs: bacs ?? null });

/** Recipients and payments in Europe. */
export class Payments {
  private readonly clock: Clock;
  private readonly users: UserDirectory;
  private readonly webhooks: Webhooks;
  private readonly draw: Random;
  private readonly recipientIds: Random;
  private readonly recipients: Recipient[] = [];
  private readonly payments: Payment[] = [];
  private readonly reversed: Map<string, { readonly body: string; readonly refund_id: string }>;
  readonly endpoints: Endpoints;

  constructor({ clock, random }: SandboxContext, users: UserDirectory, webhooks: Webhooks) {
    this.clock = clock;
    this.users = users;
    this.webhooks = webhooks;
    this.draw = random('payments');
    this.recipientIds = random('payment-recipients');
    this.reversed = new Map<string, { readonly body: string; readonly refund_id: string }>();
    this.endpoints = this.makeEndpoints();
  }

  /** Returns the recipient with an ID. Refuses unknown IDs. */
  findRecipient(id: string) {
    return this.recipients.find((each) => each.id === id) ?? refuse('PAYMENT_INVALID_RECIPIENT');
  }

  find(id: string): Payment {
    return (
      this.payments.find((each) => each.id === id) ?? refuse('INVALID_FIELD', 'payment_id must be the ID of a payment')
    );
  }

  /** Creates a recipient, or returns the existing one with the same details. */
  private createRecipient({ name, iban, bacs, address }: Omit<Recipient, 'id'>): Recipient {
    if (iban === undefined && bacs === undefined) refuseMissing('iban');
    const details = { name, ...(iban !== undefined && { iban }), ...(bacs && { bacs }), ...(address && { address }) };
    checkNumbers(details);
    const earlier = this.recipients.find(({ id, ...each }) => JSON.stringify(each) === JSON.stringify(details));
    if (earlier) return earlier;
    const made = { ...details, id: `recipient-id-sandbox-${uuid(this.recipientIds)}` };
    this.recipients.push(made);
    return made;
  }

  /** Returns a reference that no other payment has, or null if no other payment has `reference`. */
  private adjust(reference: string): string | null {
    const used = new Set(this.payments.map((payment) => payment.adjustedReference ?? payment.request.reference));
    if (!used.has(reference)) return null;
    for (let count = 2; ; count += 1) {
      const tail = String(count);
      const adjusted = `${reference.slice(0, 18 - tail.length)}${tail}`;
      if (!used.has(adjusted)) return adjusted;
    }
  }

  private errorOf({ status }: Payment) {
    return failures[status] === undefined
      ? null
      : {
          ...bankError('INTERNAL_SERVER_ERROR', failures[status]),
          error_type: 'PAYMENT_ERROR',
          error_code: status.replace('PAYMENT_STATUS_', 'PAYMENT_'),
        };
  }

  /** Changes the status, and sends a webhook to `url` if there is one. */
  move(payment: Payment, status: string, url: string | undefined): void {
    const old_payment_status = payment.status;
    payment.status = status;
    payment.updatedAt = this.clock.now();
    // Only payments into a virtual account are known to have settled.
    if (status === 'PAYMENT_STATUS_SETTLED') payment.walletId ??= `wallet-id-sandbox-${uuid(this.draw)}`;
    this.webhooks.send(url, {
      webhook_type: 'PAYMENT_INITIATION',
      webhook_code: 'PAYMENT_STATUS_UPDATE',
      payment_id: payment.id,
      new_payment_status: status,
      old_payment_status,
      original_reference: payment.request.reference,
      adjusted_reference: payment.adjustedReference,
      original_start_date: payment.request.schedule?.start_date ?? null,
      adjusted_start_date: null,
      timestamp: new Date(this.clock.now()).toISOString(),
      error: this.errorOf(payment),
    });
  }

  create(request: PaymentRequest, recipient: Recipient, consentId: string | null = null): Payment {
    checkRequest(request, recipient);
    const now = this.clock.now();
    const payment: Payment = {
      id: `payment-id-sandbox-${uuid(this.draw)}`,
      createdAt: Math.max(now, (this.payments.at(-1)?.createdAt ?? 0) + 1),
      recipient,
      request,
      adjustedReference: this.adjust(request.reference),
      consentId,
      refunds: [],
      status: 'PAYMENT_STATUS_INPUT_NEEDED',
      updatedAt: now,
      walletId: null,
    };
    this.payments.push(payment);
    return payment;
  }

  /** Refunds a settled payment, once per idempotency key. */
  private reverse({ payment_id, reference, amount, idempotency_key }: ReverseRequest): string {
    const payment = this.find(payment_id);
    const body = JSON.stringify([payment_id, reference, amount]);
    const earlier = this.reversed.get(idempotency_key);
    if (earlier) return earlier.body === body ? earlier.refund_id : refuse('NONIDENTICAL_REQUEST');
    checkReference(reference, 6);
    if (payment.status !== 'PAYMENT_STATUS_SETTLED')
      refuse('INVALID_FIELD', 'the payment of payment_id must have settled');
    const { currency, value } = payment.request.amount;
    const left = value - refundedOf(payment);
    const wanted = amount ?? { currency, value: left };
    checkAmount(wanted, 0.01);
    if (wanted.currency !== currency) refuse('INVALID_FIELD', "amount.currency must be the payment's currency");
    if (wanted.value > left + 1e-6) refuse('TRANSACTION_AMOUNT_EXCEEDED');
    const refund_id = `wallet-transaction-id-sandbox-${uuid(this.draw)}`;
    payment.refunds.push({ id: refund_id, value: wanted.value });
    this.reversed.set(idempotency_key, { body, refund_id });
    return refund_id;
  }

  private present(payment: Payment) {
    const { request, recipient, refunds, status } = payment;
    const { schedule, options = {}, amount } = request;
    const isAuthorized = status !== 'PAYMENT_STATUS_INPUT_NEEDED';
    const payer = { name: 'Ann Bee', iban: null, bacs: { account: '31926819', sort_code: '601613' } };
    return withNulls('PaymentInitiationPayment', {
      payment_id: payment.id,
      amount,
      status,
      recipient_id: recipient.id,
      reference: request.reference,
      adjusted_reference: payment.adjustedReference,
      last_status_update: new Date(payment.updatedAt).toISOString(),
      schedule: schedule ? { end_date: null, ...schedule, adjusted_start_date: null } : null,
      refund_details: options.request_refund_details && isAuthorized ? payer : null,
      bacs: options.bacs,
      iban: options.iban,
      scheme: options.scheme,
      refund_ids: refunds.length > 0 ? refunds.map(({ id }) => id) : null,
      ...(refunds.length > 0 && { amount_refunded: { currency: amount.currency, value: refundedOf(payment) } }),
      wallet_id: payment.walletId,
      consent_id: payment.consentId,
      end_to_end_id: `sptch${payment.id.replaceAll('-', '').slice(-17)}`,
      error: this.errorOf(payment),
    });
  }

  private makeEndpoints(): Endpoints {
    return {
      'POST /payment_initiation/recipient/create': ({ body }: Call<Omit<Recipient, 'id'>>) => ({
        recipient_id: this.createRecipient(body).id,
      }),
      'POST /payment_initiation/recipient/get': ({ body: { recipient_id } }: Call<Of<'recipient_id'>>) =>
        presentRecipient(this.findRecipient(recipient_id)),
      'POST /payment_initiation/recipient/list': ({ body: { count, cursor } }: Call<Page>) => {
        const all = [...this.recipients].reverse();
        const start = cursor === undefined ? 0 : all.findIndex(({ id }) => id === cursor);
        if (start < 0) refuse('INVALID_FIELD', 'cursor must be the next_cursor of an earlier response');
        return {
          recipients: all.slice(start, start + count).map(presentRecipient),
          next_cursor: all[start + count]?.id,
        };
      },
      'POST /payment_initiation/payment/create': ({ body }: Call<PaymentRequest>) => {
        if (body.user_id !== undefined) this.users.byId(body.user_id);
        const { id, status } = this.create(body, this.findRecipient(body.recipient_id));
        return { payment_id: id, status };
      },
      'POST /payment_initiation/payment/get': ({ body: { payment_id } }: Call<Of<'payment_id'>>) =>
        this.present(this.find(payment_id)),
      'POST /payment_initiation/payment/list': ({
        body: { count, cursor, consent_id },
      }: Call<Page & Partial<Of<'consent_id'>>>) => {
        const before = cursor === undefined ? Number.POSITIVE_INFINITY : Date.parse(cursor);
        const all = this.payments
          .filter(({ createdAt, consentId }) => createdAt < before && (consent_id ?? consentId) === consentId)
          .reverse();
        const last = all.length > count ? all[count - 1] : undefined;
        return {
          payments: all.slice(0, count).map((payment) => this.present(payment)),
          next_cursor: last ? new Date(last.createdAt).toISOString() : null,
        };
      },
      'POST /payment_initiation/payment/reverse': ({ body }: Call<ReverseRequest>) => ({
        refund_id: this.reverse(body),
        status: 'INITIATED',
      }),
      'POST /sandbox/payment/simulate': ({
        body: { payment_id, webhook, status },
      }: Call<Of<'payment_id' | 'webhook' | 'status'>>) => {
        const payment = this.find(payment_id);
        const old_status = payment.status;
        this.move(payment, status, webhook);
        return { old_status, new_status: status };
      },
    };
  }

  /** Authorizes a payment, as the user does in Link. Changes are reported to `webhook`. */
  authorize(payment: Payment, webhook: string | undefined): void {
    this.move(payment, 'PAYMENT_STATUS_AUTHORISING', webhook);
    this.move(payment, payment.request.schedule ? 'PAYMENT_STATUS_ESTABLISHED' : 'PAYMENT_STATUS_INITIATED', webhook);
  }
}

const refundedOf = ({ refunds }: Payment) => Math.round(refunds.reduce((sum, { value }) => sum + value, 0) * 100) / 100;

import type { SandboxContext } from '../../../context.ts';
import { uuid } from '../ids.ts';
import { refuse } from '../refusal.ts';
import { refuseMissing } from '../request.ts';
import type { Webhooks } from '../webhooks.ts';
import { checkAmount, checkReference, type Payment, type PaymentAmount, type Payments } from './payments.ts';
import { type Bacs, checkNumbers, type Recipient } from './recipients.ts';

type ConsentStatus = 'UNAUTHORISED' | 'AUTHORISED' | 'REVOKED' | 'REJECTED' | 'EXPIRED';

/** Limits of the payments with a consent. */
export interface Constraints {
  readonly valid_date_time?: { readonly from?: string; readonly to?: string };
  readonly max_payment_amount: PaymentAmount;
  readonly periodic_amounts: readonly {
    readonly amount: PaymentAmount;
    readonly interval: 'DAY' | 'WEEK' | 'MONTH' | 'YEAR';
    readonly alignment: 'CALENDAR' | 'CONSENT';
  }[];
}

/** What a consent is created with. */
export interface ConsentRequest {
  readonly recipient_id: string;
  readonly reference: string;
  readonly type?: 'SWEEPING' | 'COMMERCIAL';
  readonly scopes?: readonly string[];
  readonly constraints: Constraints;
  readonly payer_details?: {
    readonly name: string;
    readonly numbers: { readonly iban?: string; readonly bacs?: Bacs };
  };
}

/** What a user has agreed to. */
export interface Consent {
  readonly id: string;
  readonly createdAt: number;
  readonly recipient: Recipient;
  readonly request: ConsentRequest;
  /** Payments so far, by their keys. */
  readonly payments: Map<string, { readonly body: string; readonly payment: Payment }>;
  status: ConsentStatus;
  webhook: string | undefined;
}

/** A payment with a consent. */
export interface ExecuteRequest {
  readonly consent_id: string;
  readonly amount: PaymentAmount;
  readonly idempotency_key: string;
  readonly reference?: string;
  readonly processing_mode?: 'ASYNC' | 'IMMEDIATE';
}

const day = 86_400_000;

/** When the period of a limit began, at a time. */
function periodStart(
  { interval, alignment }: Constraints['periodic_amounts'][number],
  since: number,
  at: number,
): number {
  const lengths = { DAY: day, WEEK: 7 * day, MONTH: 30 * day, YEAR: 365 * day };
  if (alignment === 'CONSENT') return at - ((at - since) % lengths[interval]);
  const now = new Date(at);
  const [year, month, date] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()];
  if (interval === 'YEAR') return Date.UTC(year, 0);
  if (interval === 'MONTH') return Date.UTC(year, month);
  return Date.UTC(year, month, interval === 'DAY' ? date : date - ((now.getUTCDay() + 6) % 7));
}

/** Every consent. */
export function createConsents({ clock, random }: SandboxContext, payments: Payments, webhooks: Webhooks) {
  const draw = random('payment-consents');
  const consents = new Map<string, Consent>();

  function move(consent: Consent, status: ConsentStatus): void {
    const old_status = consent.status;
    consent.status = status;
    if (consent.webhook === undefined) return;
    webhooks.send(consent.webhook, {
      webhook_type: 'PAYMENT_INITIATION',
      webhook_code: 'CONSENT_STATUS_UPDATE',
      consent_id: consent.id,
      old_status,
      new_status: status,
      timestamp: new Date(clock.now()).toISOString(),
      error: null,
      environment: 'sandbox',
    });
  }

  function checkLimits({ request, payments: earlier, createdAt }: Consent, { value, currency }: PaymentAmount): void {
    const { max_payment_amount: most, periodic_amounts, valid_date_time: valid = {} } = request.constraints;
    const now = clock.now();
    if (valid.from !== undefined && now < Date.parse(valid.from))
      refuse('INVALID_FIELD', 'consent_id must be that of a consent that is valid already');
    if (currency !== most.currency) refuse('INVALID_FIELD', 'amount.currency must be that of the consent');
    if (value > most.value) refuse('INVALID_FIELD', 'amount.value must be at most max_payment_amount of the consent');
    for (const limit of periodic_amounts) {
      const start = periodStart(limit, createdAt, now);
      const paid = [...earlier.values()]
        .filter(({ payment }) => payment.createdAt >= start)
        .reduce((sum, { payment }) => sum + payment.request.amount.value, 0);
      if (paid + value > limit.amount.value)
        refuse('INVALID_FIELD', `amount.value exceeds what is left of the consent in this ${limit.interval}`);
    }
  }

  return {
    create(request: ConsentRequest, recipient: Recipient): Consent {
      const { constraints, type, scopes, payer_details: payer, reference } = request;
      if (type === undefined && scopes === undefined) refuseMissing('type');
      checkReference(reference);
      checkAmount(constraints.max_payment_amount, 1, 'constraints.max_payment_amount');
      const amounts = [constraints.max_payment_amount, ...constraints.periodic_amounts.map(({ amount }) => amount)];
      if (amounts.some(({ currency }) => currency !== 'GBP')) refuse('PAYMENT_CONSENT_INVALID_CONSTRAINTS');
      if (!recipient.bacs) refuse('PAYMENT_INVALID_RECIPIENT');
      if (payer) checkNumbers(payer.numbers, 'payer_details.numbers.');
      const consent: Consent = {
        id: `consent-id-sandbox-${uuid(draw)}`,
        createdAt: clock.now(),
        recipient,
        request,
        payments: new Map(),
        status: 'UNAUTHORISED',
        webhook: undefined,
      };
      consents.set(consent.id, consent);
      const { to } = constraints.valid_date_time ?? {};
      if (to !== undefined)
        clock.schedule(Math.max(0, Date.parse(to) - clock.now()), () => {
          if (consent.status === 'UNAUTHORISED' || consent.status === 'AUTHORISED') move(consent, 'EXPIRED');
        });
      return consent;
    },
    find: (id: string): Consent =>
      consents.get(id) ?? refuse('INVALID_FIELD', 'consent_id must be that of a payment consent'),
    /** The user authorizes it in Link; changes are reported to `webhook`. */
    authorize(consent: Consent, webhook: string | undefined): void {
      consent.webhook = webhook;
      if (consent.status === 'UNAUTHORISED') move(consent, 'AUTHORISED');
    },
    revoke(consent: Consent): void {
      if (consent.status !== 'UNAUTHORISED' && consent.status !== 'AUTHORISED')
        refuse('INVALID_FIELD', 'consent_id must be that of a consent that is not over');
      move(consent, 'REVOKED');
    },
    /** Pays, once for each key. */
    execute(consent: Consent, request: ExecuteRequest): Payment {
      const { amount, idempotency_key, reference = consent.request.reference } = request;
      const body = JSON.stringify([amount, reference]);
      const earlier = consent.payments.get(idempotency_key);
      if (earlier) return earlier.body === body ? earlier.payment : refuse('NONIDENTICAL_REQUEST');
      if (consent.status !== 'AUTHORISED')
        refuse('INVALID_FIELD', 'consent_id must be that of a consent that the user has authorised');
      checkAmount(amount);
      checkLimits(consent, amount);
      const { recipient } = consent;
      const payment = payments.create({ recipient_id: recipient.id, reference, amount }, recipient, consent.id);
      payment.webhook = consent.webhook;
      consent.payments.set(idempotency_key, { body, payment });
      if (request.processing_mode === 'ASYNC') {
        payments.move(payment, 'PAYMENT_STATUS_PROCESSING', consent.webhook);
        clock.schedule(1000, () => payments.move(payment, 'PAYMENT_STATUS_INITIATED', consent.webhook));
      } else payments.move(payment, 'PAYMENT_STATUS_INITIATED', consent.webhook);
      return payment;
    },
    /** The API's shape of a consent. */
    present({ id, status, createdAt, recipient, request }: Consent) {
      const { reference, constraints, scopes, type, payer_details: payer } = request;
      return {
        consent_id: id,
        status,
        created_at: new Date(createdAt).toISOString(),
        recipient_id: recipient.id,
        reference,
        constraints,
        ...(scopes && { scopes }),
        ...(type && { type }),
        payer_details: payer
          ? { name: payer.name, iban: payer.numbers.iban ?? null, bacs: payer.numbers.bacs ?? null }
          : null,
      };
    },
  };
}

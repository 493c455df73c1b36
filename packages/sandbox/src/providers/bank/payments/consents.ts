import type { Clock } from '../../../shared/clock.ts';
import type { SandboxContext } from '../../../shared/context.ts';
import type { Random } from '../../../shared/random.ts';
import { addMonths, dayOf } from '../data/days.ts';
import type { UserDirectory } from '../data/users.ts';
import type { Call, Endpoints, Of } from '../endpoint.ts';
import { refuse } from '../errors.ts';
import { uuid } from '../ids.ts';
import { refuseMissing } from '../request.ts';
import type { Webhooks } from '../webhooks/webhooks.ts';
import {
  checkAmount,
  checkNumbers,
  checkReference,
  type Numbers,
  type Payment,
  type PaymentAmount,
  type Payments,
  presentNumbers,
  type Recipient,
} from './payments.ts';

type ConsentStatus = 'UNAUTHORISED' | 'AUTHORISED' | 'REVOKED' | 'REJECTED' | 'EXPIRED';

/** Limits of the payments under a consent. */
interface Constraints {
  readonly valid_date_time?: { readonly from?: string; readonly to?: string };
  readonly max_payment_amount: PaymentAmount;
  readonly periodic_amounts: readonly {
    readonly amount: PaymentAmount;
    readonly interval: 'DAY' | 'WEEK' | 'MONTH' | 'YEAR';
    readonly alignment: 'CALENDAR' | 'CONSENT';
  }[];
}

interface ConsentRequest {
  readonly recipient_id: string;
  readonly user_id?: string;
  readonly reference: string;
  readonly type?: 'SWEEPING' | 'COMMERCIAL';
  readonly scopes?: readonly string[];
  readonly constraints: Constraints;
  readonly payer_details?: { readonly name: string; readonly numbers: Numbers };
}

/** A user's consent to payments. */
export interface Consent {
  readonly id: string;
  readonly createdAt: number;
  readonly recipient: Recipient;
  readonly request: ConsentRequest;
  /** Payments so far, by idempotency key. */
  readonly payments: Map<string, { readonly body: string; readonly payment: Payment }>;
  status: ConsentStatus;
  webhook: string | undefined;
}

interface ExecuteRequest {
  readonly consent_id: string;
  readonly amount: PaymentAmount;
  readonly idempotency_key: string;
  readonly reference?: string;
  readonly processing_mode?: 'ASYNC' | 'IMMEDIATE';
}

const day = 86_400_000;

/** Returns when a limit's current period began, as of a time. */
function periodStart(
  { interval, alignment }: Constraints['periodic_amounts'][number],
  since: number,
  at: number,
): number {
  const today = dayOf(at);
  // January 1, 1970 began a month and a year, and January 5 a week.
  const first = alignment === 'CONSENT' ? dayOf(since) : interval === 'WEEK' ? 4 : 0;
  if (interval === 'DAY') return today * day;
  if (interval === 'WEEK') return (today - ((today - first) % 7)) * day;
  const step = interval === 'MONTH' ? 1 : 12;
  let months = 0;
  while (addMonths(first, months + step) <= today) months += step;
  return addMonths(first, months) * day;
}

/** Consents to payments, which users then need not authorize one by one. */
export class Consents {
  private readonly clock: Clock;
  private readonly payments: Payments;
  private readonly users: UserDirectory;
  private readonly webhooks: Webhooks;
  private readonly draw: Random;
  private readonly consents = new Map<string, Consent>();
  readonly endpoints: Endpoints;

  constructor(
    { clock, random }: SandboxContext,
    {
      payments,
      users,
      webhooks,
    }: { readonly payments: Payments; readonly users: UserDirectory; readonly webhooks: Webhooks },
  ) {
    this.clock = clock;
    this.payments = payments;
    this.users = users;
    this.webhooks = webhooks;
    this.draw = random('payment-consents');
    this.endpoints = this.makeEndpoints();
  }

  find(id: string): Consent {
    return this.consents.get(id) ?? refuse('INVALID_FIELD', 'consent_id must be the ID of a payment consent');
  }

  private move(consent: Consent, status: ConsentStatus): void {
    const old_status = consent.status;
    consent.status = status;
    this.webhooks.send(consent.webhook, {
      webhook_type: 'PAYMENT_INITIATION',
      webhook_code: 'CONSENT_STATUS_UPDATE',
      consent_id: consent.id,
      old_status,
      new_status: status,
      timestamp: new Date(this.clock.now()).toISOString(),
      error: null,
    });
  }

  private isOpen({ status }: Consent) {
    return status === 'UNAUTHORISED' || status === 'AUTHORISED';
  }

  private create(request: ConsentRequest): Consent {
    const recipient = this.payments.findRecipient(request.recipient_id);
    const { constraints, type, scopes, payer_details: payer, reference } = request;
    if (type === undefined && scopes === undefined) refuseMissing('type');
    checkReference(reference);
    checkAmount(constraints.max_payment_amount, 1, 'constraints.max_payment_amount');
    const amounts = [constraints.max_payment_amount, ...constraints.periodic_amounts.map(({ amount }) => amount)];
    if (amounts.some(({ currency }) => currency !== 'GBP')) refuse('PAYMENT_CONSENT_INVALID_CONSTRAINTS');
    if (!recipient.bacs) refuse('PAYMENT_INVALID_RECIPIENT');
    if (payer) checkNumbers(payer.numbers, 'payer_details.numbers.');
    const consent: Consent = {
      id: `consent-id-sandbox-${uuid(this.draw)}`,
      createdAt: this.clock.now(),
      recipient,
      request,
      payments: new Map(),
      status: 'UNAUTHORISED',
      webhook: undefined,
    };
    this.consents.set(consent.id, consent);
    const { to } = constraints.valid_date_time ?? {};
    if (to !== undefined)
      this.clock.schedule(Math.max(0, Date.parse(to) - this.clock.now()), () => {
        if (this.isOpen(consent)) this.move(consent, 'EXPIRED');
      });
    return consent;
  }

  private checkLimits({ request, payments: earlier, createdAt }: Consent, { value, currency }: PaymentAmount): void {
    const { max_payment_amount: most, periodic_amounts, valid_date_time: valid = {} } = request.constraints;
    const now = this.clock.now();
    if (valid.from !== undefined && now < Date.parse(valid.from))
      refuse('INVALID_FIELD', 'the consent of consent_id is not valid yet');
    if (currency !== most.currency) refuse('INVALID_FIELD', "amount.currency must be the consent's currency");
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

  /** Makes a payment, once per idempotency key. */
  private execute({ consent_id, amount, idempotency_key, processing_mode, ...body }: ExecuteRequest): Payment {
    const consent = this.find(consent_id);
    const { request, recipient, webhook } = consent;
    const { reference = request.reference } = body;
    const asked = JSON.stringify([amount, reference]);
    const earlier = consent.payments.get(idempotency_key);
    if (earlier) return earlier.body === asked ? earlier.payment : refuse('NONIDENTICAL_REQUEST');
    if (consent.status !== 'AUTHORISED')
      refuse('INVALID_FIELD', 'the user must authorize the consent of consent_id first');
    checkAmount(amount);
    this.checkLimits(consent, amount);
    const payment = this.payments.create({ recipient_id: recipient.id, reference, amount }, recipient, consent.id);
    consent.payments.set(idempotency_key, { body: asked, payment });
    const initiate = () => this.payments.move(payment, 'PAYMENT_STATUS_INITIATED', webhook);
    if (processing_mode === 'ASYNC') {
      this.payments.move(payment, 'PAYMENT_STATUS_PROCESSING', webhook);
      this.clock.schedule(1000, initiate);
    } else initiate();
    return payment;
  }

  private present({ id, status, createdAt, recipient, request }: Consent) {
    const { reference, constraints, scopes, type, payer_details: payer } = request;
    return {
      consent_id: id,
      status,
      created_at: new Date(createdAt).toISOString(),
      recipient_id: recipient.id,
      reference,
      constraints,
      scopes,
      type,
      payer_details: payer ? { name: payer.name, ...presentNumbers(payer.numbers) } : null,
    };
  }

  private makeEndpoints(): Endpoints {
    return {
      'POST /payment_initiation/consent/create': ({ body }: Call<ConsentRequest>) => {
        if (body.user_id !== undefined) this.users.byId(body.user_id);
        const { id, status } = this.create(body);
        return { consent_id: id, status };
      },
      'POST /payment_initiation/consent/get': ({ body: { consent_id } }: Call<Of<'consent_id'>>) =>
        this.present(this.find(consent_id)),
      'POST /payment_initiation/consent/revoke': ({ body: { consent_id } }: Call<Of<'consent_id'>>) => {
        const consent = this.find(consent_id);
        if (!this.isOpen(consent)) refuse('INVALID_FIELD', 'the consent of consent_id has ended');
        this.move(consent, 'REVOKED');
      },
      'POST /payment_initiation/consent/payment/execute': ({ body }: Call<ExecuteRequest>) => {
        const { id, status } = this.execute(body);
        return { payment_id: id, status, error: null };
      },
    };
  }

  /** Authorizes a consent, as the user does in Link. Changes are reported to `webhook`. */
  authorize(consent: Consent, webhook: string | undefined): void {
    consent.webhook = webhook;
    if (consent.status === 'UNAUTHORISED') this.move(consent, 'AUTHORISED');
  }
}

import type { SandboxContext } from '../../../shared/context.ts';
import type { Random } from '../../../shared/random.ts';
import { addBankingDays, formatDay } from '../data/days.ts';
import type { Call, Endpoints, Of } from '../endpoint.ts';
import { refuse } from '../errors.ts';
import { uuid } from '../ids.ts';
import { withNulls } from '../request.ts';
import { type Authorization, isExpired, presentUser } from './authorizations.ts';
import type { TransferEvents } from './events.ts';
import type { Ledgers } from './ledgers.ts';
import {
  between,
  centsOf,
  type FailureReason,
  fits,
  formatCents,
  formatTime,
  isUndone,
  type PageRequest,
  pageOf,
  reasonOf,
} from './money.ts';
import type { TestClocks } from './test-clocks.ts';
import {
  bankDayOf,
  followers,
  networkAt,
  presentRefund,
  type Refund,
  type RefundStatus,
  refundFollowers,
  type Simulation,
  settlementDay,
  type Transfer,
  type TransferRequest,
  type TransferStatus,
  traceOf,
} from './transfer-states.ts';

/** Banking days until money debited from a user is available. */
export const holdDays = 5;
const refundableMs = 180 * 86_400_000;

/** Transfers and their refunds. `authorizationOf` finds authorizations by ID. */
export class Transfers {
  private readonly fundingAccountId: string;
  private readonly authorizationOf: (id: string) => Authorization;
  private readonly ledgers: Ledgers;
  private readonly events: TransferEvents;
  private readonly testClocks: TestClocks;
  private readonly draw: Random;
  private readonly transfers: Transfer[] = [];
  private readonly refunds = new Map<string, Refund>();
  private readonly refundByKey = new Map<string, Refund>();
  readonly endpoints: Endpoints;
  readonly all: readonly Transfer[];

  constructor(
    { random }: SandboxContext,
    fundingAccountId: string,
    parts: { ledgers: Ledgers; events: TransferEvents; testClocks: TestClocks },
    authorizationOf: (id: string) => Authorization,
  ) {
    this.fundingAccountId = fundingAccountId;
    this.authorizationOf = authorizationOf;
    const { ledgers, events, testClocks } = parts;
    this.ledgers = ledgers;
    this.events = events;
    this.testClocks = testClocks;
    this.draw = random('transfers');
    this.endpoints = this.makeEndpoints();
    this.all = this.transfers;
  }

  private find(id: string): Transfer {
    return (
      this.transfers.find((each) => each.id === id) ??
      refuse('INVALID_FIELD', 'transfer_id must be the ID of a transfer')
    );
  }

  private findRefund(id: string) {
    return this.refunds.get(id) ?? refuse('INVALID_FIELD', 'refund_id must be the ID of a refund');
  }

  note(transfer: Transfer, type: string, at: number, extra: object = {}): void {
    const { id, authorization, ledger, failure } = transfer;
    this.events.add(type, at, {
      transfer_id: id,
      account_id: authorization.account.account_id,
      funding_account_id: this.fundingAccountId,
      ledger_id: ledger?.id,
      transfer_type: authorization.wish.type,
      transfer_amount: formatCents(transfer.cents),
      failure_reason: failure,
      originator_client_id: authorization.wish.originator_client_id,
      ...extra,
    });
  }

  /** Records a status change in the ledger. */
  private book({ id, authorization, ledger, cents, status }: Transfer, next: TransferStatus, at: number): void {
    if (!ledger) return;
    const source = { transfer_id: id };
    if (authorization.wish.type === 'credit') {
      const cause = { at, source, description: `Credit ${next}` };
      if (next === 'pending') this.ledgers.change(ledger, 'available', -cents, cause);
      if (isUndone(next)) this.ledgers.change(ledger, 'available', cents, cause);
      return;
    }
    const cause = { at, source, description: `Debit ${next}` };
    if (next === 'posted') this.ledgers.change(ledger, 'pending', cents, cause);
    if (next === 'funds_available') this.ledgers.release(ledger, cents, at, source);
    if (next === 'returned' && status === 'posted') this.ledgers.change(ledger, 'pending', -cents, cause);
  }

  private move(transfer: Transfer, next: TransferStatus, at: number, failure: FailureReason | null = null): void {
    this.book(transfer, next, at);
    transfer.status = next;
    transfer.failure = failure;
    if (next === 'settled') transfer.settledAt = at;
    if (isUndone(next) && transfer.sweepStatus === 'unswept') transfer.sweepStatus = null;
    this.note(transfer, next, at);
  }

  create(
    authorization: Authorization,
    request: TransferRequest,
    at: number,
    recurringId: string | null = null,
  ): Transfer {
    const earlier = this.transfers.find((each) => each.authorization === authorization);
    if (earlier) return earlier;
    if (authorization.decision !== 'approved' || authorization.state === 'cancelled')
      refuse('INVALID_FIELD', 'authorization_id must be the ID of an approved authorization');
    if (isExpired(authorization, at))
      refuse('INVALID_FIELD', 'the authorization of authorization_id is more than an hour old');
    const { wish } = authorization;
    const cents = request.amount === undefined ? authorization.cents : centsOf(request.amount);
    if (cents > authorization.cents) refuse('INVALID_FIELD', 'amount must be at most the authorized amount');
    if (wish.network.endsWith('ach') && request.description.length > 10)
      refuse('INVALID_FIELD', 'description must be no longer than 10 characters on ACH networks');
    if (request.facilitator_fee !== undefined && centsOf(request.facilitator_fee, 'facilitator_fee') > cents)
      refuse('INVALID_FIELD', 'facilitator_fee must be at most the amount');
    const isDirect = wish.funding_account_id !== undefined;
    const transfer: Transfer = {
      id: uuid(this.draw),
      createdAt: at,
      authorization,
      request,
      cents,
      network: networkAt(wish.network, at),
      ledger: isDirect ? undefined : this.ledgers.find(wish.ledger_id),
      recurringId,
      refunds: [],
      recovered: new Map(),
      status: 'pending',
      sweepStatus: isDirect ? 'unswept' : null,
      sweepIds: [],
      failure: null,
      settledAt: undefined,
    };
    authorization.state = 'used';
    this.transfers.push(transfer);
    this.move(transfer, 'pending', at);
    return transfer;
  }

  cancel(transfer: Transfer, at: number): void {
    if (transfer.status !== 'pending') refuse('TRANSFER_NOT_CANCELLABLE');
    this.move(transfer, 'cancelled', at);
  }

  /** Simulates the next status. Only debits are held before they are available. */
  simulate(transfer: Transfer, next: string, at: number, given?: FailureReason): void {
    const isHeld = transfer.authorization.wish.type === 'debit' || next !== 'funds_available';
    const reason = reasonOf(next, isHeld ? followers[transfer.status] : [], given);
    this.move(transfer, next as TransferStatus, at, reason);
  }

  private moveRefund(refund: Refund, next: RefundStatus, at: number, failure: FailureReason | null = null): void {
    const { id, cents, transfer } = refund;
    if (transfer.ledger && (next === 'pending' || isUndone(next))) {
      const cause = { at, source: { refund_id: id }, description: `Refund ${next}` };
      this.ledgers.change(transfer.ledger, 'available', isUndone(next) ? cents : -cents, cause);
    }
    refund.status = next;
    refund.failure = failure;
    this.note(transfer, `refund.${next}`, at, { refund_id: id, failure_reason: failure });
  }

  /** Refunds a debit, once per idempotency key. */
  private refundDebit(transfer: Transfer, amount: string, key: string, createdAt: number): Refund {
    const earlier = this.refundByKey.get(key);
    if (earlier) return earlier;
    const cents = centsOf(amount);
    const { authorization, ledger } = transfer;
    if (authorization.wish.type !== 'debit') refuse('INVALID_FIELD', 'transfer_id must be the ID of a debit');
    if (createdAt > transfer.createdAt + refundableMs)
      refuse('INVALID_FIELD', 'transfer_id must be the ID of a transfer of the last 180 days');
    const paid = transfer.refunds
      .filter(({ status }) => !isUndone(status))
      .reduce((sum, refund) => sum + refund.cents, 0);
    if (paid + cents > transfer.cents) refuse('INVALID_FIELD', 'amount must be at most what is left of the transfer');
    if (ledger && ledger.available < cents)
      refuse('INVALID_FIELD', 'amount must be at most the available balance of the ledger');
    const refund: Refund = { id: uuid(this.draw), createdAt, transfer, cents, status: 'pending', failure: null };
    this.refunds.set(refund.id, refund);
    this.refundByKey.set(key, refund);
    transfer.refunds.push(refund);
    this.moveRefund(refund, 'pending', createdAt);
    return refund;
  }

  /** Deducts what the client recovered of a returned transfer, once per idempotency key. */
  private recover(transfer: Transfer, amount: string, key: string, at: number): void {
    const { id, recovered, ledger, status } = transfer;
    if (recovered.has(key)) return;
    if (status !== 'returned') refuse('INVALID_FIELD', 'transfer_id must be the ID of a returned transfer');
    const cents = centsOf(amount);
    const before = [...recovered.values()].reduce((sum, each) => sum + each, 0);
    if (before + cents > transfer.cents) refuse('INVALID_FIELD', 'amount must be at most what is left of the transfer');
    recovered.set(key, cents);
    if (ledger)
      this.ledgers.change(ledger, 'available', -cents, {
        at,
        source: { transfer_id: id },
        description: 'Return recovered',
      });
    this.note(transfer, 'client_return_recovered', at, { event_amount: formatCents(-cents) });
  }

  private present(transfer: Transfer) {
    const { authorization, request, status, createdAt, settledAt, ledger, network } = transfer;
    const { wish, account } = authorization;
    const settles = settledAt === undefined ? settlementDay(network, createdAt) : bankDayOf(settledAt);
    const later = (count: number) => (isUndone(status) ? null : formatDay(addBankingDays(settles, count)));
    return withNulls('Transfer', {
      id: transfer.id,
      authorization_id: authorization.id,
      ach_class: wish.ach_class,
      account_id: account.account_id,
      funding_account_id: this.fundingAccountId,
      ledger_id: ledger?.id,
      type: wish.type,
      user: presentUser(wish.user),
      amount: formatCents(transfer.cents),
      description: request.description,
      created: formatTime(createdAt),
      status,
      sweep_status: transfer.sweepStatus,
      network,
      wire_details: wish.wire_details,
      cancellable: status === 'pending',
      failure_reason: transfer.failure,
      metadata: request.metadata,
      origination_account_id: '',
      iso_currency_code: 'USD',
      standard_return_window: later(3),
      unauthorized_return_window: later(61),
      expected_settlement_date: later(0),
      expected_funds_available_date: wish.type === 'debit' ? later(holdDays) : null,
      originator_client_id: wish.originator_client_id,
      refunds: transfer.refunds.map(presentRefund),
      recurring_transfer_id: transfer.recurringId,
      facilitator_fee: request.facilitator_fee,
      network_trace_id: status === 'pending' || status === 'cancelled' ? null : traceOf(transfer.id),
    });
  }

  private makeEndpoints(): Endpoints {
    return {
      'POST /transfer/create': {
        product: 'transfer',
        anyState: true,
        answer: ({
          body,
          item,
        }: Call<TransferRequest & Of<'account_id' | 'authorization_id'> & { test_clock_id?: string }>) => {
          const authorization = this.authorizationOf(body.authorization_id);
          if (authorization.item !== item || authorization.account.account_id !== body.account_id)
            refuse('INVALID_FIELD', 'authorization_id must be the ID of an authorization of the account');
          return { transfer: this.present(this.create(authorization, body, this.testClocks.now(body.test_clock_id))) };
        },
      },
      'POST /transfer/get': ({
        body: { transfer_id, authorization_id },
      }: Call<Partial<Of<'transfer_id' | 'authorization_id'>>>) => {
        if ((transfer_id === undefined) === (authorization_id === undefined))
          refuse('INVALID_FIELD', 'transfer_id or authorization_id must be given, but not both');
        const found = this.transfers.find(({ authorization }) => authorization.id === authorization_id);
        return { transfer: this.present(found ?? this.find(transfer_id ?? '')) };
      },
      'POST /transfer/list': ({ body }: Call<PageRequest>) => {
        const wanted = this.transfers
          .filter(({ createdAt }) => between(createdAt, body.start_date, body.end_date))
          .map((transfer) => this.present(transfer))
          .filter((transfer) => fits(transfer, body, 'originator_client_id', 'funding_account_id'));
        return { transfers: pageOf(wanted.reverse(), body) };
      },
      'POST /transfer/cancel': ({ body: { transfer_id } }: Call<Of<'transfer_id'>>) =>
        this.cancel(this.find(transfer_id), this.testClocks.now()),
      'POST /sandbox/transfer/simulate': ({ body }: Call<Simulation & Of<'transfer_id'>>) => {
        const at = this.testClocks.now(body.test_clock_id);
        this.simulate(this.find(body.transfer_id), body.event_type, at, body.failure_reason);
        this.events.announce(body.webhook);
      },
      ...this.refundEndpoints(),
      ...this.repaymentEndpoints(),
    };
  }

  /** Creates the endpoints for refunds and for money that is returned. */
  private refundEndpoints(): Endpoints {
    return {
      'POST /transfer/refund/create': ({
        body: { transfer_id, amount, idempotency_key },
      }: Call<Of<'transfer_id' | 'amount' | 'idempotency_key'>>) => ({
        refund: presentRefund(this.refundDebit(this.find(transfer_id), amount, idempotency_key, this.testClocks.now())),
      }),
      'POST /transfer/return/recover': ({
        body: { transfer_id, amount, idempotency_key },
      }: Call<Of<'transfer_id' | 'amount' | 'idempotency_key'>>) =>
        this.recover(this.find(transfer_id), amount, idempotency_key, this.testClocks.now()),
      'POST /transfer/refund/get': ({ body: { refund_id } }: Call<Of<'refund_id'>>) => ({
        refund: presentRefund(this.findRefund(refund_id)),
      }),
      'POST /transfer/refund/cancel': ({ body: { refund_id } }: Call<Of<'refund_id'>>) => {
        const refund = this.findRefund(refund_id);
        if (refund.status !== 'pending') refuse('INVALID_FIELD', 'refund_id must be the ID of a pending refund');
        this.moveRefund(refund, 'cancelled', this.testClocks.now());
      },
      'POST /sandbox/transfer/refund/simulate': ({ body }: Call<Simulation & Of<'refund_id'>>) => {
        const refund = this.findRefund(body.refund_id);
        const next = body.event_type.replace('refund.', '') as RefundStatus;
        // A refund is posted only after its transfer has settled.
        const isEarly = next === 'posted' && refund.transfer.settledAt === undefined;
        const reason = reasonOf(next, isEarly ? [] : refundFollowers[refund.status], body.failure_reason);
        this.moveRefund(refund, next, this.testClocks.now(body.test_clock_id), reason);
        this.events.announce(body.webhook);
      },
    };
  }

  /** No transfer is guaranteed here, so nothing is ever repaid. */
  private repaymentEndpoints(): Endpoints {
    return {
      'POST /transfer/repayment/list': () => ({ repayments: [] }),
      'POST /transfer/repayment/return/list': () =>
        refuse('INVALID_FIELD', 'repayment_id must be the ID of a repayment'),
      'POST /sandbox/transfer/repayment/simulate': () =>
        refuse('INVALID_FIELD', 'there must be a guaranteed transfer that was returned and is not repaid'),
    };
  }

  /** Returns the cents moved in a direction since a time. */
  moved(type: Authorization['wish']['type'], since: number): number {
    return this.transfers
      .filter(({ authorization, createdAt }) => authorization.wish.type === type && createdAt >= since)
      .filter(({ status }) => status !== 'cancelled' && status !== 'failed')
      .reduce((sum, { cents }) => sum + cents, 0);
  }
}

import type { Clock } from '../../../shared/clock.ts';
import type { SandboxContext } from '../../../shared/context.ts';
import type { Random } from '../../../shared/random.ts';
import type { Institutions } from '../data/institutions.ts';
import type { Item } from '../data/item.ts';
import type { Items } from '../data/items.ts';
import { logIn } from '../data/profiles.ts';
import type { Call, Endpoints, Of } from '../endpoint.ts';
import { Refusal, refuse } from '../errors.ts';
import { uuid } from '../ids.ts';
import { refuseMissing, withNulls } from '../request.ts';
import {
  type Authorization,
  type Authorizations,
  accountOf,
  presentUser,
  rationaleOf,
  type TransferWish,
} from './authorizations.ts';
import { formatTime } from './money.ts';
import type { Transfers } from './transfers.ts';

interface IntentRequest extends Omit<TransferWish, 'type'> {
  readonly account_id?: string;
  readonly mode: 'PAYMENT' | 'DISBURSEMENT';
  readonly description: string;
  readonly metadata?: object;
}

/** A transfer that a user will confirm in Link. */
export interface Intent {
  readonly id: string;
  readonly createdAt: number;
  readonly request: IntentRequest;
  status: 'PENDING' | 'SUCCEEDED' | 'FAILED';
  authorization: Authorization | undefined;
  transferId: string | null;
  failure: object | null;
}

/** Intents and other ways into Transfer besides an authorization, and the limits on what can be moved. */
export class Intents {
  private readonly clock: Clock;
  private readonly fundingAccountId: string;
  private readonly authorizations: Authorizations;
  private readonly transfers: Transfers;
  private readonly items: Items;
  private readonly institutions: Institutions;
  private readonly draw: Random;
  private readonly intents = new Map<string, Intent>();
  readonly endpoints: Endpoints;

  constructor(
    { clock, random }: SandboxContext,
    fundingAccountId: string,
    parts: { authorizations: Authorizations; transfers: Transfers; items: Items; institutions: Institutions },
  ) {
    this.clock = clock;
    this.fundingAccountId = fundingAccountId;
    const { authorizations, transfers, items, institutions } = parts;
    this.authorizations = authorizations;
    this.transfers = transfers;
    this.items = items;
    this.institutions = institutions;
    this.draw = random('transfer-intents');
    this.endpoints = this.makeEndpoints();
  }

  find(id: string): Intent {
    return this.intents.get(id) ?? refuse('INVALID_FIELD', 'transfer_intent_id must be the ID of a transfer intent');
  }

  private create(request: IntentRequest): Intent {
    const about = { id: uuid(this.draw), createdAt: this.clock.now(), request, status: 'PENDING' as const };
    const intent: Intent = { ...about, authorization: undefined, transferId: null, failure: null };
    this.intents.set(intent.id, intent);
    return intent;
  }

  private attempt(intent: Intent, item: Item): void {
    const { account_id, mode, description, metadata, ...request } = intent.request;
    const account = account_id === undefined ? item.accounts()[0] : accountOf(item, account_id);
    if (!account) refuse('INVALID_ACCOUNT_ID');
    const wish = { ...request, type: mode === 'PAYMENT' ? ('debit' as const) : ('credit' as const) };
    const decided = this.authorizations.create(item, account, wish, this.clock.now());
    intent.authorization = decided;
    if (decided.decision !== 'approved')
      refuse('INVALID_FIELD', `the authorization of the transfer was not approved: ${decided.code}`);
    intent.transferId = this.transfers.create(
      decided,
      { description, ...(metadata && { metadata }) },
      this.clock.now(),
    ).id;
  }

  private present({ id, createdAt, request, status }: Intent) {
    return {
      id,
      created: formatTime(createdAt),
      status,
      account_id: request.account_id ?? null,
      origination_account_id: '',
      funding_account_id: request.funding_account_id ?? this.fundingAccountId,
      amount: request.amount,
      mode: request.mode,
      network: request.network,
      ach_class: request.ach_class,
      user: presentUser(request.user),
      description: request.description,
      metadata: request.metadata ?? null,
      iso_currency_code: 'USD',
      require_guarantee: null,
    };
  }

  private makeEndpoints(): Endpoints {
    return {
      'POST /transfer/intent/create': ({
        body: { network = 'same-day-ach', ...body },
      }: Call<Omit<IntentRequest, 'network'> & { network?: string }>) => {
        if (network !== 'rtp' && body.ach_class === undefined) refuseMissing('ach_class');
        return { transfer_intent: this.present(this.create({ ...body, network })) };
      },
      'POST /transfer/intent/get': ({ body: { transfer_intent_id } }: Call<Of<'transfer_intent_id'>>) => {
        const intent = this.find(transfer_intent_id);
        const { authorization, transferId, failure } = intent;
        const decided = authorization && (authorization.decision === 'approved' ? 'APPROVED' : 'DECLINED');
        return {
          transfer_intent: withNulls('TransferIntentGet', {
            ...this.present(intent),
            transfer_id: transferId,
            failure_reason: failure,
            authorization_decision: decided,
            authorization_decision_rationale: authorization && rationaleOf(authorization),
          }),
        };
      },
      ...this.overallEndpoints(),
    };
  }

  /** Creates the endpoints that are about accounts, or about all transfers. */
  private overallEndpoints(): Endpoints {
    return {
      'POST /transfer/migrate_account': ({
        body: { account_number, routing_number, account_type },
      }: Call<Of<'account_number' | 'routing_number' | 'account_type'>>) => {
        if (!/^\d{4,17}$/.test(account_number)) refuse('INVALID_ACCOUNT_NUMBER');
        if (!/^\d{9}$/.test(routing_number)) refuse('INVALID_FIELD', 'routing_number must have 9 digits');
        const institution = this.institutions.find('ins_109508') ?? refuse('INVALID_INSTITUTION');
        const profile = logIn(institution, 'user_good', 'pass_good');
        const item = this.items.create({ institution, profile, products: ['transfer'], window: {} });
        const account_id = item.allAccounts().find(({ subtype }) => subtype === account_type)?.account_id ?? '';
        item.consent.restrict({ accounts: [{ unique_id: account_id, authorized: true }], new_accounts: false });
        this.authorizations.markMigrated(item);
        return { access_token: item.accessToken, account_id };
      },
      'POST /transfer/capabilities/get': {
        product: 'transfer',
        answer: ({ body: { account_id }, item }: Call<Of<'account_id'>>) => {
          const credit = accountOf(item, account_id).type === 'depository';
          return { institution_supported_networks: { rtp: { credit }, rfp: { debit: false } } };
        },
      },
      // The real test environment also has fixed values here.
      'POST /transfer/metrics/get': () => ({
        daily_debit_transfer_volume: '1234.56',
        daily_credit_transfer_volume: '567.89',
        monthly_transfer_volume: '',
        monthly_debit_transfer_volume: '10000.00',
        monthly_credit_transfer_volume: '2345.67',
        iso_currency_code: 'USD',
        return_rates: {
          last_60d: {
            overall_return_rate: '0.0100',
            unauthorized_return_rate: '0.0010',
            administrative_return_rate: '0.0020',
          },
        },
        authorization_usage: {
          daily_credit_utilization: '0.0114',
          daily_debit_utilization: '0.0247',
          monthly_credit_utilization: '0.0047',
          monthly_debit_utilization: '0.0200',
        },
      }),
    };
  }

  /** Confirms an intent with an Item's account, as the user does in Link. */
  confirm(intent: Intent, item: Item): void {
    try {
      this.attempt(intent, item);
      intent.status = 'SUCCEEDED';
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { error_type, error_code, error_message } = error.error;
      intent.status = 'FAILED';
      intent.failure = { error_type, error_code, error_message };
    }
  }
}

import type { SandboxContext } from '../../../context.ts';
import type { Account } from '../accounts.ts';
import { Refusal, refuse } from '../errors.ts';
import { uuid } from '../ids.ts';
import type { Item } from '../items.ts';
import {
  type Authorization,
  type Authorizations,
  presentUser,
  rationaleOf,
  type TransferWish,
} from './authorizations.ts';
import { formatTime } from './money.ts';
import type { Transfers } from './transfers.ts';

/** What an intent is created with. */
export interface IntentRequest extends Omit<TransferWish, 'type' | 'network'> {
  readonly account_id?: string;
  readonly mode: 'PAYMENT' | 'DISBURSEMENT';
  readonly network: string;
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

/** Every transfer intent. */
export function createIntents(
  { clock, random }: SandboxContext,
  fundingAccountId: string,
  authorizations: Authorizations,
  transfers: Transfers,
) {
  const draw = random('transfer-intents');
  const intents = new Map<string, Intent>();

  function attempt(intent: Intent, item: Item, account: Account): void {
    const { request } = intent;
    const type = request.mode === 'PAYMENT' ? 'debit' : 'credit';
    const decided = authorizations.create(item, account, { ...request, type }, clock.now());
    intent.authorization = decided;
    if (decided.decision !== 'approved')
      refuse('INVALID_FIELD', `the authorization of the transfer was not approved: ${decided.code}`);
    const { description, metadata } = request;
    intent.transferId = transfers.create(decided, { description, ...(metadata && { metadata }) }, clock.now()).id;
  }

  return {
    create(request: IntentRequest): Intent {
      const intent: Intent = {
        id: uuid(draw),
        createdAt: clock.now(),
        request,
        status: 'PENDING',
        authorization: undefined,
        transferId: null,
        failure: null,
      };
      intents.set(intent.id, intent);
      return intent;
    },
    find: (id: string): Intent =>
      intents.get(id) ?? refuse('INVALID_FIELD', 'transfer_intent_id must be that of a transfer intent'),
    /** The user confirms it in Link with an account of an Item. */
    confirm(intent: Intent, item: Item): void {
      const { account_id } = intent.request;
      const chosen = item.accounts().find((each) => account_id === undefined || each.account_id === account_id);
      try {
        attempt(intent, item, chosen ?? refuse('INVALID_ACCOUNT_ID'));
        intent.status = 'SUCCEEDED';
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        const { error_type, error_code, error_message } = error.error;
        intent.status = 'FAILED';
        intent.failure = { error_type, error_code, error_message };
      }
    },
    /** The API's shape of an intent, with what became of it when asked for. */
    present({ id, createdAt, request, status, authorization, transferId, failure }: Intent, hasOutcome: boolean) {
      const decided = authorization && (authorization.decision === 'approved' ? 'APPROVED' : 'DECLINED');
      return {
        id,
        created: formatTime(createdAt),
        status,
        account_id: request.account_id ?? null,
        origination_account_id: '',
        funding_account_id: request.funding_account_id ?? fundingAccountId,
        amount: request.amount,
        mode: request.mode,
        network: request.network,
        ...(request.ach_class !== undefined && { ach_class: request.ach_class }),
        user: presentUser(request.user),
        description: request.description,
        metadata: request.metadata ?? null,
        iso_currency_code: 'USD',
        require_guarantee: null,
        ...(hasOutcome && {
          transfer_id: transferId,
          failure_reason: failure,
          authorization_decision: decided ?? null,
          authorization_decision_rationale: authorization ? rationaleOf(authorization) : null,
          guarantee_decision: null,
          guarantee_decision_rationale: null,
        }),
      };
    },
  };
}

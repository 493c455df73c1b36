import type { Clock } from '../../../shared/clock.ts';
import type { Random } from '../../../shared/random.ts';
import type { Account } from '../data/accounts.ts';
import type { HistoryWindow } from '../data/feed-plan.ts';
import type { VerificationRequest } from '../data/identity-verifications.ts';
import type { IncomeSpec } from '../data/income-spec.ts';
import type { Item } from '../data/item.ts';
import type { StatementsWindow } from '../data/statements.ts';
import type { BankError } from '../errors.ts';
import { uuid } from '../ids.ts';
import type { Consent } from '../payments/consents.ts';
import type { Payment } from '../payments/payments.ts';
import type { Intent } from '../transfers/intents.ts';
import type { Webhooks } from '../webhooks/webhooks.ts';

/** A link token, what it was created for, and its sessions. */
export interface LinkToken {
  readonly token: string;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly products: readonly string[];
  readonly webhook: string | undefined;
  readonly window: HistoryWindow;
  readonly statements: StatementsWindow | undefined;
  /** API user that the Item will belong to. */
  readonly userId: string | undefined;
  /** URL that the institution sends the user back to. */
  readonly redirectUri: string | undefined;
  /** Items to repair in update mode. */
  readonly updates: readonly Item[];
  /** Whether update mode asks which accounts to share. */
  readonly selectsAccounts: boolean;
  /** Payment or consent that the user authorizes, instead of linking a bank. */
  readonly payment?: Payment | undefined;
  readonly paymentConsent?: Consent | undefined;
  /** Transfer that the user confirms. */
  readonly intent?: Intent | undefined;
  /** Income that the user is asked to share, if any. */
  readonly income?: IncomeSpec | undefined;
  /** Identity verification that the session is for, if any. */
  readonly identity?: VerificationRequest | undefined;
  readonly metadata: LinkMetadata;
  readonly sessions: object[];
}

/** Request that created a link token, in the API's shape. */
export interface LinkMetadata {
  readonly initial_products: readonly string[];
  readonly webhook: string | null;
  readonly language: string;
  readonly redirect_uri: string | null;
  readonly client_name: string;
  readonly country_codes: readonly string[];
  /** Accounts that the user may choose, by type. Default: all. */
  readonly account_filters?: Readonly<Record<string, { readonly account_subtypes: readonly string[] }>>;
}

/** A Link session that has ended. */
export interface EndedSession {
  /** Default: a new ID. */
  readonly id?: string;
  /** ISO 8601. */
  readonly startedAt: string;
  /** Its events, in the API's shape. */
  readonly events?: readonly object[];
  /** Set if the user left without linking anything. */
  readonly exit?: { readonly error: BankError | null; readonly metadata: object };
}

/** Accounts that a user was offered, and the IDs of those they chose. */
export interface AccountChoice {
  readonly accounts: readonly Account[];
  readonly ids: readonly string[];
}

/** Returns the chosen accounts as Link and a link token's sessions show them. */
export const shownAccounts = ({ accounts, ids }: AccountChoice) =>
  accounts
    .filter(({ account_id }) => ids.includes(account_id))
    .map(({ account_id: id, name, mask, type, subtype, verification_status = null }) => {
      return { id, name, mask, type, subtype, verification_status, class_type: null };
    });

/** Creates the store of Link sessions that have ended. */
export function createLinkSessions(clock: Clock, draw: Random, webhooks: Webhooks) {
  const creditSessions = new Map<string, object[]>();

  /** Ends a session and sends the webhook about it. Returns the session's ID. */
  function end(link: LinkToken, session: EndedSession, results: object, publicToken?: string): string {
    const { id = uuid(draw), startedAt, events, exit } = session;
    link.sessions.push({
      link_session_id: id,
      started_at: startedAt,
      finished_at: new Date(clock.now()).toISOString(),
      ...(events && { events }),
      ...(exit && { exit }),
      results: {
        item_add_results: [],
        cra_item_add_results: [],
        cra_update_results: [],
        bank_income_results: [],
        payroll_income_results: [],
        document_income_results: null,
        ...results,
      },
    });
    webhooks.send(link.webhook, {
      webhook_type: 'LINK',
      webhook_code: 'SESSION_FINISHED',
      status: exit ? 'EXITED' : 'SUCCESS',
      link_session_id: id,
      link_token: link.token,
      ...(publicToken && { public_token: publicToken, public_tokens: [publicToken] }),
    });
    return id;
  }

  /** Records a session in which a user shared their income, in the format of the calls about income. */
  function showCredit(userId: string, { id, startedAt, item, publicToken, source }: CreditSession): void {
    const named = { institution_id: item.institution.id };
    const item_add_results = [{ public_token: publicToken, item_id: item.id, ...named }];
    const shown = {
      link_session_id: id,
      session_start_time: startedAt,
      results: { item_add_results, ...(source && sharedIncome(source, item, named)) },
      errors: [],
    };
    creditSessions.set(userId, [shown, ...(creditSessions.get(userId) ?? [])]);
  }

  return {
    end,
    showCredit,
    /** Returns the sessions in which a user shared their income, newest first. */
    creditSessions: (userId: string): object[] => creditSessions.get(userId) ?? [],
  };
}

interface CreditSession {
  readonly id: string;
  readonly startedAt: string;
  readonly item: Item;
  readonly publicToken: string;
  readonly source: IncomeSpec['source'] | undefined;
}

/** Returns the income that a user shared in a session; `named` is how the response names the institution. */
export const sharedIncome = (source: IncomeSpec['source'], { id }: Item, named: object): object =>
  ({
    bank: { bank_income_results: [{ status: 'APPROVED', item_id: id, ...named }] },
    payroll: { payroll_income_results: [{ num_paystubs_retrieved: 2, num_w2s_retrieved: 1, ...named }] },
    document: {
      document_income_results: {
        num_paystubs_uploaded: 2,
        num_w2s_uploaded: 1,
        num_bank_statements_uploaded: 0,
        num_1099s_uploaded: 0,
        num_i20s_uploaded: 0,
      },
    },
  })[source];

export type LinkSessions = ReturnType<typeof createLinkSessions>;

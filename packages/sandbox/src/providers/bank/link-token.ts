import type { Account } from './accounts.ts';
import type { BankError } from './errors.ts';
import type { HistoryWindow } from './feed.ts';
import type { VerificationRequest } from './identity-verifications.ts';
import type { IncomeSpec } from './incomes.ts';
import type { Item } from './items.ts';
import type { Consent } from './payments/consents.ts';
import type { Payment } from './payments/payments.ts';
import type { StatementsWindow } from './statements.ts';
import type { Intent } from './transfers/intents.ts';

/** A link token and what came of it. */
export interface LinkToken {
  readonly token: string;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly products: readonly string[];
  readonly webhook: string | undefined;
  readonly window: HistoryWindow;
  readonly statements: StatementsWindow | undefined;
  /** The user the Item will belong to. */
  readonly userId: string | undefined;
  /** Where the institution sends the user back to. */
  readonly redirectUri: string | undefined;
  /** The Items to be repaired, in update mode. */
  readonly updates: readonly Item[];
  /** Whether update mode asks which accounts to share. */
  readonly selectsAccounts: boolean;
  /** The payment or the consent that the user authorizes, instead of linking a bank. */
  readonly payment?: Payment | undefined;
  readonly paymentConsent?: Consent | undefined;
  /** The transfer that the user confirms. */
  readonly intent?: Intent | undefined;
  /** The income that users are asked to share, if they are. */
  readonly income?: IncomeSpec | undefined;
  /** The verification of identity that the session is for, if it is for one. */
  readonly identity?: VerificationRequest | undefined;
  readonly metadata: LinkMetadata;
  readonly sessions: object[];
}

/** What a link token was made with, in the API's shape. */
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

/** A session of Link that has ended. */
export interface EndedSession {
  /** Default: a new one. */
  readonly id?: string;
  /** ISO 8601. */
  readonly startedAt: string;
  /** Its events, in the API's shape. */
  readonly events?: readonly object[];
  /** How the user left without linking anything. */
  readonly exit?: { readonly error: BankError | null; readonly metadata: object };
}

/** Accounts that a user was offered, and the ids of those they chose. */
export interface AccountChoice {
  readonly accounts: readonly Account[];
  readonly ids: readonly string[];
}

/** Accounts as Link and the sessions of a link token show them. */
export const shownAccounts = ({ accounts, ids }: AccountChoice) =>
  accounts
    .filter(({ account_id }) => ids.includes(account_id))
    .map(({ account_id: id, name, mask, type, subtype, verification_status = null }) => {
      return { id, name, mask, type, subtype, verification_status, class_type: null };
    });

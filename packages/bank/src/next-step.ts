import { isApiError } from '@x/core';
import type { ItemError } from './resources/item.ts';
import type { WebhookEvents } from './webhooks/events.ts';

/** The step after which an Item works again. */
export interface NextStep {
  /**
   * - `none`: nothing. An Item works; a webhook asks for nothing, and does not end what an earlier one asked for.
   * - `wait`: nobody has to act. Try again later.
   * - `update_mode`: send the user through Link's update mode, with a token from `link.createUpdateToken`.
   * - `new_link`: the Item is over. The user has to link the bank again, with a token from `link.createToken`.
   * - `fix_app`: the user can do nothing. The app's code, keys or products are wrong.
   */
  readonly step: 'none' | 'wait' | 'update_mode' | 'new_link' | 'fix_app';
  /** A sentence for the user, in English. */
  readonly message: string;
}

type Step = NextStep['step'];

const messages: Readonly<Record<Step, string>> = {
  none: 'Your bank is connected.',
  wait: 'Your bank is not responding right now. We will try again.',
  update_mode: 'Log in to your bank again to keep your accounts up to date.',
  new_link: 'Your bank is no longer connected. Connect it again.',
  fix_app: 'Something went wrong on our side. You do not need to do anything.',
};

/** Plaid's error codes, by step. https://plaid.com/docs/errors/ */
const errorCodes = {
  update_mode:
    'ITEM_LOGIN_REQUIRED ITEM_LOCKED ACCESS_NOT_GRANTED ADDITIONAL_CONSENT_REQUIRED INSUFFICIENT_CREDENTIALS ' +
    'INVALID_CREDENTIALS INVALID_MFA INVALID_OTP INVALID_PHONE_NUMBER INVALID_SEND_METHOD INVALID_UPDATED_USERNAME ' +
    'MANUAL_VERIFICATION_REQUIRED PASSWORD_RESET_REQUIRED USER_INPUT_TIMEOUT USER_SETUP_REQUIRED NO_ACCOUNTS ' +
    'NO_AUTH_ACCOUNTS NO_INVESTMENT_ACCOUNTS NO_INVESTMENT_AUTH_ACCOUNTS NO_LIABILITY_ACCOUNTS',
  new_link:
    'USER_PERMISSION_REVOKED ITEM_NOT_FOUND ITEM_CONCURRENTLY_DELETED ITEM_NOT_SUPPORTED MFA_NOT_SUPPORTED ' +
    'INSTANT_MATCH_FAILED INSTITUTION_NO_LONGER_SUPPORTED INVALID_PUBLIC_TOKEN INVALID_LINK_TOKEN ' +
    'TOO_MANY_VERIFICATION_ATTEMPTS no_grant',
  wait:
    'PRODUCT_NOT_READY INSTITUTION_DOWN INSTITUTION_NOT_RESPONDING INSTITUTION_NOT_AVAILABLE UNSUPPORTED_RESPONSE ' +
    'INTERNAL_SERVER_ERROR PLANNED_MAINTENANCE TRANSACTIONS_SYNC_MUTATION_DURING_PAGINATION REQUEST_CONFLICT',
  fix_app:
    'PRODUCTS_NOT_SUPPORTED PRODUCT_NOT_ENABLED INVALID_PRODUCT INVALID_API_KEYS INVALID_ACCESS_TOKEN ' +
    'INSTITUTION_NOT_ENABLED_IN_ENVIRONMENT INSTITUTION_REGISTRATION_REQUIRED UNAUTHORIZED_INSTITUTION ' +
    'UNAUTHORIZED_ENVIRONMENT UNAUTHORIZED_ROUTE_ACCESS CREDITS_EXHAUSTED INCORRECT_DEPOSIT_VERIFICATION',
} as const;

/** Returns the step for an error code; undefined for codes that this release does not know. */
export const stepOfCode = (code: string | undefined): Step | undefined =>
  (Object.keys(errorCodes) as (keyof typeof errorCodes)[]).find((step) =>
    errorCodes[step].split(' ').includes(code ?? ''),
  );

/** Steps for the webhooks about an Item that ask for one. `error` stands for the step of the webhook's own error. */
const webhookSteps = {
  ERROR: 'error',
  LOGIN_REPAIRED: 'none',
  NEW_ACCOUNTS_AVAILABLE: 'update_mode',
  PENDING_DISCONNECT: 'update_mode',
  PENDING_EXPIRATION: 'update_mode',
  USER_PERMISSION_REVOKED: 'new_link',
  USER_ACCOUNT_REVOKED: 'update_mode',
  WEBHOOK_UPDATE_ACKNOWLEDGED: 'none',
  PRODUCT_PERMISSIONS_REQUIRED: 'update_mode',
  VERIFICATION_EXPIRED: 'new_link',
} as const satisfies Record<keyof WebhookEvents['ITEM'], Step | 'error'> & Record<string, Step | 'error'>;

/** Sentences that say more than the step's own. */
const sentences: Readonly<Record<string, string>> = {
  ITEM_LOCKED: 'Your bank has locked your login. Unlock it on the website of your bank, then log in again here.',
  PASSWORD_RESET_REQUIRED: 'Your bank wants you to set a new password. Do so on its website, then log in again here.',
  USER_SETUP_REQUIRED: 'Your bank needs you to finish something on its website first. Then log in again here.',
  ADDITIONAL_CONSENT_REQUIRED: 'We need your permission to read more data from your bank.',
  PRODUCT_PERMISSIONS_REQUIRED: 'We need your permission to read more data from your bank.',
  NO_ACCOUNTS: 'You have not shared an account with us. Choose one.',
  NO_AUTH_ACCOUNTS: 'You have not shared a checking or savings account with us. Choose one.',
  NO_INVESTMENT_ACCOUNTS: 'You have not shared an investment account with us. Choose one.',
  NO_INVESTMENT_AUTH_ACCOUNTS: 'You have not shared an investment account with us. Choose one.',
  NO_LIABILITY_ACCOUNTS: 'You have not shared a credit card or loan account with us. Choose one.',
  PRODUCT_NOT_READY: 'Your bank is still preparing your data. We will try again.',
  INSTITUTION_NO_LONGER_SUPPORTED: 'Your bank is no longer supported. Connect another one.',
  ITEM_NOT_SUPPORTED: 'This login is not supported. Connect another one.',
  MFA_NOT_SUPPORTED: 'The way you log in to your bank is not supported. Connect another one.',
  USER_PERMISSION_REVOKED: 'You have ended the connection to your bank. Connect it again if you want to.',
  USER_ACCOUNT_REVOKED: 'You no longer share one of your accounts with us. Choose it again if you want to.',
  NEW_ACCOUNTS_AVAILABLE: 'Your bank has an account that you do not share with us yet. Choose it if you want to.',
  PENDING_DISCONNECT: 'Your bank will be disconnected in a few days. Log in again to keep it connected.',
  PENDING_EXPIRATION: 'Your permission for your bank will expire in a few days. Renew it to keep it connected.',
  VERIFICATION_EXPIRED: 'You did not confirm your account in time. Connect it again.',
  LOGIN_REPAIRED: 'Your bank is connected again.',
};

/** An error of an Item, or an Item with its error: from a webhook, `item.get`, or Link's `onExit`. */
interface Reported {
  readonly error?: Pick<ItemError, 'error_code' | 'error_type'> | null | undefined;
  readonly error_code?: string | null | undefined;
  readonly error_type?: string | null | undefined;
  readonly webhook_code?: unknown;
  readonly webhook_type?: unknown;
}

/**
 * Returns what has to happen next for an Item, with a sentence for its user.
 *
 * After the user has gone through update mode in your own app, treat the Item as working: Link's `onSuccess` reports it,
 * and no webhook follows.
 *
 * @param about An error that a call threw, a webhook, an Item or its error from `item.get`, or the error that Link passes
 * to `onExit`.
 * @example
 * const { step, message } = nextStep((await bank.item.get({ access_token })).item);
 * if (step === 'update_mode') showBanner(message);
 */
export function nextStep(about: unknown): NextStep {
  if (isApiError(about)) return describe(about.providerCode, stepOfError(about));
  const { webhook_type, webhook_code, error, error_code, error_type } = Object(about) as Reported;
  if (webhook_code !== undefined) {
    const code = String(webhook_code);
    const step = Object.hasOwn(webhookSteps, code) ? webhookSteps[code as keyof typeof webhookSteps] : 'none';
    if (step === 'error' && webhook_type === 'ITEM') return nextStep(error ?? undefined);
    return describe(code, step === 'error' ? 'none' : step);
  }
  if (error) return nextStep(error);
  if (typeof error_code === 'string') return describe(error_code, stepOfCode(error_code) ?? stepOfType(error_type));
  // Anything else that was thrown is a bug of the app, and an Item without an error works.
  return describe(undefined, about instanceof Error ? 'fix_app' : 'none');
}

const describe = (code: string | undefined, step: Step): NextStep => ({
  step,
  message: (code !== undefined && Object.hasOwn(sentences, code) && sentences[code]) || messages[step],
});

function stepOfError({
  code,
  providerCode,
}: {
  readonly code: string;
  readonly providerCode?: string | undefined;
}): Step {
  const known = stepOfCode(providerCode);
  if (known) return known;
  if (code === 'reauthorization_required') return 'update_mode';
  return ['unavailable', 'rate_limited', 'network', 'timeout'].includes(code) ? 'wait' : 'fix_app';
}

/** Step for a code that this release does not know, by its `error_type`. */
function stepOfType(type: string | null | undefined): Step {
  if (type === 'ITEM_ERROR') return 'update_mode';
  return ['INSTITUTION_ERROR', 'API_ERROR', 'RATE_LIMIT_EXCEEDED'].includes(String(type)) ? 'wait' : 'fix_app';
}

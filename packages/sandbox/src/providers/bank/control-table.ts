import {
  anObject,
  aString,
  type OptionRules,
  objectWith,
  oneOf,
  required,
  strings,
  trueOrFalse,
  wholeNumber,
} from '../../shared/check-fields.ts';
import type { ControlTable } from '../../shared/controls.ts';

const id = aString;
/** An access token or an `item_id`. */
const item: OptionRules = { item: aString };
const login: OptionRules = { institutionId: aString, username: aString, password: aString };
const count = wholeNumber(0);

const watchlistEntry: OptionRules = {
  names: required(strings),
  weakAlias: aString,
  list: required(aString),
  source: aString,
  programs: required(strings),
  born: strings,
  document: objectWith({ type: required(aString), number: required(aString) }),
  place: objectWith({ full: required(aString), country: required(aString) }),
  email: aString,
  phone: aString,
  url: aString,
};

/** Controls, as programs in other languages call them. */
export const bankControls: ControlTable = {
  accessTokens: { reads: true, summary: 'Lists the access tokens of the Items that are linked from the start.' },
  items: { reads: true, summary: 'Lists the linked Items, oldest first.' },
  ledgerIds: { reads: true, summary: 'Lists the IDs of the Transfer ledgers, the default one first.' },
  webhooks: { reads: true, summary: 'Lists the last 1,000 webhooks that were sent, oldest first.' },
  mutateDuringPagination: {
    summary: 'Changes a transaction after each of the next pages, so the following page is refused.',
    parameters: { times: count, 'item?': aString },
  },
  changeTransactions: {
    summary: 'Changes transactions of an Item, sends the webhook, and returns the IDs.',
    parameters: {
      ...item,
      changes: objectWith({ added: count, posted: count, modified: count, removed: count }),
    },
  },
  completeLink: {
    summary: 'Completes Link as a user would, and returns the public token.',
    parameters: { linkToken: aString, 'login?': objectWith(login) },
  },
  startOAuth: {
    summary: 'Logs the user of a link token in at an OAuth institution.',
    parameters: { linkToken: aString, login: objectWith(login) },
  },
  redirectLink: {
    summary: 'Sends the user back to the `redirect_uri` of a link token, and returns the `link_correlation_id`.',
    parameters: { linkToken: aString },
  },
  uploadIdentityDocument: {
    summary: 'Uploads a bank statement as proof of account ownership, and returns its ID.',
    parameters: {
      ...item,
      'document?': objectWith({ accountId: id, pages: wholeNumber(1), isAccountNumberMatch: trueOrFalse }),
    },
  },
  verifyIdentity: {
    summary: 'Goes through an identity verification as a user would, and returns its ID.',
    parameters: { target: id, 'entry?': objectWith({ user: anObject, smsCode: aString, until: aString }) },
  },
  addToWatchlist: {
    summary: 'Adds a person or an organization to a watchlist, and updates the screenings that match.',
    parameters: { kind: oneOf('individual', 'entity'), entry: objectWith(watchlistEntry) },
  },
  failItem: {
    summary: 'Puts an Item into an error state, such as `ITEM_LOGIN_REQUIRED`, and sends the webhook.',
    parameters: { ...item, code: aString },
  },
  repairItem: { summary: 'Ends the error state of an Item, and sends the webhook.', parameters: item },
  setInstitutionHealth: {
    summary: 'Sets the health of an institution.',
    parameters: { institutionId: id, health: oneOf('HEALTHY', 'DEGRADED', 'DOWN') },
  },
  rotateWebhookKey: { summary: 'Expires the key that signs webhooks, and returns the ID of the new one.' },
};

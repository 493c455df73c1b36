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

/** The controls as programs in other languages call them. */
export const bankControls: ControlTable = {
  accessTokens: { reads: true, summary: 'Lists the access tokens of the banks that are linked from the start.' },
  items: { reads: true, summary: 'Lists the Items that are linked, the oldest first.' },
  ledgerIds: { reads: true, summary: 'Lists the IDs of the ledgers of Transfer, the default one first.' },
  webhooks: { reads: true, summary: 'Lists the webhooks that were sent, oldest first; the last 1,000.' },
  mutateDuringPagination: {
    summary: 'Changes a transaction after each of the next pages, so that the page after it is refused.',
    parameters: { times: count, 'item?': aString },
  },
  changeTransactions: {
    summary: 'Changes transactions of an Item, reports its webhook, and returns the IDs.',
    parameters: {
      ...item,
      changes: objectWith({ added: count, posted: count, modified: count, removed: count }),
    },
  },
  completeLink: {
    summary: 'Does what the user does in Link, and returns the public token.',
    parameters: { linkToken: aString, 'login?': objectWith(login) },
  },
  startOAuth: {
    summary: 'Lets the user of a link token log in at an OAuth institution.',
    parameters: { linkToken: aString, login: objectWith(login) },
  },
  redirectLink: {
    summary: 'Sends the user back to the `redirect_uri` of a link token, and returns the `link_correlation_id`.',
    parameters: { linkToken: aString },
  },
  uploadIdentityDocument: {
    summary: 'Uploads a bank statement as proof of the ownership of an account, and returns its ID.',
    parameters: {
      ...item,
      'document?': objectWith({ accountId: id, pages: wholeNumber(1), isAccountNumberMatch: trueOrFalse }),
    },
  },
  verifyIdentity: {
    summary: 'Does what the user does to prove who they are, and returns the ID of the verification.',
    parameters: { target: id, 'entry?': objectWith({ user: anObject, smsCode: aString, until: aString }) },
  },
  addToWatchlist: {
    summary: 'Puts a person or an organization on a watchlist, and updates the screenings that they match.',
    parameters: { kind: oneOf('individual', 'entity'), entry: objectWith(watchlistEntry) },
  },
  failItem: {
    summary: 'Puts an Item into an error state, such as `ITEM_LOGIN_REQUIRED`, and reports its webhook.',
    parameters: { ...item, code: aString },
  },
  repairItem: { summary: 'Ends the error state of an Item, and reports its webhook.', parameters: item },
  setInstitutionHealth: {
    summary: 'Sets how well an institution works.',
    parameters: { institutionId: id, health: oneOf('HEALTHY', 'DEGRADED', 'DOWN') },
  },
  rotateWebhookKey: { summary: 'Expires the key that signs webhooks, and returns the ID of the new one.' },
};

import * as v from 'valibot';
import {
  anObject,
  aString,
  numberFrom0,
  type OptionRules,
  objectWith,
  oneOf,
  problemOfOptions,
  type Rule,
  required,
  strings,
  trueOrFalse,
  wholeNumber,
} from '../shared/check-fields.ts';

/** A control of a provider, as programs in other languages call it. */
export interface Control {
  readonly summary: string;
  /** The fields of the object that it takes; a name that ends in `?` can be left out. */
  readonly input?: OptionRules;
  /** In place of `input`: its parameters, in their order. */
  readonly parameters?: OptionRules;
}

const id = aString;
const support: OptionRules = { userId: id, broadcasterId: id };
const session: OptionRules = { 'sessionId?': id };
const tokenMatch: OptionRules = { 'token?': aString, 'kind?': oneOf('app', 'user'), 'userId?': id };

const userToken: OptionRules = {
  'userId?': id,
  'scopes?': strings,
  'expiresInSeconds?': numberFrom0('a number of seconds'),
};

const streamControls: Readonly<Record<string, Control>> = {
  users: { summary: 'Lists the users, the most popular channel first.' },
  issueUserToken: {
    summary: 'Grants the app access to a user, without the consent page, and returns the tokens.',
    input: userToken,
  },
  expireTokens: { summary: 'Ends matching access tokens, default all, as time would.', input: tokenMatch },
  revokeTokens: {
    summary: 'Takes back matching access tokens, default all, and their refresh tokens.',
    input: tokenMatch,
  },
  grants: { summary: 'Lists what a user has allowed the app.', parameters: { userId: id } },
  revokeConsent: { summary: 'Takes back all that a user has allowed the app.', parameters: { userId: id } },
  approveDevice: {
    summary: 'Lets a user type the code of a device and approve.',
    parameters: { userCode: aString, 'userId?': id },
  },
  denyDevice: { summary: 'Lets a user type the code of a device and deny.', parameters: { userCode: aString } },
  vote: {
    summary: 'Lets a user vote in a poll.',
    input: { pollId: id, choiceId: id, userId: id, 'extraVotes?': wholeNumber(0) },
  },
  predict: {
    summary: 'Lets a user stake channel points on an outcome of a prediction.',
    input: { predictionId: id, outcomeId: id, userId: id, points: wholeNumber(1) },
  },
  redeemReward: {
    summary: 'Lets a user redeem a custom reward, and returns the ID of the redemption.',
    input: { rewardId: id, userId: id, 'input?': aString },
  },
  redeemPowerUp: {
    summary: 'Lets a user redeem a custom power-up, and returns the ID of the redemption.',
    input: { powerUpId: id, userId: id, 'input?': aString },
  },
  sendChatMessage: {
    summary: 'Posts a message of a user in a chat room.',
    input: { ...support, text: aString, 'parentMessageId?': id },
  },
  requestUnban: {
    summary: 'Lets a user ask to be unbanned, and returns the ID of the request.',
    input: { ...support, text: aString },
  },
  acknowledgeWarning: { summary: 'Lets a user acknowledge a warning.', input: support },
  goLive: { summary: 'Puts a channel on air.', input: { broadcasterId: id } },
  goOffline: { summary: 'Ends the broadcast of a channel.', input: { broadcasterId: id } },
  follow: { summary: 'Lets a user follow a channel.', input: support },
  unfollow: { summary: 'Lets a user stop following a channel.', input: support },
  subscribe: {
    summary: 'Lets a user subscribe to a channel, or go on for another month.',
    input: { ...support, 'tier?': oneOf('1000', '2000', '3000'), 'gifterId?': id, 'message?': aString },
  },
  unsubscribe: { summary: 'Ends the subscription of a user.', input: support },
  cheer: {
    summary: 'Lets a user cheer Bits to a channel.',
    input: { ...support, bits: wholeNumber(1), 'message?': aString },
  },
  donate: { summary: 'Lets a user donate to the campaign of a channel.', input: { ...support, cents: wholeNumber(1) } },
  buyProduct: {
    summary: "Lets a user buy something of the app's extension, and returns the ID of the transaction.",
    input: { ...support, sku: aString },
  },
  earnDrop: {
    summary: 'Lets a user earn a drop, and returns the ID of the entitlement.',
    input: { userId: id, gameId: id },
  },
  answerInvite: {
    summary: 'Responds to the invitation to the call of a channel.',
    input: { ...support, status: oneOf('ACCEPTED', 'READY') },
  },
  extensionMessages: { summary: "Lists what the back end of the app's extension has sent." },
  'eventSub.fire': {
    summary: 'Makes an event of any type happen, and returns how many subscriptions it was sent to.',
    parameters: { type: aString, 'version?': aString, 'fired?': objectWith({ subject: anObject, event: anObject }) },
  },
  'eventSub.revoke': {
    summary: 'Ends a subscription as the API itself does.',
    parameters: { subscriptionId: id, status: aString },
  },
  'eventSub.deliveries': { summary: 'Lists the webhooks that were sent, oldest first; the last 1,000.' },
  'eventSub.viewers': {
    summary: 'Lets viewers chat, follow, cheer and subscribe, and returns the number by which they are stopped.',
    input: { 'broadcasterId?': id, 'perMinute?': numberFrom0('events per minute') },
  },
  'eventSub.viewers.stop': {
    summary: 'Stops viewers that `viewers` has started.',
    parameters: { number: wholeNumber(1) },
  },
  'eventSub.sockets.sessions': { summary: 'Lists the WebSocket sessions that are connected.' },
  'eventSub.sockets.reconnect': {
    summary: 'Asks clients to move to a new connection, and returns how many.',
    parameters: session,
  },
  'eventSub.sockets.close': {
    summary: 'Closes connections with a code of the API, and returns how many.',
    parameters: { code: wholeNumber(4000, 4007), 'sessionId?': id },
  },
  'eventSub.sockets.drop': {
    summary: 'Ends connections without a close frame, and returns how many.',
    parameters: session,
  },
  'eventSub.sockets.silence': {
    summary: 'Sends nothing more to clients, and returns to how many.',
    parameters: session,
  },
  'eventSub.sockets.repeat': {
    summary: 'Sends every notification so many times.',
    parameters: { times: wholeNumber(0) },
  },
  'eventSub.sockets.delay': {
    summary: 'Sends every notification so many milliseconds later.',
    parameters: { ms: wholeNumber(0) },
  },
};

const userId: OptionRules = { userId: id };

const musicControls: Readonly<Record<string, Control>> = {
  users: { summary: 'Lists the users.' },
  issueUserToken: {
    summary: "Issues an app a user's tokens, as if the user had just consented.",
    input: { ...userToken, 'clientId?': aString, 'pkce?': trueOrFalse },
  },
  expireTokens: { summary: 'Ends matching access tokens, default all, as time would.', input: tokenMatch },
  revokeTokens: {
    summary: 'Takes back matching access tokens, default all, and their refresh tokens.',
    input: tokenMatch,
  },
  grants: { summary: 'Lists what a user has allowed apps.', parameters: userId },
  revokeConsent: {
    summary: 'Takes back all that a user has allowed an app, default every app.',
    parameters: { ...userId, 'clientId?': aString },
  },
  addCollaborator: {
    summary: 'Lets a user change a playlist for as long as it is collaborative.',
    parameters: { playlistId: id, ...userId },
  },
  connectDevice: {
    summary: 'Lets a device of a user appear, and returns its ID.',
    parameters: {
      ...userId,
      'device?': objectWith({
        name: aString,
        type: aString,
        active: trueOrFalse,
        restricted: trueOrFalse,
        privateSession: trueOrFalse,
        volumePercent: v.nullable(wholeNumber(0, 100, ', or null')),
      }),
    },
  },
  disconnectDevice: {
    summary: 'Lets a device of a user disappear. Returns whether it was there.',
    parameters: { ...userId, deviceId: id },
  },
  interruptPlayer: {
    summary: 'Plays something that is not in the catalog for a user, by default for 30 seconds.',
    parameters: { ...userId, kind: oneOf('ad', 'unknown'), 'durationMs?': numberFrom0('milliseconds') },
  },
};

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

const bankControls: Readonly<Record<string, Control>> = {
  accessTokens: { summary: 'Lists the access tokens of the banks that are linked from the start.' },
  items: { summary: 'Lists the Items that are linked, the oldest first.' },
  ledgerIds: { summary: 'Lists the IDs of the ledgers of Transfer, the default one first.' },
  webhooks: { summary: 'Lists the webhooks that were sent, oldest first; the last 1,000.' },
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

/** The controls of each provider that has some, by their names. */
export const controlTables = { stream: streamControls, music: musicControls, bank: bankControls } as const;

/** The fields of a control. */
export const fieldsOf = ({ input, parameters }: Control): OptionRules =>
  Object.fromEntries(
    Object.entries(parameters ?? input ?? {}).map(([field, rule]) =>
      field.endsWith('?') ? [field.slice(0, -1), rule] : [field, required(rule as Rule)],
    ),
  );

/**
 * Checks the arguments of a call of `sandbox.controls`, as those of the control API are checked.
 *
 * @throws TypeError for an unknown field, or a value that a field cannot have.
 */
export function checkControl(path: string, given: readonly unknown[]): void {
  const [provider, ...name] = path.split('.');
  const control = controlTables[provider as keyof typeof controlTables][name.join('.')];
  if (!control) return;
  const fields = fieldsOf(control);
  const values = control.parameters
    ? Object.fromEntries(Object.keys(fields).map((field, index) => [field, given[index]]))
    : (given[0] ?? {});
  const problem = problemOfOptions(values as object, fields, { noun: 'field', place: path });
  if (problem !== undefined) throw new TypeError(problem);
}

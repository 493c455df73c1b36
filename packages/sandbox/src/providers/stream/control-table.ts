import {
  anObject,
  aString,
  numberFrom0,
  type OptionRules,
  objectWith,
  oneOf,
  wholeNumber,
} from '../../shared/check-fields.ts';
import { type ControlTable, tokenMatch, userToken } from '../../shared/controls.ts';

const id = aString;
const support: OptionRules = { userId: id, broadcasterId: id };
const session: OptionRules = { 'sessionId?': id };

/** The controls as programs in other languages call them. */
export const streamControls: ControlTable = {
  users: { reads: true, summary: 'Lists the users, the most popular channel first.' },
  issueUserToken: {
    summary: 'Grants the app access to a user, without the consent page, and returns the tokens.',
    input: userToken,
  },
  expireTokens: { summary: 'Ends matching access tokens, default all, as time would.', input: tokenMatch },
  revokeTokens: {
    summary: 'Takes back matching access tokens, default all, and their refresh tokens.',
    input: tokenMatch,
  },
  grants: { reads: true, summary: 'Lists what a user has allowed the app.', parameters: { userId: id } },
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
  extensionMessages: { reads: true, summary: "Lists what the back end of the app's extension has sent." },
  'eventSub.fire': {
    summary: 'Makes an event of any type happen, and returns how many subscriptions it was sent to.',
    parameters: { type: aString, 'version?': aString, 'fired?': objectWith({ subject: anObject, event: anObject }) },
  },
  'eventSub.revoke': {
    summary: 'Ends a subscription as the API itself does.',
    parameters: { subscriptionId: id, status: aString },
  },
  'eventSub.deliveries': { reads: true, summary: 'Lists the webhooks that were sent, oldest first; the last 1,000.' },
  'eventSub.viewers': {
    summary: 'Lets viewers chat, follow, cheer and subscribe, and returns the number by which they are stopped.',
    input: { 'broadcasterId?': id, 'perMinute?': numberFrom0('events per minute') },
  },
  'eventSub.viewers.stop': {
    summary: 'Stops viewers that `viewers` has started.',
    parameters: { number: wholeNumber(1) },
  },
  'eventSub.sockets.sessions': { reads: true, summary: 'Lists the WebSocket sessions that are connected.' },
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

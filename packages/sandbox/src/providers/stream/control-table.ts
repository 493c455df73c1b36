import {
  anObject,
  aString,
  numberFrom0,
  type OptionRules,
  objectWith,
  oneOf,
  trueOrFalse,
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
    summary: "Issues the app a user's tokens, as if the user had just consented.",
    input: userToken,
  },
  expireTokens: { summary: 'Expires matching access tokens, default all.', input: tokenMatch },
  revokeTokens: {
    summary: 'Revokes matching access tokens, default all, and their refresh tokens.',
    input: tokenMatch,
  },
  grants: { reads: true, summary: "Lists a user's grants to the app.", parameters: { userId: id } },
  revokeConsent: { summary: 'Revokes all that a user has granted the app.', parameters: { userId: id } },
  approveDevice: {
    summary: "Lets a user type a device's code and approve.",
    parameters: { userCode: aString, 'userId?': id },
  },
  denyDevice: { summary: "Lets a user type a device's code and deny.", parameters: { userCode: aString } },
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
    summary: "Posts a user's message in a chat room.",
    input: { ...support, text: aString, 'parentMessageId?': id, 'isGif?': trueOrFalse },
  },
  requestUnban: {
    summary: 'Lets a user ask to be unbanned, and returns the ID of the request.',
    input: { ...support, text: aString },
  },
  acknowledgeWarning: { summary: 'Lets a user acknowledge a warning.', input: support },
  goLive: { summary: 'Puts a channel on air.', input: { broadcasterId: id } },
  goOffline: { summary: "Ends a channel's broadcast.", input: { broadcasterId: id } },
  follow: { summary: 'Lets a user follow a channel.', input: support },
  unfollow: { summary: 'Lets a user stop following a channel.', input: support },
  subscribe: {
    summary: 'Lets a user subscribe to a channel, or renew for another month.',
    input: { ...support, 'tier?': oneOf('1000', '2000', '3000'), 'gifterId?': id, 'message?': aString },
  },
  unsubscribe: { summary: "Ends a user's subscription.", input: support },
  cheer: {
    summary: 'Lets a user cheer Bits to a channel.',
    input: { ...support, bits: wholeNumber(1), 'message?': aString },
  },
  donate: {
    summary: "Lets a user donate to a channel's charity campaign.",
    input: { ...support, cents: wholeNumber(1) },
  },
  buyProduct: {
    summary: "Lets a user buy a product of the app's extension, and returns the ID of the transaction.",
    input: { ...support, sku: aString },
  },
  earnDrop: {
    summary: 'Lets a user earn a drop, and returns the ID of the entitlement.',
    input: { userId: id, gameId: id },
  },
  answerInvite: {
    summary: "Responds to an invitation to a channel's Guest Star call.",
    input: { ...support, status: oneOf('ACCEPTED', 'READY') },
  },
  extensionMessages: { reads: true, summary: "Lists the messages that the back end of the app's extension has sent." },
  'eventSub.fire': {
    summary: 'Fires an event of any type, and returns the number of subscriptions that it was sent to.',
    parameters: { type: aString, 'version?': aString, 'fired?': objectWith({ subject: anObject, event: anObject }) },
  },
  'eventSub.revoke': {
    summary: 'Revokes a subscription, as the API itself does.',
    parameters: { subscriptionId: id, status: aString },
  },
  'eventSub.deliveries': { reads: true, summary: 'Lists the last 1,000 webhooks that were sent, oldest first.' },
  'eventSub.viewers': {
    summary: 'Lets viewers chat, follow, cheer and subscribe, and returns the number to stop them with.',
    input: { 'broadcasterId?': id, 'perMinute?': numberFrom0('events per minute') },
  },
  'eventSub.viewers.stop': {
    summary: 'Stops viewers that `viewers` started.',
    parameters: { number: wholeNumber(1) },
  },
  'eventSub.sockets.sessions': { reads: true, summary: 'Lists the connected WebSocket sessions.' },
  'eventSub.sockets.reconnect': {
    summary: 'Asks clients to move to a new connection, and returns the number of clients.',
    parameters: session,
  },
  'eventSub.sockets.close': {
    summary: 'Closes connections with a close code of the API, and returns the number of connections.',
    parameters: { code: wholeNumber(4000, 4007), 'sessionId?': id },
  },
  'eventSub.sockets.drop': {
    summary: 'Drops connections without a close frame, and returns the number of connections.',
    parameters: session,
  },
  'eventSub.sockets.silence': {
    summary: 'Ends sessions while their connections stay open, and returns the number of sessions.',
    parameters: session,
  },
  'eventSub.sockets.repeat': {
    summary: 'Sends every notification the given number of times.',
    parameters: { times: wholeNumber(0) },
  },
  'eventSub.sockets.delay': {
    summary: 'Delays every notification by the given number of milliseconds.',
    parameters: { ms: wholeNumber(0) },
  },
  'irc.clients': { reads: true, summary: 'Lists the clients that read chats over IRC.' },
  'irc.ping': { summary: 'Sends chat readers a PING, and returns their number.' },
  'irc.reconnect': { summary: 'Asks chat readers to reconnect, and returns their number.' },
  'irc.drop': { summary: 'Drops the connections of chat readers, and returns their number.' },
  'irc.silence': { summary: 'Sends chat readers nothing more, and returns their number.' },
};

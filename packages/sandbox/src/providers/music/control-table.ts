import * as v from 'valibot';
import {
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
const userId: OptionRules = { userId: id };

/** The controls as programs in other languages call them. */
export const musicControls: ControlTable = {
  users: { reads: true, summary: 'Lists the users.' },
  issueUserToken: {
    summary: "Issues an app a user's tokens, as if the user had just consented.",
    input: { ...userToken, 'clientId?': aString, 'pkce?': trueOrFalse },
  },
  expireTokens: { summary: 'Expires matching access tokens (default: all).', input: tokenMatch },
  revokeTokens: {
    summary: 'Revokes matching access tokens (default: all) and their refresh tokens.',
    input: tokenMatch,
  },
  grants: { reads: true, summary: "Lists a user's grants to apps.", parameters: userId },
  revokeConsent: {
    summary: "Revokes a user's grants to an app (default: every app).",
    parameters: { ...userId, 'clientId?': aString },
  },
  addCollaborator: {
    summary: 'Lets a user change a playlist while it is collaborative.',
    parameters: { playlistId: id, ...userId },
  },
  connectDevice: {
    summary: 'Connects a device for a user, and returns its ID.',
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
    summary: "Disconnects a user's device. Returns whether it was connected.",
    parameters: { ...userId, deviceId: id },
  },
  interruptPlayer: {
    summary: "Interrupts a user's player with something outside the catalog, by default for 30 seconds.",
    parameters: { ...userId, kind: oneOf('ad', 'unknown'), 'durationMs?': numberFrom0('milliseconds') },
  },
};

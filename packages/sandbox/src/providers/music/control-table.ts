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
  expireTokens: { summary: 'Ends matching access tokens, default all, as time would.', input: tokenMatch },
  revokeTokens: {
    summary: 'Takes back matching access tokens, default all, and their refresh tokens.',
    input: tokenMatch,
  },
  grants: { reads: true, summary: 'Lists what a user has allowed apps.', parameters: userId },
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

import { createHmac, randomBytes } from 'node:crypto';
import * as v from 'valibot';
import type { Rule } from '../shared/check-fields.ts';

const tokenForm = /^[!-~]{16,512}$/;
const isToken = (value: unknown) => typeof value === 'string' && tokenForm.test(value);

/** Rule of the option `controlToken`. */
export const controlTokenRule: Rule = v.pipe(
  v.custom(isToken, 'must be a string of 16 to 512 visible ASCII characters'), // its error shows no token
  v.string(),
  v.regex(tokenForm),
);

/** Creates a token that nobody can guess. Unlike everything else in the sandbox, it does not depend on the seed. */
export const createControlToken = (): string => randomBytes(24).toString('base64url');

/** Returns the value of the cookie by which the sandbox page proves that it was opened with the token. */
export const pageCookie = (token: string): string => createHmac('sha256', token).update('page').digest('base64url');

/**
 * Creates a function that hides the token in texts of the request log, in case a client sends it to one of the APIs.
 */
export function concealer(token: string): (text: string) => string {
  const secrets = [token, encodeURIComponent(token), pageCookie(token)];
  return (text) => secrets.reduce((shown, secret) => shown.replaceAll(secret, '[control token]'), text);
}

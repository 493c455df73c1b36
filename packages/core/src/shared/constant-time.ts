import { base64url } from './base64.ts';

/** SHA-256 of a string, in base64 for URLs. @internal */
export const digest = async (text: string): Promise<string> =>
  base64url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))));

/**
 * Whether two texts are the same, compared in a time that reveals nothing about either: not where they differ, and not
 * their lengths. For values that an attacker may guess, such as a `state` or a signature.
 */
export async function isSameText(one: string, other: string): Promise<boolean> {
  const [a, b] = await Promise.all([digest(one), digest(other)]); // both of the same length
  let difference = 0;
  for (let index = 0; index < a.length; index += 1) difference |= a.charCodeAt(index) ^ b.charCodeAt(index);
  return difference === 0;
}

import { base64url } from './base64.ts';

/** Returns the SHA-256 of a string, in URL-safe base64. */
export const digest = async (text: string): Promise<string> =>
  base64url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))));

/**
 * Whether two texts are equal, compared in a time that reveals neither where they differ nor their lengths. For values
 * that an attacker may guess, such as a `state` or a signature.
 */
export async function isSameText(one: string, other: string): Promise<boolean> {
  const [a, b] = await Promise.all([digest(one), digest(other)]); // both have the same length
  let difference = 0;
  for (let index = 0; index < a.length; index += 1) difference |= a.charCodeAt(index) ^ b.charCodeAt(index);
  return difference === 0;
}

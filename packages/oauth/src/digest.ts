import { base64url } from '@x/core/provider';

/** Returns the SHA-256 of a string, in URL-safe base64. */
export const digest = async (text: string): Promise<string> =>
  base64url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))));

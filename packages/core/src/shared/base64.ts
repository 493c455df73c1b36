/** Converts base64 to the alphabet that needs no escaping in a URL, without padding (RFC 4648 §5). */
export const urlSafe = (base64: string): string => base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');

/** Encodes bytes in URL-safe base64. */
export const base64url = (bytes: Uint8Array): string => urlSafe(btoa(toBinary(bytes)));

/**
 * Number of bytes passed to `fromCharCode` at a time. Each is an argument, and the stack limits the number of
 * arguments.
 */
const chunk = 8192;

/** Converts bytes to a string with one character per byte, as `btoa` expects. */
export function toBinary(bytes: Uint8Array): string {
  let binary = '';
  for (let start = 0; start < bytes.length; start += chunk)
    binary += String.fromCharCode(...bytes.subarray(start, start + chunk));
  return binary;
}

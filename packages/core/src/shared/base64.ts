/** Base64 in the alphabet that needs no escaping in a URL, without padding (RFC 4648 §5). @internal */
export const urlSafe = (base64: string): string => base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');

/** Bytes in that form. */
export const base64url = (bytes: Uint8Array): string => urlSafe(btoa(toBinary(bytes)));

/** Bytes passed to `fromCharCode` at a time: every one is an argument, and their number is limited by the stack. */
const chunk = 8192;

/** One character per byte, as `btoa` takes them. @internal */
export function toBinary(bytes: Uint8Array): string {
  let binary = '';
  for (let start = 0; start < bytes.length; start += chunk)
    binary += String.fromCharCode(...bytes.subarray(start, start + chunk));
  return binary;
}

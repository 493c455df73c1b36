/** Converts base64 to the alphabet that needs no escaping in a URL, without padding (RFC 4648 §5). */
export const urlSafe = (base64: string): string => base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');

/** Encodes bytes in URL-safe base64. */
export const base64url = (bytes: Uint8Array): string => urlSafe(btoa(toBinary(bytes)));

/** Converts bytes to a string with one character per byte, as `btoa` expects. */
export const toBinary = (bytes: Uint8Array): string => Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');

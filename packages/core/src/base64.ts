/** Base64 in the alphabet that needs no escaping in a URL, without padding (RFC 4648 §5). @internal */
export const urlSafe = (base64: string): string => base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');

/** Bytes in that form. */
export const base64url = (bytes: Uint8Array): string => urlSafe(btoa(String.fromCharCode(...bytes)));

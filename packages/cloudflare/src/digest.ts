/** Returns the SHA-256 of a key in hexadecimal digits, so that account names never reach the database. */
export async function nameOf(key: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(key)));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** SHA-256 of a body in hexadecimal, as the API signs it. */
export async function hashOf(body: Uint8Array): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', body as Uint8Array<ArrayBuffer>));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Compares in a time that does not tell where the two differ. */
export function isSame(ours: string, theirs: string): boolean {
  let difference = ours.length ^ theirs.length;
  for (let index = 0; index < ours.length; index += 1) difference |= ours.charCodeAt(index) ^ theirs.charCodeAt(index);
  return difference === 0;
}

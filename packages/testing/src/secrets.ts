/**
 * Returns the forms in which a secret may appear in a string: unchanged, encoded, and each of these as part of JSON.
 */
export function formsOf(secret: string): ReadonlySet<string> {
  const bytes = Buffer.from(secret);
  const forms = [
    secret,
    encodeURIComponent(secret),
    new URLSearchParams({ secret }).toString().slice('secret='.length),
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('base64url'),
    bytes.toString('hex'),
  ];
  return new Set([...forms, ...forms.map((form) => JSON.stringify(form).slice(1, -1))]);
}

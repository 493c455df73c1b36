/**
 * Whether a page of the sandbox sent it. Browsers put the origin on every POST; programs have `sandbox.faults` and its
 * like.
 */
export function isSameOrigin({ headers }: Request): boolean {
  const site = headers.get('sec-fetch-site') ?? 'same-origin';
  return headers.get('origin') === `http://${headers.get('host')}` && site === 'same-origin';
}

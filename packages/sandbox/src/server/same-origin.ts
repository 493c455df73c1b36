/**
 * Returns whether a page of the sandbox sent the request. Browsers send the origin with every POST; programs use
 * `sandbox.faults` and the like instead.
 */
export function isSameOrigin({ headers }: Request): boolean {
  const site = headers.get('sec-fetch-site') ?? 'same-origin';
  return headers.get('origin') === `http://${headers.get('host')}` && site === 'same-origin';
}

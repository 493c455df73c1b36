/**
 * Checks the prefix of all keys. Redis Cluster puts keys whose names have the same part in braces into one slot, which scripts
 * need. That part is the braces that come first: those of a prefix would put all entries, or parts of one, elsewhere.
 *
 * @throws TypeError when the prefix is not a string, or has a brace.
 */
export function checkPrefix(where: string, prefix: unknown): void {
  if (typeof prefix !== 'string') throw new TypeError(`${where}: prefix must be a string; got ${typeof prefix}`);
  if (/[{}]/.test(prefix))
    throw new TypeError(
      `${where}: prefix must not contain "{" or "}", which mark the slot of a key in Redis Cluster; got ` +
        `${JSON.stringify(prefix)}. Use other characters, such as "my-app:"`,
    );
}

/**
 * Checks the prefix of all keys. Redis Cluster picks the slot of a key by the part of its name between the first two braces, and
 * a script needs all of its keys in one slot: the first braces must be those that this package puts around what belongs together.
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

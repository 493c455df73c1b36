import { optionsError } from '@x/core/options';

/**
 * Checks the prefix of all keys. Redis Cluster chooses a key's slot by the part of its name between the first two
 * braces, and a script needs all of its keys in one slot, so the first braces must be the ones that this package adds
 * around related keys.
 *
 * @throws ApiError `invalid_params` when the prefix has a brace.
 */
export function checkPrefix(where: string, prefix: string): void {
  if (/[{}]/.test(prefix))
    throw optionsError(
      { provider: 'redis', operation: where },
      `prefix must not contain "{" or "}", which mark the slot of a key in Redis Cluster; got ` +
        `${JSON.stringify(prefix)}. Use other characters, such as "my-app:"`,
    );
}

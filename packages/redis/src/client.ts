import { createHash } from 'node:crypto';
import { runWithin } from '@x/core/provider';

/** Methods of a client, or cluster, of `redis` (node-redis) that this package uses. */
export interface NodeRedisClient {
  /** Runs a Lua script. */
  eval(script: string, options: { keys: string[]; arguments: string[] }): Promise<unknown>;
  /** Runs a Lua script that the server has stored, by its SHA-1 hash. */
  evalSha(sha: string, options: { keys: string[]; arguments: string[] }): Promise<unknown>;
}

/** Methods of a client, or cluster, of `ioredis` that this package uses. */
export interface IoRedisClient {
  /** Runs a Lua script. */
  eval(script: string, count: number, ...keysAndArguments: string[]): Promise<unknown>;
  /** Runs a Lua script that the server has stored, by its SHA-1 hash. */
  evalsha(sha: string, count: number, ...keysAndArguments: string[]): Promise<unknown>;
}

/** Your own connected client. This package never opens or closes its connections. */
export type RedisClient = NodeRedisClient | IoRedisClient;

/** Describes the problem with the passed client; undefined if there is none. */
export function problemOfClient(client: unknown): string | undefined {
  const { evalSha, evalsha } = Object(client) as Record<string, unknown>;
  if (typeof evalSha === 'function' || typeof evalsha === 'function') return undefined;
  return 'client must be a client or cluster of redis or ioredis. Pass it as the first argument, options as the second';
}

/** A script for the server, which runs it in one atomic step. */
export interface Script {
  readonly text: string;
  readonly sha: string;
}

/** Creates a script. Its keys must share a cluster slot. */
export const script = (text: string): Script => ({ text, sha: createHash('sha1').update(text).digest('hex') });

/** Runs a script, and waits for its result at most as long as the runner's timeout and `withinMs` allow. */
export type RunScript = (script: Script, keys: string[], values: string[], withinMs?: number) => Promise<unknown>;

/**
 * Runs scripts with either library.
 *
 * @param timeoutMs Longest wait for a result, in milliseconds. Some clients queue commands endlessly while there is no
 * connection, and no call should wait that long.
 */
export function scriptRunner(client: RedisClient, timeoutMs: number): RunScript {
  const bySha = (sha: string, keys: string[], values: string[]) =>
    'evalSha' in client
      ? client.evalSha(sha, { keys, arguments: values })
      : client.evalsha(sha, keys.length, ...keys, ...values);
  const byText = (text: string, keys: string[], values: string[]) =>
    'evalSha' in client
      ? client.eval(text, { keys, arguments: values })
      : client.eval(text, keys.length, ...keys, ...values);

  return async ({ sha, text }, keys, values, withinMs = timeoutMs) => {
    const limitMs = Math.min(withinMs, timeoutMs);
    const ask = async () => {
      try {
        return await bySha(sha, keys, values);
      } catch (error) {
        if (/NOSCRIPT/.test(String(error))) return byText(text, keys, values); // the server was restarted, or is another one
        throw error;
      }
    };
    try {
      return await runWithin({ limitMs, tooLate: `no response within ${limitMs} ms` }, ask);
    } catch (error) {
      throw withoutValues(error);
    }
  };
}

/** Removes the command and its values, which are grants, from the libraries' errors. */
function withoutValues(error: unknown): Error {
  const { message, code } = error as { message?: string; code?: string };
  const text = (message || code || String(error)).replace(/,? with args beginning with.*/s, '');
  return Object.assign(new Error(`Redis: ${text}`), code && { code });
}

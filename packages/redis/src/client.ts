import { createHash } from 'node:crypto';
import { runWithin } from '@x/core/provider';

/** What is used of a client, or cluster, of `redis` (node-redis). */
export interface NodeRedisClient {
  /** Runs a Lua script. */
  eval(script: string, options: { keys: string[]; arguments: string[] }): Promise<unknown>;
  /** Runs a Lua script that the server has stored, by its SHA-1 hash. */
  evalSha(sha: string, options: { keys: string[]; arguments: string[] }): Promise<unknown>;
}

/** What is used of a client, or cluster, of `ioredis`. */
export interface IoRedisClient {
  /** Runs a Lua script. */
  eval(script: string, count: number, ...keysAndArguments: string[]): Promise<unknown>;
  /** Runs a Lua script that the server has stored, by its SHA-1 hash. */
  evalsha(sha: string, count: number, ...keysAndArguments: string[]): Promise<unknown>;
}

/** A connected client of yours. It stays yours: nothing here opens or closes connections. */
export type RedisClient = NodeRedisClient | IoRedisClient;

/** What is wrong with the client that was passed; undefined if nothing is. */
export function problemOfClient(client: unknown): string | undefined {
  const { evalSha, evalsha } = Object(client) as Record<string, unknown>;
  if (typeof evalSha === 'function' || typeof evalsha === 'function') return undefined;
  return 'client must be a client or cluster of redis or ioredis. Pass it as the first argument, options as the second';
}

/** A script for the server; each runs there in one step. */
export interface Script {
  readonly text: string;
  readonly sha: string;
}

/** Names a script. Its keys share a cluster slot. */
export const script = (text: string): Script => ({ text, sha: createHash('sha1').update(text).digest('hex') });

/** Runs a script, and waits for its result no longer than the runner does, nor than `withinMs`. */
export type RunScript = (script: Script, keys: string[], values: string[], withinMs?: number) => Promise<unknown>;

/**
 * Runs scripts with either library.
 *
 * @param timeoutMs Some clients keep commands without end while there is no connection: no call should wait that long.
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
        if (/NOSCRIPT/.test(String(error))) return byText(text, keys, values); // the server was restarted, or is another
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

/** Errors of the libraries carry the command with its values, which are grants. */
function withoutValues(error: unknown): Error {
  const { message, code } = error as { message?: string; code?: string };
  const text = (message || code || String(error)).replace(/,? with args beginning with.*/s, '');
  return Object.assign(new Error(`Redis: ${text}`), code && { code });
}

import { type ClientOptions, type ErrorCode, isApiError } from '@x/core';
import { createClient, type EndpointSpec, type ErrorRule, endpoint, type Provider } from '@x/core/provider';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';

/** An error response from the provider, and the error that the client must create from it. */
export interface ErrorCase {
  readonly status: number;
  /** Body, sent as JSON; a string is sent unchanged. */
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Special properties of the endpoint that was called. Default: none. */
  readonly endpoint?: Partial<Pick<EndpointSpec, 'host' | 'path' | 'deprecated'>>;
  /** Query of the request. Default: none. */
  readonly query?: Readonly<Record<string, string>>;
  readonly code: ErrorCode;
  /** Part of the message, such as the start of its remedy. Default: the message is not checked. */
  readonly remedy?: string;
  /** Whether the same call may succeed later. Default `false`. */
  readonly retryable?: boolean;
  /** Expected wait in milliseconds. Default: none. */
  readonly retryAfterMs?: number | undefined;
  /** Whether the client must get another token and repeat the call once. Default `false`. */
  readonly tokenRefused?: boolean;
}

/** Time of the clients, in Unix milliseconds. */
const now = 990_000;

/** Wraps a rule so that it adds itself to `used` when it matches. */
function watched(rule: ErrorRule, used: Set<ErrorRule>): ErrorRule {
  const when: NonNullable<ErrorRule['match']['when']> = (failure, reported) => {
    const holds = rule.match.when?.(failure, reported) ?? true;
    if (holds) used.add(rule); // checked last, when all other conditions hold
    return holds;
  };
  return { ...rule, match: { ...rule.match, when } };
}

/**
 * Tests a provider's error rules, from the response to the call's error. Fails if a rule has no case, or if no case
 * reaches it because an earlier rule matches the same responses.
 *
 * @param create Creates the provider.
 */
export function describeErrorRules(create: (options: ClientOptions) => Provider, cases: readonly ErrorCase[]): void {
  /** Calls an endpoint that responds as in a case. */
  async function fail(given: ErrorCase) {
    const { status, body, headers = {}, endpoint: { path = '/called', ...special } = {}, query = {} } = given;
    let attempts = 0;
    const fetch: typeof globalThis.fetch = async (input) => {
      if (String(input).endsWith('/token')) return Response.json({ access_token: 'a-token', expires_in: 3600 });
      attempts += 1;
      return new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers });
    };
    const provider = create({ fetch, retries: 0, clock: { now: () => now } });
    const rules = provider.errorRules ?? [];
    const used = new Set<ErrorRule>();
    const values = Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, '1']));
    const schemaOf = (all: object) => v.object(Object.fromEntries(Object.keys(all).map((name) => [name, v.string()])));
    const sent = { params: schemaOf(values), query: schemaOf(query) };
    const called = endpoint({ method: 'GET', path, auth: 'app', ...sent, response: v.unknown(), docs: '', ...special });
    const client = createClient({ ...provider, errorRules: rules.map((rule) => watched(rule, used)) }, { called });
    const error: unknown = await client.called({ ...values, ...query }).then(
      () => expect.unreachable('the call must fail'),
      (reason) => reason,
    );
    if (!isApiError(error)) throw error;
    return { error, attempts, used, rules };
  }

  describe('error rules', () => {
    it.each(cases)('turn $status $body into $code', async (expected) => {
      const { error, attempts } = await fail(expected);
      expect(error).toMatchObject({
        code: expected.code,
        status: expected.status,
        retryable: expected.retryable ?? false,
      });
      expect(error.retryAfterMs).toBe(expected.retryAfterMs);
      expect(attempts).toBe(expected.tokenRefused ? 2 : 1);
      if (expected.remedy !== undefined) expect(error.message).toContain(expected.remedy);
    });

    it('all have a case that reaches them', async () => {
      const results = await Promise.all(cases.map(fail));
      const unused = [...(create({}).errorRules ?? [])].filter(
        (_, index) => !results.some(({ rules, used }) => used.has(rules[index] as ErrorRule)),
      );
      expect(unused).toEqual([]);
    });
  });
}

import { checkOptions, optionsError } from '../options/check-options.ts';
import type { OptionRules } from '../options/option-rule.ts';

/** Describes a client factory for error messages. */
export interface ClientOptionsOwner {
  /** Name of the provider: `stream`. */
  readonly provider: string;
  /** Name of the provider's client factory: `createStreamClient`. */
  readonly factory: string;
  /** Options that the factory requires: `clientId and clientSecret`. */
  readonly needs: string;
  /** Function that was called; the error's stack starts below it. */
  readonly below: (...args: never[]) => unknown;
}

/**
 * Checks a client's options before anything is read from them.
 *
 * @throws ApiError `invalid_params` when there are none, when a public client has a secret, and as {@link checkOptions}
 * does.
 */
export function checkClientOptions(
  { provider, factory, needs, below }: ClientOptionsOwner,
  options: unknown,
  rules: OptionRules,
): void {
  const owner = { provider, operation: `${provider} client`, below };
  if (options === undefined) throw optionsError(owner, `${factory} needs options: ${needs}`);
  const { clientType, clientSecret } = Object(options);
  const problem =
    clientType === 'public' && clientSecret !== undefined
      ? "clientSecret contradicts clientType: 'public', an application without a secret. Leave one of the two out"
      : undefined;
  checkOptions(owner, options, rules, problem);
}

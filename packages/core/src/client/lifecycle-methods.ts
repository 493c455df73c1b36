import type { ClientLifecycle, CloseOptions } from '../declare/lifecycle.ts';
import { optionKind, type RulesOf } from '../options/option-rule.ts';
import { problemOfOptions } from '../options/problem-of-options.ts';
import type { ClientContext } from '../pipeline/call.ts';
import { createError } from '../pipeline/create-error.ts';
import { beginCall, noEndpoint } from './begin-call.ts';
import type { CreatorsOf } from './lazy-properties.ts';

const closeRules = { graceMs: optionKind.millisecondsFrom0 } satisfies RulesOf<CloseOptions>;

/** What creates the methods by which a client reports on itself and ends. @internal */
export const lifecycleProperties: CreatorsOf<{ readonly client: ClientContext }> = {
  health:
    ({ client: { lifecycle } }) =>
    () =>
      lifecycle.health(),
  close({ client: { provider, lifecycle } }) {
    return async function close(options: CloseOptions = {}): Promise<void> {
      const problem = problemOfOptions(options, closeRules);
      if (problem !== undefined)
        throw createError(provider, beginCall(provider, 'close', close, noEndpoint), problem, {
          code: 'invalid_params',
        });
      return lifecycle.close(options.graceMs);
    };
  },
};

/** Lets `await using` close a client that has the properties above. @internal */
export function makeDisposable(client: object): object {
  // Some of the supported runtimes do not have the symbol, and some applications add it.
  const key: symbol | undefined = Symbol.asyncDispose;
  const dispose = () => (client as ClientLifecycle).close();
  return key ? Object.defineProperty(client, key, { value: dispose }) : client;
}

import { clientOptionRules, type Provider } from '../declare/provider.ts';
import { refusal } from '../errors.ts';
import { problemOfOptions } from '../options/problem-of-options.ts';
import { problemOfAddress } from '../pipeline/address.ts';

/** Whether a credential can travel in a header: Latin-1 without control characters, and not with spaces around it. */
const isSendable = (value: string): boolean => /^[\x20-\x7e\xa0-\xff]+$/.test(value) && value.trim() === value;

/** Why a client cannot be created from these options; undefined if it can. @internal */
export function problemOfProvider(provider: Provider): ReturnType<typeof refusal> | undefined {
  const { credentials, baseUrl, authUrl, signUp, serverOnly, options } = provider;
  // The provider knows the names of its own options; see `checkClientOptions`.
  const problem = problemOfOptions(options, clientOptionRules, 'ignore');
  if (problem !== undefined) return refusal('invalid_params', problem);
  if (serverOnly && !options.allowBrowser && 'document' in globalThis)
    return refusal(
      'not_supported',
      'its credentials must not reach a browser. Use a server, or set allowBrowser: true',
    );
  for (const [name, value] of Object.entries({ ...credentials, baseUrl }))
    if (!value) return refusal('unauthenticated', `the option ${name} is missing. Get one at ${signUp}`);
  for (const [name, value] of Object.entries(credentials))
    if (typeof value !== 'string' || !isSendable(value))
      return refusal(
        'invalid_params',
        `${name} must be a string without line breaks, surrounding spaces or characters that no HTTP header can hold. Copy it again, without what surrounds it`,
      );
  const plainAllowed = options.allowInsecureHttp === true || Object.keys(credentials).length === 0;
  for (const [name, address] of Object.entries({ baseUrl, ...(authUrl !== undefined && { authUrl }) })) {
    const problem = problemOfAddress(address, plainAllowed);
    if (problem !== undefined) return refusal('invalid_params', `${name} ${problem}`);
  }
  return undefined;
}

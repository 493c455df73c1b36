import { clientOptionRules, type Provider } from '../declare/provider.ts';
import { type CodedError, codedError } from '../errors/api-error.ts';
import { problemOfOptions } from '../options/check-options.ts';
import { problemOfSharedHeaders } from '../pipeline/check-headers.ts';

/** Whether a credential can be sent in a header: Latin-1 without control characters or surrounding spaces. */
const isSendable = (value: string): boolean => /^[\x20-\x7e\xa0-\xff]+$/.test(value) && value.trim() === value;

/** Explains why a client cannot be created from these options; undefined if it can. */
export function problemOfProvider(provider: Provider): CodedError | undefined {
  const { credentials, baseUrl, authUrl, signUp, serverOnly, options } = provider;
  const runtime = problemOfRuntime();
  if (runtime !== undefined) return codedError('not_supported', runtime);
  // The provider knows the names of its own options; see `checkClientOptions`.
  const problem =
    problemOfOptions(options, clientOptionRules, { others: 'ignore' }) ?? problemOfSharedHeaders(options.headers);
  if (problem !== undefined) return codedError('invalid_params', problem);
  if (serverOnly && !options.allowBrowser && 'document' in globalThis)
    return codedError(
      'not_supported',
      'its credentials must not reach a browser. Use a server, or set allowBrowser: true',
    );
  for (const [name, value] of Object.entries({ ...credentials, baseUrl }))
    if (!value)
      return codedError(
        'unauthenticated',
        `the option ${name} is missing. ${/\s/.test(signUp) ? signUp : `Get one at ${signUp}`}`,
      );
  for (const [name, value] of Object.entries(credentials))
    if (typeof value !== 'string' || !isSendable(value))
      return codedError(
        'invalid_params',
        `${name} must be a string without line breaks, surrounding spaces or characters that no HTTP header can hold. Copy it again, without any text around it`,
      );
  const plainAllowed =
    options.allowInsecureHttp === true || (Object.keys(credentials).length === 0 && !provider.grants);
  for (const [name, address] of Object.entries({ baseUrl, ...(authUrl !== undefined && { authUrl }) })) {
    const problem = problemOfAddress(address, plainAllowed);
    if (problem !== undefined) return codedError('invalid_params', `${name} ${problem}`);
  }
  return undefined;
}

/**
 * Explains why the runtime is too old; undefined if it is not. Without this check, an old runtime fails in the middle
 * of a call because a function is missing. Bun and Deno report the version of Node that they are compatible with.
 */
function problemOfRuntime(): string | undefined {
  const { process } = globalThis as { process?: { versions?: { node?: string } } };
  const node = process?.versions?.node;
  if (node !== undefined && Number.parseInt(node, 10) < 22)
    return `it needs Node 22 or later, and this is Node ${node}. Update Node`;
  const isOld = typeof Promise.withResolvers !== 'function';
  return isOld
    ? 'it needs a runtime with Promise.withResolvers, which all runtimes have had since 2024. Update the runtime'
    : undefined;
}

/**
 * Whether requests to a host stay on this machine. Names under `invalid` never resolve (RFC 2606) and are used by
 * servers that run in the same process.
 */
const staysHere = (hostname: string): boolean =>
  /^(localhost|.+\.(localhost|invalid)|127(\.\d+){3}|\[::1\])$/.test(hostname);

/**
 * Describes the problem with an API or authorization server address, as the end of a sentence; undefined if there is
 * none.
 *
 * @param plainAllowed Whether `http:` is allowed for hosts other than this machine.
 */
export function problemOfAddress(address: unknown, plainAllowed: boolean): string | undefined {
  if (typeof address !== 'string' || !/^https?:\/\//i.test(address) || !URL.canParse(address))
    return 'must be an absolute URL that starts with https:// (or http:// for this machine), for example https://api.example.com';
  const { protocol, hostname, username, password } = new URL(address);
  if (username || password) return 'must not contain a user name or password: pass credentials as options';
  if (/[?#]/.test(address)) return 'must not contain a query or fragment';
  if (/[\s\\]/.test(address)) return 'must not contain spaces or backslashes';
  if (protocol === 'http:' && !plainAllowed && !staysHere(hostname))
    return 'uses http: and would send credentials unencrypted. Use https:, or set allowInsecureHttp: true for a network that you trust';
  return undefined;
}

import type { CatalogOperation } from '@x/catalog';
import { isSecretName, type Secrets } from '@x/mcp/apis';
import type { Provider } from '../apis.ts';
import { type Terminal, write } from '../terminal.ts';
import type { CallFlags } from './flags.ts';
import { openApi } from './open.ts';

const quoted = (text: string): string => (/^[\w:/.@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);

/** Headers whose values are secret. */
const secretHeaders = /^(authorization|cookie|.*(key|secret|token).*)$/i;

/** Prints the request that a call would send as a curl command without secrets. */
export async function dryRun(
  terminal: Terminal,
  operation: CatalogOperation,
  provider: Provider,
  flags: CallFlags,
  secrets: Secrets,
  call: (client: object) => PromiseLike<unknown>,
): Promise<void> {
  let command: string | undefined;
  // Stands in for the network, so that nothing is sent: neither the request, nor one for a token.
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    if (isTokenRequest(request))
      return Response.json({ access_token: 'dry-run', token_type: 'bearer', expires_in: 3600 });
    command ??= await curlOf(request);
    throw new TypeError('dry run');
  };
  const clientOptions = { fetch, retries: 0 };
  const { api, close } = await openApi(terminal, provider, flags, { secrets, operation, clientOptions });
  try {
    await call(api.client);
  } catch (error) {
    if (command === undefined) throw error; // the call failed before its request
  } finally {
    await close();
  }
  await write(terminal.stdout, `${secrets.hide(command ?? '')}\n`);
}

/** Whether a request gets or checks a token at an authorization server. */
const isTokenRequest = ({ url }: Request): boolean => /\/(oauth2|api)\/(token|validate)$/.test(new URL(url).pathname);

/** Writes a request as a curl command. Secrets in headers and JSON bodies are masked. */
export async function curlOf(request: Request): Promise<string> {
  const { method, url, headers } = request;
  const body = await request.text();
  const shown = [...headers].filter(([name]) => name !== 'user-agent' && name !== 'content-length');
  return [
    `curl${method === 'GET' ? '' : ` -X ${method}`} ${quoted(url)}`,
    ...shown.map(
      ([name, value]) =>
        `-H ${quoted(`${name}: ${secretHeaders.test(name) ? value.replace(/\S+$/, '[redacted]') : value}`)}`,
    ),
    ...(body === '' ? [] : [`-d ${quoted(withoutSecrets(body))}`]),
  ].join(' \\\n  ');
}

function withoutSecrets(body: string): string {
  try {
    return JSON.stringify(
      JSON.parse(body, (name, value) => (isSecretName(name) || name === 'client_id' ? '[redacted]' : value)),
    );
  } catch {
    return body; // not JSON
  }
}

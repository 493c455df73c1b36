import type { createSandbox as Create } from '@x/sandbox';

/** One provider's first call: the path, and what the request is. */
type Call = (sandbox: Awaited<ReturnType<typeof Create>>) => Promise<Response>;

const json = { 'content-type': 'application/json' };

const calls: Readonly<Record<string, Call>> = {
  async stream({ fetch, options: { stream } }) {
    const { clientId, clientSecret, baseUrl, authUrl } = stream;
    const form = { client_id: clientId, client_secret: clientSecret, grant_type: 'client_credentials' };
    const token = await fetch(`${authUrl}/oauth2/token`, { method: 'POST', body: new URLSearchParams(form) });
    const { access_token } = (await token.json()) as { access_token: string };
    const headers = { authorization: `Bearer ${access_token}`, 'client-id': clientId };
    return fetch(`${baseUrl}/streams`, { headers });
  },
  async music({ fetch, options: { music } }) {
    const { clientId, clientSecret, baseUrl, authUrl } = music;
    const token = await fetch(`${authUrl}/api/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    });
    const { access_token } = (await token.json()) as { access_token: string };
    const headers = { authorization: `Bearer ${access_token}` };
    return fetch(`${baseUrl}/v1/search?q=love&type=track`, { headers });
  },
  bank({ fetch, options: { bank }, controls }) {
    const access_token = controls.bank.accessTokens[0];
    const body = JSON.stringify({ client_id: bank.clientId, secret: bank.secret, access_token });
    return fetch(`${bank.baseUrl}/transactions/sync`, { method: 'POST', headers: json, body });
  },
  food: ({ fetch, options: { food } }) =>
    fetch(`${food.baseUrl}/fdc/v1/foods/search?query=cheddar&api_key=${food.apiKey}`),
  quotes: ({ fetch, options: { quotes } }) => fetch(`${quotes.baseUrl}/quotes`),
  // What every program with a request of the Fetch API takes, whatever server responds.
  'Fetch API alone': async () => {
    const request = new Request('http://sandbox.invalid/', { method: 'POST', body: '{}' });
    return new Response(await request.text());
  },
};

/** What a start took, in milliseconds and bytes. */
export interface StartTook {
  readonly importMs: number;
  readonly totalMs: number;
  readonly bytes: number;
}

const [, file = '', name = ''] = process.argv; // run with --eval: there is no script's name among them
const call = calls[name];
if (!call) throw new Error(`there is no call ${name}`);
const before = process.memoryUsage.rss();
const startedAt = performance.now();
const needsSandbox = name !== 'Fetch API alone';
const { createSandbox }: { createSandbox: typeof Create } = needsSandbox ? await import(file) : {};
const importMs = performance.now() - startedAt;
const sandbox = needsSandbox ? await createSandbox({ listen: false }) : undefined;
const response = await call(sandbox as Awaited<ReturnType<typeof Create>>);
if (!response.ok) throw new Error(`${name} responded ${response.status}`);
await response.text();
const took: StartTook = {
  importMs,
  totalMs: performance.now() - startedAt,
  bytes: process.memoryUsage.rss() - before,
};
console.log(JSON.stringify(took));

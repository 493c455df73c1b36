import type { createSandbox as Create, Sandbox } from '@x/sandbox';

/** The first call of each provider, of a user where it has users. */
const calls: Readonly<Record<string, (sandbox: Sandbox) => Promise<Response>>> = {
  quotes: ({ fetch, options: { quotes } }) => fetch(`${quotes.baseUrl}/quotes`),
  food: ({ fetch, options: { food } }) =>
    fetch(`${food.baseUrl}/fdc/v1/foods/search?query=cheddar&api_key=${food.apiKey}`),
  bank({ fetch, options: { bank }, controls }) {
    const [access_token] = controls.bank.accessTokens;
    const body = JSON.stringify({ client_id: bank.clientId, secret: bank.secret, access_token });
    const headers = { 'content-type': 'application/json' };
    return fetch(`${bank.baseUrl}/transactions/sync`, { method: 'POST', headers, body });
  },
  stream({ fetch, options: { stream }, controls }) {
    const authorization = `Bearer ${controls.stream.issueUserToken().accessToken}`;
    return fetch(`${stream.baseUrl}/streams`, { headers: { authorization, 'client-id': stream.clientId } });
  },
  music({ fetch, options: { music }, controls }) {
    const [user] = controls.music.users();
    const authorization = `Bearer ${controls.music.issueUserToken({ userId: user?.id ?? '', scopes: [] }).accessToken}`;
    return fetch(`${music.baseUrl}/v1/search?q=love&type=track`, { headers: { authorization } });
  },
};

/** What a start took, in milliseconds and bytes. */
export interface StartTook {
  readonly importMs: number;
  readonly totalMs: number;
  readonly bytes: number;
}

const [, file = '', name = ''] = process.argv; // run with --eval: there is no script's name among them
const before = process.memoryUsage.rss();
const startedAt = performance.now();
const { createSandbox }: { createSandbox: typeof Create } = await import(file);
const importMs = performance.now() - startedAt;
const response = await calls[name]?.(await createSandbox({ listen: false }));
if (!response?.ok) throw new Error(`${name} responded ${response?.status}`);
await response.text();
const took: StartTook = {
  importMs,
  totalMs: performance.now() - startedAt,
  bytes: process.memoryUsage.rss() - before,
};
console.log(JSON.stringify(took));

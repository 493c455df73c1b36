import { createHash } from 'node:crypto';
import { decodeProtectedHeader, importJWK, type JWK, jwtVerify } from 'jose';
import { Configuration, type CountryCode, PlaidApi, type Products } from 'plaid';
import type { App, Handler } from './app.ts';

const page = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Connect a bank</title></head>
<body>
<h1>Connect a bank</h1>
<button type="button">Connect a bank</button>
<p role="status"></p>
<script src="https://cdn.plaid.com/link/v2/stable/link-initialize.js"></script>
<script>
const status = document.querySelector('[role=status]');
async function post(path, body) {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) });
  const result = await response.json();
  if (!response.ok) throw new Error(result.message);
  return result;
}
document.querySelector('button').addEventListener('click', async () => {
  try {
    const { link_token } = await post('/link/token', {});
    const handler = Plaid.create({
      token: link_token,
      onSuccess: (public_token) =>
        post('/link/exchange', { public_token }).then(
          () => location.assign('/'),
          (error) => (status.textContent = error.message),
        ),
      onExit: (error) => (status.textContent = error ? error.error_message : 'Nothing was connected.'),
    });
    handler.open();
  } catch (error) {
    status.textContent = error.message;
  }
});
</script>
</body>
</html>`;

export function link({ credentials, origin, tokens, onNews, userOf }: App): Handler {
  const { baseUrl, clientId, clientSecret } = credentials;
  const headers = { 'PLAID-CLIENT-ID': clientId, 'PLAID-SECRET': clientSecret };
  const client = new PlaidApi(new Configuration({ basePath: baseUrl, baseOptions: { headers } }));
  const keys = new Map<string, JWK>();

  async function isFromPlaid(signature: string, body: string): Promise<boolean> {
    const { kid: key_id = '', alg } = decodeProtectedHeader(signature);
    if (alg !== 'ES256') return false;
    let key = keys.get(key_id);
    if (!key) {
      key = (await client.webhookVerificationKeyGet({ key_id })).data.key as JWK;
      keys.set(key_id, key);
    }
    const { payload } = await jwtVerify(signature, await importJWK(key, 'ES256'), { maxTokenAge: '5 min' });
    return payload.request_body_sha256 === createHash('sha256').update(body).digest('hex');
  }

  async function receive(request: Request): Promise<Response> {
    const body = await request.text();
    const isValid = await isFromPlaid(request.headers.get('plaid-verification') ?? '', body).catch(() => false);
    if (!isValid) return Response.json({ message: 'The signature is wrong.' }, { status: 403 });
    const { item_id } = JSON.parse(body);
    if (item_id) onNews(item_id);
    return Response.json({});
  }

  return async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === '/link/webhook') return receive(request);
    if (pathname === '/link') return new Response(page, { headers: { 'content-type': 'text/html' } });
    if (request.headers.get('origin') !== origin)
      return Response.json({ message: 'The request does not come from this app.' }, { status: 403 });
    const user = userOf(request);
    if (!user) return Response.json({ message: 'Sign in first.' }, { status: 401 });
    const { public_token } = await request.json();
    try {
      if (pathname === '/link/token') {
        const { data } = await client.linkTokenCreate({
          client_name: 'Spending',
          language: 'en',
          country_codes: ['US' as CountryCode],
          products: ['transactions' as Products],
          transactions: { days_requested: 730 },
          user: { client_user_id: user },
          webhook: `${origin}/link/webhook`,
        });
        return Response.json({ link_token: data.link_token });
      }
      if (pathname === '/link/exchange') {
        const { data } = await client.itemPublicTokenExchange({ public_token });
        tokens.set(`${user} ${data.item_id}`, data.access_token);
        return Response.json({ item_id: data.item_id });
      }
      return Response.json({ message: 'There is no such route.' }, { status: 404 });
    } catch {
      return Response.json({ message: 'The bank cannot be connected now. Try again.' }, { status: 502 });
    }
  };
}

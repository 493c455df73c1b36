const plaidScript = 'https://cdn.plaid.com/link/v2/stable/link-initialize.js';

/** Runs in the page. It is written as text, because it must not be bundled with the server's code. */
const script = `
const { base, returnTo } = document.currentScript.dataset;
const status = document.querySelector('[role=status]');
const query = new URLSearchParams(location.search);
const isReturn = query.has('oauth_state_id');
const saved = JSON.parse(sessionStorage.getItem(base) ?? '{}');
const item = isReturn ? saved.item : (query.get('item') ?? undefined);
async function post(path, body) {
  const response = await fetch(base + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const result = await response.json();
  if (!response.ok) throw new Error(result.message);
  return result;
}
async function connect(event) {
  try {
    const continues = isReturn && !event;
    const created = continues ? saved : await post('/token', { item });
    if (created.hosted_link_url) return location.assign(created.hosted_link_url);
    sessionStorage.setItem(base, JSON.stringify({ item, link_token: created.link_token }));
    const link = Plaid.create({
      token: created.link_token,
      ...(continues && { receivedRedirectUri: location.href }),
      async onSuccess(public_token) {
        try {
          await (item === undefined ? post('/exchange', { public_token }) : post('/repaired', { item }));
          location.assign(returnTo);
        } catch (error) {
          status.textContent = error.message;
        }
      },
      onExit(error) {
        link.destroy();
        status.textContent = error ? error.display_message || error.error_message : 'Nothing was connected.';
      },
    });
    link.open();
  } catch (error) {
    status.textContent = error.message;
  }
}
document.querySelector('button').addEventListener('click', connect);
connect();
`;

const attribute = (text: string) => text.replace(/[&"<>]/g, (character) => `&#${character.charCodeAt(0)};`);

/** Returns the page that opens Link. */
export function linkPage(basePath: string, returnTo: string): Response {
  const nonce = crypto.randomUUID();
  const data = `data-base="${attribute(basePath)}" data-return-to="${attribute(returnTo)}"`;
  const html = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Connect a bank</title>
<link rel="icon" href="data:,">
<style>body { font: 1rem system-ui, sans-serif; margin: 3rem auto; max-width: 40rem; padding: 0 1rem }</style></head>
<body><main><h1>Connect a bank</h1><button type="button">Connect a bank</button><p role="status"></p></main>
<script nonce="${nonce}" src="${plaidScript}"></script>
<script nonce="${nonce}" ${data}>${script}</script></body>
</html>
`;
  return new Response(html, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `script-src 'nonce-${nonce}' https://cdn.plaid.com; frame-ancestors 'none'`,
    },
  });
}

import { expect, onTestFinished, test } from 'vitest';
import { createSandbox } from '../create-sandbox.ts';
import { readForm } from './testing.ts';

test.each([[true], [false]])('signs in through the whole sandbox, with a socket: %s', async (listen) => {
  const sandbox = await createSandbox({ listen });
  onTestFinished(() => sandbox.close());
  const ask = listen ? fetch : sandbox.fetch;
  const { authUrl, clientId, clientSecret } = sandbox.options.music;
  const redirect_uri = 'http://127.0.0.1:3000/';
  const asked = new URLSearchParams({ client_id: clientId, redirect_uri, response_type: 'code' });

  const page = await ask(`${authUrl}/authorize?${asked}`);
  const [cookie = ''] = page.headers.getSetCookie()[0]?.split(';') ?? [];
  const body = new URLSearchParams({ ...readForm(await page.text()), decision: 'approve' });
  const approved = await ask(page.url || `${authUrl}/authorize?${asked}`, {
    method: 'POST',
    body,
    headers: { cookie },
    redirect: 'manual',
  });
  expect(approved.status).toBe(303);
  const code = new URL(approved.headers.get('location') ?? '').searchParams.get('code') ?? '';

  const answer = await ask(`${authUrl}/api/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      redirect_uri,
      client_id: clientId,
      client_secret: clientSecret,
    }),
  });
  const { access_token } = (await answer.json()) as { access_token: string };
  const { baseUrl } = sandbox.options.music;
  const me = await ask(`${baseUrl}/v1/me`, { headers: { authorization: `Bearer ${access_token}` } });
  expect(await me.json()).toMatchObject({ id: 'sandbox' });
});

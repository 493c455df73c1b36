import { toHttpStatus } from '@x/core';
import { music, webhooks } from './clients.ts';
import { syncItems } from './sync.ts';

export default {
  async fetch(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    if (pathname === '/webhooks/plaid') return webhooks.handle(request, { notification: () => syncItems() });

    const account = pathname.slice(1); // from your session, in a real app
    const user = music.withAccount(account).with({ signal: request.signal });
    try {
      const { display_name } = await user.users.me();
      return Response.json({ display_name });
    } catch (error) {
      return new Response(null, { status: toHttpStatus(error) });
    }
  },

  async scheduled(): Promise<void> {
    await syncItems();
  },
};

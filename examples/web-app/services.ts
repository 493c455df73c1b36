import { type BankOptions, createBankClient } from '@x/bank';
import * as plaid from '@x/bank/webhooks';
import { isApiError, logEvents } from '@x/core';
import { createMusicClient, type MusicOptions } from '@x/music';
import { signInRoutes } from '@x/oauth';
import { createStreamClient, type StreamOptions } from '@x/stream';
import * as twitch from '@x/stream/webhooks';
import type { ReceivedRequest } from '@x/webhooks';
import { sessionOf } from './session.ts';

export interface Settings {
  clients: { music: MusicOptions; stream: StreamOptions; bank: BankOptions };
  origin: string; // where browsers find the app
  secret: string; // openssl rand -base64 32
  eventSubSecret: string; // of your EventSub subscriptions
  deadlineMs: number; // of each call
  enqueue(job: string): void; // your job queue
}

export type Services = ReturnType<typeof createServices>;

export function createServices(settings: Settings) {
  const { clients, deadlineMs, enqueue } = settings;
  const onEvent = logEvents(console);
  const music = createMusicClient({ ...clients.music, onEvent });
  const stream = createStreamClient({ ...clients.stream, onEvent });
  const bank = createBankClient({ ...clients.bank, onEvent });

  const signIn = signInRoutes(
    { music, stream },
    {
      origin: settings.origin,
      encryption: { keys: [settings.secret] },
      scopes: {
        music: ['playlist-read-private'],
        stream: ['user:read:follows'],
      },
      accountOf: ({ headers }) => sessionOf(headers.get('cookie')),
      browserTokens: ['music'],
    },
  );

  const { verificationKey } = bank.webhooks;
  const fromPlaid = plaid.createWebhookReceiver({ verificationKey });
  const fromTwitch = twitch.createWebhookReceiver({
    secret: settings.eventSubSecret,
  });

  return {
    signIn: signIn.handle,

    receiveFromTwitch: (request: Request | ReceivedRequest) =>
      fromTwitch.handle(request, {
        notification({ type, event }) {
          if (type !== 'stream.online') return;
          enqueue(`online ${event.broadcaster_user_id}`);
        },
      }),

    receiveFromPlaid: (request: Request | ReceivedRequest) =>
      fromPlaid.handle(request, {
        notification({ event }) {
          if (event.webhook_code !== 'SYNC_UPDATES_AVAILABLE') return;
          enqueue(`sync ${event.item_id}`);
        },
      }),

    /** Returns a page of live streams, for any visitor. */
    async listStreams(cursor: string | undefined, signal: AbortSignal) {
      const bound = stream.with({ signal, deadlineMs, maxWaitMs: 1000 });
      const page = await bound.streams.list({ first: 20 }, { cursor });
      const names = page.items.map((each) => each.user_name);
      return { names, nextCursor: page.nextCursor };
    },

    /** Returns a user's data at both providers. */
    async openLibrary(account: string | undefined, signal?: AbortSignal) {
      const limits = { signal, deadlineMs, maxWaitMs: 1000 };
      return Promise.all([
        section('music', 'Your playlists', account, async (user) => {
          const own = music.with(limits).withAccount(user);
          const page = await own.playlists.list({ limit: 5 });
          return page.items.map(({ name }) => name);
        }),
        section('stream', 'Live now', account, async (user) => {
          const own = stream.with(limits).withAccount(user);
          const [me] = (await own.users.list()).items;
          const user_id = me?.id ?? '';
          const page = await own.streams.followed({ user_id, first: 5 });
          return page.items.map(({ user_name }) => user_name);
        }),
      ]);
    },
  };
}

/** A section of the page, with a button that connects or disconnects. */
async function section(
  name: string,
  title: string,
  account: string | undefined,
  load: (account: string) => Promise<string[]>,
) {
  const action = `/sign-in/${name}`;
  const closed = { name, title, items: [], action, label: `Connect ${name}` };
  if (account === undefined) return closed;
  try {
    const items = await load(account);
    const label = `Disconnect ${name}`;
    return { name, title, items, action: `${action}/sign-out`, label };
  } catch (error) {
    const code = isApiError(error) ? error.code : undefined;
    if (code === 'reauthorization_required') return closed; // or never connected
    throw error;
  }
}

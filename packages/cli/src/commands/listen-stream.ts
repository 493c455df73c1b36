import { randomBytes } from 'node:crypto';
import { callOperation } from '@x/catalog';
import { eventSubTypes } from '@x/stream';
import { createEventListener, type UserListeningClient, type WantedSubscription } from '@x/stream/events';
import { signWebhook } from '@x/stream/webhooks';
import type { Run } from '../command.ts';
import { Problem } from '../failure.ts';
import { untilInterrupted } from '../interrupt.ts';
import type { CallFlags } from '../operation/flags.ts';
import { openApi } from '../operation/open.ts';
import { say, type Terminal, write } from '../terminal.ts';
import { checkName } from './check-name.ts';
import { forward } from './forward.ts';

interface ListenFlags extends CallFlags {
  readonly 'forward-to'?: string;
  readonly condition?: readonly string[];
  readonly url?: string;
}

/** Stands for the calls of the command: Twitch lets only users listen over a WebSocket. */
const operation = { name: 'stream listen', auth: 'user', params: {} } as const;

/** Runs `x stream listen TYPE`. */
export const listenToStream: Run<ListenFlags> = async (terminal, flags, [type = ''], secrets) => {
  const { api, close } = await openApi(terminal, 'stream', flags, { secrets, operation });
  if (api.runsOn === 'sandbox') {
    await close();
    throw new Problem(
      'nothing happens on a sandbox that only this command sees. Run x sandbox, and set the variables that it prints',
    );
  }
  try {
    const subscription = await subscriptionFor(api.client, type, flags.condition ?? []);
    const url = flags.url ?? eventsUrl(terminal.env);
    const listener = createEventListener(api.client as UserListeningClient, { keepAlive: true, ...(url && { url }) });
    const { refused } = await listener.setSubscriptions([subscription]);
    const [problem] = refused;
    if (problem) throw problem.error;
    say(terminal, `listening to ${type}. Press Ctrl+C to stop`);
    const target = flags['forward-to'];
    const secret = secretFor(terminal, target);
    await untilInterrupted(async (signal) => {
      signal.addEventListener('abort', () => void listener.close());
      for await (const event of listener) {
        const { id, sentAt, version, subscription: own, event: data } = event;
        await write(
          terminal.stdout,
          `${secrets.hide(JSON.stringify({ id, sentAt, type: event.type, version, event: data }))}\n`,
        );
        if (target === undefined) continue;
        const signed = {
          secret,
          id,
          sentAt,
          type: event.type as string,
          version: version as string,
          event: data,
          subscription: own,
          url: target,
        };
        await forward(terminal, await signWebhook(signed as never));
      }
    });
  } finally {
    await close();
  }
};

/** Returns the address of a sandbox's events, if the client calls one. */
function eventsUrl({ STREAM_EVENTS_URL, STREAM_URL = '' }: Terminal['env']): string | undefined {
  if (STREAM_EVENTS_URL) return STREAM_EVENTS_URL;
  const isLocal = /^http:\/\/(127\.0\.0\.1|localhost)\b/.test(STREAM_URL);
  return isLocal ? `${new URL(STREAM_URL).origin.replace('http', 'ws')}/stream/ws` : undefined;
}

/** Returns the secret that events are signed with. A new one is shown, because the webhook needs it. */
function secretFor(terminal: Terminal, target: string | undefined): string {
  const { STREAM_WEBHOOK_SECRET: own } = terminal.env;
  if (own) return own;
  const secret = randomBytes(16).toString('hex');
  if (target !== undefined)
    say(terminal, `signing with the new secret ${secret}. To choose one, set STREAM_WEBHOOK_SECRET`);
  return secret;
}

/** Declarations of the versions of an event type, as far as they are used here. */
type Versions = Readonly<Record<string, { readonly required?: readonly string[]; readonly oneOf?: readonly string[] }>>;

/** Returns the subscription to the latest version of a type. Fields that are not given hold the user's ID. */
async function subscriptionFor(client: object, type: string, given: readonly string[]): Promise<WantedSubscription> {
  const types = eventSubTypes as Readonly<Record<string, Versions>>;
  const versions = types[checkName('event type', type, Object.keys(types))] ?? {};
  const [version = '1', { required = [], oneOf = [] } = {}] = Object.entries(versions).at(-1) ?? [];
  const condition = Object.fromEntries(given.map((text) => text.split('=', 2)));
  const open = [...required, ...oneOf.slice(0, given.length > 0 ? 0 : 1)].filter((name) => !(name in condition));
  if (open.length > 0) {
    const users = (await callOperation(client, 'users.list')) as { readonly items: readonly { readonly id: string }[] };
    for (const name of open) condition[name] = users.items[0]?.id;
  }
  return { type, version, condition } as object as WantedSubscription;
}

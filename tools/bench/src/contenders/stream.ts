import type { Contender } from '../contender.ts';
import { walks } from '../scenarios.ts';
import { leadFetch } from './lead.ts';

const common = { provider: 'stream', first: 'streams-20' } as const;

const ours: Contender = {
  ...common,
  name: '@x/stream',
  kind: 'ours',
  imports: { '@x/stream': 'createStreamClient' },
  async open({ stream }) {
    const { createStreamClient } = await import('@x/stream');
    const client = createStreamClient(stream);
    const streams = async (first: number) => (await client.streams.list({ first })).items.length;
    return {
      calls: { 'streams-20': () => streams(20), 'streams-100': () => streams(100) },
      walks: {
        async *cursor() {
          for await (const { items } of client.streams.list({ first: walks.cursor.size }).pages()) yield items.length;
        },
      },
    };
  },
};

export const stream: readonly Contender[] = [
  ours,
  {
    ...ours,
    name: "@x/stream, validation: 'strict'",
    isVariant: true,
    imports: {},
    open: (target) => ours.open({ ...target, stream: { ...target.stream, validation: 'strict' } }),
  },
  {
    ...common,
    name: '@twurple/api',
    kind: 'peer',
    imports: { '@twurple/api': 'ApiClient', '@twurple/auth': 'AppTokenAuthProvider' },
    async open(target) {
      leadFetch(target);
      const { ApiClient } = await import('@twurple/api');
      const { AppTokenAuthProvider } = await import('@twurple/auth');
      const { clientId, clientSecret } = target.stream;
      const client = new ApiClient({ authProvider: new AppTokenAuthProvider(clientId, clientSecret) });
      const streams = async (limit: number) => (await client.streams.getStreams({ limit })).data.length;
      return {
        calls: { 'streams-20': () => streams(20), 'streams-100': () => streams(100) },
        walks: {
          async *cursor() {
            const list = client.streams.getStreamsPaginated();
            for (let page = await list.getNext(); page.length > 0; page = await list.getNext()) yield page.length;
          },
        },
      };
    },
  },
];

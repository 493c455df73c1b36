import { Redis } from 'ioredis';
import { createClient } from 'redis';
import type { RedisClient } from '../src/index.ts';

/** A connection with one of the two libraries. */
export interface Connection {
  readonly client: RedisClient;
  /** Sends any command. */
  send(...command: string[]): Promise<unknown>;
  close(): void;
}

/** Connects with each library; commands fail at once if there is no server. */
export const libraries: Readonly<Record<'node-redis' | 'ioredis', (url: string) => Promise<Connection>>> = {
  async 'node-redis'(url) {
    const client = createClient({ url, disableOfflineQueue: true });
    client.on('error', () => {}); // failing commands reject anyway
    await client.connect();
    return { client, send: (...command) => client.sendCommand(command), close: () => client.destroy() };
  },
  async ioredis(url) {
    const client = new Redis(url, { lazyConnect: true, maxRetriesPerRequest: 0 });
    client.on('error', () => {});
    await client.connect();
    return { client, send: (...[name = '', ...rest]) => client.call(name, rest), close: () => client.disconnect() };
  },
};

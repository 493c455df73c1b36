import { createServer } from 'node:net';
import { createFoodClient } from '@x/food';
import { createQuotesClient } from '@x/quotes';
import { listen } from '@x/testing/programs';
import { it } from 'vitest';
import { byteEdit, edited, errorOf, fc, holds } from './fuzz-kit.ts';
import { record } from './fuzz-record.ts';
import { around, methodOf } from './fuzz-world.ts';
import { noteUnhandled } from './unhandled.ts';

// Fuzzes responses as bytes on a socket, which the client reads with its own transport.

noteUnhandled();

const lines = [
  'content-encoding: gzip',
  'content-encoding: br, deflate',
  'content-encoding: nonsense',
  'transfer-encoding: chunked',
  'content-length: 7',
  'content-length: -1',
  'location: http://elsewhere.invalid/',
  'connection: close',
  'retry-after: -1',
  ': no name',
  'no colon',
  'x: \u00e4\u0000',
];
const heads = [
  'HTTP/1.1 200 OK',
  'HTTP/1.1 204 No Content',
  'HTTP/1.0 200',
  'HTTP/1.1 302 Found',
  'HTTP/1.1 101 No',
  'HTTP/1.1 999 No',
  'HTTP/3 200',
];

let bytes = Buffer.alloc(0);
const server = createServer((socket) => {
  socket.on('error', () => {}).once('data', () => socket.end(bytes));
}).unref();
const baseUrl = await listen(server);
const options = { baseUrl, retries: 0, maxBodyBytes: 1_000_000, timeoutMs: 10_000 };
const clients = {
  food: () => createFoodClient({ ...options, apiKey: 'food-key' }),
  quotes: () => createQuotesClient(options),
};
const real = await record(['food', 'quotes']);

it('responses on a socket with changed heads and bytes lead to a result or an ApiError', () =>
  holds(
    300,
    fc.asyncProperty(
      fc.nat(),
      fc.constantFrom(...heads),
      fc.array(fc.constantFrom(...lines), { maxLength: 2 }),
      fc.boolean(),
      fc.array(byteEdit, { maxLength: 2 }),
      async (index, head, more, chunked, edits) => {
        const { provider, name, params, answer } = around(real, index);
        const body = Buffer.from(answer.text);
        const size = chunked ? 'transfer-encoding: chunked' : `content-length: ${body.length}`;
        bytes = Buffer.concat([
          Buffer.from(`${[head, 'content-type: application/json', size, ...more].join('\r\n')}\r\n\r\n`, 'latin1'),
          chunked ? Buffer.from(`${body.length.toString(16)}\r\n`) : Buffer.alloc(0),
          body,
          Buffer.from(chunked ? '\r\n0\r\n\r\n' : ''),
        ]);
        bytes = edits.reduce(edited, bytes);
        await errorOf(() => methodOf(clients[provider as keyof typeof clients](), name)(params));
      },
    ),
  ));

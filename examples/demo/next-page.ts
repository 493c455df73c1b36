/**
 * Continues from a cursor that another process has saved: `node next-page.ts <cursor>`, with the credentials and
 * addresses of the stream API in the environment. Prints the page as JSON.
 */
import { createStreamClient } from '@x/stream';

const { STREAM_CLIENT_ID: clientId = '', STREAM_CLIENT_SECRET: clientSecret = '' } = process.env;
const { STREAM_URL: baseUrl, STREAM_AUTH_URL: authUrl } = process.env; // unset: the real hosts
const [, , cursor = ''] = process.argv;

const stream = createStreamClient({ clientId, clientSecret, baseUrl, authUrl });
const { items } = await stream.streams.list({ first: 3 }, { cursor });
console.log(JSON.stringify(items.map(({ viewer_count, user_name }) => [viewer_count, user_name])));

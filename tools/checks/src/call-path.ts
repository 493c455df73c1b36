// Prints the files of core that run in a call whose token is in memory, as JSON.
import { createServer } from 'node:http';
import { Session } from 'node:inspector/promises';
import { createMusicClient } from '@x/music';
import { createSandbox } from '@x/sandbox';
import { listen } from '@x/testing/programs';

const sandbox = await createSandbox({ listen: false });
const { items } = await createMusicClient(sandbox.options.music).search({ q: 'the', type: 'track', limit: 1 });
const track = JSON.stringify(items[0]);
const server = createServer((request, response) =>
  response.end(request.url?.includes('token') ? '{"access_token":"t","expires_in":3600}' : track),
);
const url = await listen(server);
const music = createMusicClient({
  clientId: 'id',
  clientSecret: 'secret',
  baseUrl: url,
  authUrl: url,
});
const call = () => music.tracks.get({ id: '11dFghVXANMlKmJXsNCbNl' });
await call(); // gets the token

const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
await session.post('Profiler.takePreciseCoverage'); // forgets what ran before
await call();
const { result } = await session.post('Profiler.takePreciseCoverage');
const files = result
  .filter(({ functions }) => functions.some(({ ranges: [range] }) => range && range.startOffset > 0 && range.count > 0))
  .flatMap((script) => /packages\/core\/src\/(.+\.ts)$/.exec(script.url)?.[1] ?? []);
console.log(JSON.stringify(files.sort()));
process.exit();

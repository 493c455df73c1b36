import { setImmediate as nextTurn } from 'node:timers/promises';
import { exchange } from '../src/transport/node.ts';

// Count the sockets that keep the process alive after the response to a background request, plain or compressed.
const counts: string[] = [];
setInterval(() => {}, 1000); // otherwise the process ends before the responses arrive

for (const path of ['/plain', '/zipped']) {
  const { signal } = new AbortController();
  await exchange(process.argv[2] + path, { method: 'GET', headers: {}, body: undefined, signal }, 1000, true);
  await nextTurn();
  await nextTurn();
  const alive = process.getActiveResourcesInfo().filter((name) => name.startsWith('TCP'));
  counts.push(`${path} ${alive.length}`);
}
console.log(counts.join(', '));
process.exit();

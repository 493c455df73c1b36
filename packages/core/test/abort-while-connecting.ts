import { connect } from 'node:net';
import { exchange } from '../src/transport/node.ts';

// Fill the backlog of a stopped server, so that the next connection waits, then abort a request to it.
const port = Number(process.argv[2]);
const fillers = Array.from({ length: 16 }, () => connect(port, '127.0.0.1').on('error', () => {}));
await new Promise((resolve) => setImmediate(resolve));

const controller = new AbortController();
const request = { method: 'GET', headers: {}, body: undefined, signal: controller.signal };
const call = exchange(`http://127.0.0.1:${port}/`, request, 1000);
setImmediate(() => controller.abort(new Error('aborted')));
const outcome = await call.then(
  () => 'responded',
  (error: Error) => error.message,
);
for (const filler of fillers) filler.destroy();
await new Promise((resolve) => setImmediate(resolve));
await new Promise((resolve) => setImmediate(resolve));
const alive = process.getActiveResourcesInfo().filter((name) => name.startsWith('TCP'));
console.log(`${outcome}, ${alive.length} sockets keep the process alive`);
process.exit();

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

// Respond to every request with the number of connections opened so far.
let connections = 0;
const server = createServer((_, response) => response.end(JSON.stringify({ id: String(connections) })));
server.on('connection', () => {
  connections += 1;
});
server.listen(0, '127.0.0.1', 1024, () => process.send?.((server.address() as AddressInfo).port));

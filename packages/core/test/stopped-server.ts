import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';

// Listen with the shortest backlog. Once this process is stopped, nothing accepts connections and the backlog can be
// filled.
const server = createServer(() => {});
server.listen(0, '127.0.0.1', 1, () => {
  const { port } = server.address() as AddressInfo;
  process.send?.(port);
});

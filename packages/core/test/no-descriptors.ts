import { openSync } from 'node:fs';
import { testClient } from './test-kit.ts';

const { things } = testClient(process.argv[2] as string, { retries: 2 });
await things.maybe(); // opens a connection
try {
  for (;;) openSync('/dev/null', 'r');
} catch {} // no file descriptors are left
const error = await things.get({ id: 'busy' }).then(undefined, (error: unknown) => error);
console.log(JSON.stringify(error));
process.exit();

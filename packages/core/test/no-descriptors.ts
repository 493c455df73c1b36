import { openSync } from 'node:fs';
import { testClient } from './test-kit.ts';

const { things } = testClient(process.argv[2] as string, { retries: 2 });
await things.maybe(); // a connection is open
try {
  for (;;) openSync('/dev/null', 'r');
} catch {} // no file descriptor is left
const error = await things.get({ id: 'busy' }).then(undefined, (error: unknown) => error);
console.log(JSON.stringify(error));
process.exit();

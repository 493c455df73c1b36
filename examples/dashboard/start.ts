import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createSandbox } from '@x/sandbox';

// Runs the app on this machine with two server processes that share Redis, and a sandbox in place of the three APIs.
const { REDIS_URL, PORTS = '3000,3001' } = process.env;
if (!REDIS_URL) {
  console.error('dashboard: REDIS_URL is not set. Start redis-server, and set it to redis://127.0.0.1:6379');
  process.exit(1);
}
const { options } = await createSandbox({ bank: { readyAtOnce: true } });
const env = { ...process.env, CLIENTS: JSON.stringify(options), APP_SECRET: randomBytes(32).toString('base64') };
for (const PORT of PORTS.split(',')) {
  const server = fork(new URL('server.ts', import.meta.url), { env: { ...env, PORT } });
  server.once('exit', (code) => process.exit(code ?? 1));
  process.once('SIGTERM', () => server.kill());
}

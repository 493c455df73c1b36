import { expect, it, onTestFinished } from 'vitest';
import { createSandbox } from '../../create-sandbox.ts';

it.each([
  ['a wrong key', '/zones', 'wrong', 401, 'BAD_KEY'],
  ['an unknown zone', '/zones/atlantis', undefined, 404, 'NO_SUCH_ZONE'],
  ['an unknown path', '/nothing', undefined, 404, 'not_found'],
])('the Clocks API refuses %s', async (_, path, key, status, code) => {
  const sandbox = await createSandbox({ listen: false });
  onTestFinished(() => sandbox.close());
  const { baseUrl, apiKey } = sandbox.options.clocks;
  const response = await sandbox.fetch(baseUrl + path, { headers: { 'x-api-key': key ?? apiKey } });
  expect([response.status, await response.json()]).toMatchObject([status, { error: { code } }]);
});

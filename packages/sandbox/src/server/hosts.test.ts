import { expect, it } from 'vitest';
import { createSandbox } from '../create-sandbox.ts';
import { isAllowedHost } from './hosts.ts';

it.each<[host: string, listening: string, expected: boolean, allowed?: string[]]>([
  ['127.0.0.1:4010', '127.0.0.1', true],
  ['127.9.9.9', '127.0.0.1', true],
  ['localhost:4010', '127.0.0.1', true],
  ['app.localhost:4010', '127.0.0.1', true],
  ['[::1]:4010', '127.0.0.1', true],
  ['LOCALHOST', '127.0.0.1', true],
  ['rebound.example:4010', '127.0.0.1', false],
  ['localhost.rebound.example', '127.0.0.1', false],
  ['notlocalhost', '127.0.0.1', false],
  ['127.0.0.1.rebound.example', '127.0.0.1', false],
  ['127.0.0.1@rebound.example', '127.0.0.1', false],
  ['rebound.example@127.0.0.1', '127.0.0.1', false],
  ['127.0.0.1/rebound.example', '127.0.0.1', false],
  ['192.168.0.7:4010', '127.0.0.1', false],
  ['', '127.0.0.1', false],
  ['a b', '127.0.0.1', false],
  ['box.example:4010', 'box.example', true],
  ['other.example:4010', 'box.example', false],
  ['192.168.0.7:4010', '0.0.0.0', true],
  ['[fe80::7]:4010', '[::]', true],
  ['0.0.0.0:4010', '0.0.0.0', true],
  ['rebound.example:4010', '0.0.0.0', false],
  ['192.168.0.7.rebound.example', '0.0.0.0', false],
  ['sandbox:4010', '0.0.0.0', true, ['sandbox']],
  ['SANDBOX', '0.0.0.0', true, ['Sandbox']],
  ['[fe80::7]:1', '127.0.0.1', true, ['[FE80::7]']],
  ['not-sandbox', '0.0.0.0', false, ['sandbox']],
  ['a.sandbox', '0.0.0.0', false, ['sandbox']],
])('the host %j of a sandbox that listens on %s is allowed: %s', (host, listening, expected, allowed) => {
  expect(isAllowedHost(host, listening, allowed)).toBe(expected);
});

it.each(['http://box', 'box:4010', 'box/', '', 'a^b', 7])('allowedHosts must not contain %j', async (name) => {
  await expect(createSandbox({ listen: false, allowedHosts: ['box', name as string] })).rejects.toThrow(
    `allowedHosts[1] must be a host name without scheme, port or path, such as "sandbox" or "box.example"; got ${typeof name === 'number' ? 'a number' : JSON.stringify(name)}`,
  );
});

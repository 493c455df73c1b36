import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { createMusicClient } from '@x/music';
import { createSandbox, type Sandbox } from '@x/sandbox';
import { accountStore } from '@x/stores/accounts';
import { environmentOf } from '@x/testing/programs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runCli } from '../../test/run-cli.ts';
import { complete } from '../complete.ts';
import { exitCodes } from '../failure.ts';
import type { Terminal } from '../terminal.ts';

let sandbox: Sandbox;
let folder: string;
let env: Record<string, string | undefined>;
beforeAll(async () => {
  sandbox = await createSandbox();
  folder = mkdtempSync(join(tmpdir(), 'x-cli-'));
  env = { ...environmentOf(sandbox), BANK_ACCESS_TOKEN: undefined, XDG_CONFIG_HOME: folder };
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await sandbox.close();
});

const run = (line: string) => runCli(line.split(' '), { env });

it('signs in to banks, makes calls for the only one or the one that is named, and signs out', async () => {
  const before = await run('accounts');
  expect([before.stdout, readdirSync(folder)]).toEqual(['[]\n', []]); // looking creates no store

  const login = await run('login bank --account first --store file --institution ins_109508');
  expect(login.stderr).toBe(
    `x: signed in to bank as first. Stored encrypted in ${join(folder, 'x')}; the key is in a file there that only you can read\n`,
  );
  const only = await run('bank item get -o json --fields item.item_id');
  expect(only.stderr).toBe('');
  const { item_id: id } = JSON.parse(only.stdout).item;

  const again = await run('login bank --account first --institution ins_109508');
  expect([again.stderr, again.exitCode]).toEqual([
    'x: there is a login first already. Choose another name, or repair it with --repair\n',
    exitCodes.conflict,
  ]);
  const elsewhere = await run('login bank --store keychain');
  expect(elsewhere.stderr).toContain("--store is 'keychain', but the key of the accounts in ");
  expect(elsewhere.stderr).toContain('is in the file. Leave --store out, or delete');
  await run('login bank --account second --institution ins_109508');
  const several = await run('bank item get');
  expect([several.stderr, several.exitCode]).toEqual([
    'x: there are several accounts of bank. Choose with --account: first, second\n',
    exitCodes.invalid_params,
  ]);
  expect((await run('bank item get --account secnd')).stderr).toContain('did you mean second?');
  const second = await run('whoami bank --account second -o json --fields item.item_id');
  expect(JSON.parse(second.stdout).item.item_id).not.toBe(id);
  let proposed = '';
  const stdout = new Writable({
    write(chunk, _, done) {
      proposed += chunk;
      done();
    },
  });
  await complete(['bank', 'item', 'get', '--account', 'f'], { stdout, env } as unknown as Terminal);
  expect(proposed).toMatch(/^first\t/);
  const listed = await run('accounts');
  expect(JSON.parse(listed.stdout)).toEqual([
    { provider: 'bank', name: 'first' },
    { provider: 'bank', name: 'second' },
  ]);

  expect((await run('logout bank --account first')).stderr).toBe('x: first of bank is no longer stored\n');
  expect(JSON.parse((await run('bank item get -o json --fields item.item_id')).stdout).item.item_id).not.toBe(id);
});

it('uses the accounts that other programs of the person signed in', async () => {
  const store = await accountStore({ directory: join(folder, 'x') });
  const [user] = sandbox.controls.music.users();
  const scopes = ['user-read-private'];
  const issued = sandbox.controls.music.issueUserToken({ userId: user?.id ?? '', scopes });
  const app = createMusicClient({ ...sandbox.options.music, tokens: store.tokens });
  await app.accounts.set('ann', { ...issued, scopes });
  const me = await run('music users me -o json --fields id');
  expect(JSON.parse(me.stdout)).toEqual({ id: user?.id });
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  for (const entry of files)
    expect(readFileSync(join(entry.parentPath, entry.name), 'utf8')).not.toContain(issued.accessToken);
  const { stderr, exitCode } = await run('logout music');
  expect([stderr, exitCode]).toEqual(['x: ann of music is no longer stored\n', 0]);
  expect(JSON.parse((await run('accounts')).stdout)).not.toContainEqual({ provider: 'music', name: 'ann' });
});

it.each([
  ['login food', 'x: food has no users to sign in. See x doctor food\n', exitCodes.not_supported],
  ['logout stream', 'x: there is no account of stream\n', exitCodes.not_found],
  [
    'stream users list --account ann',
    'x: there is no account of stream. Run x login stream\n',
    exitCodes.unauthenticated,
  ],
])('x %s says what is wrong', async (line, stderr, exitCode) => {
  expect(await run(line)).toEqual({ stdout: '', stderr, exitCode });
});

import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { inspect, promisify } from 'node:util';
import type { FencedStore } from '@x/core';
import { createGrant } from '@x/core/provider';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { systemKeychain } from './account-key.ts';
import { type AccountStoreOptions, accountStore, defaultDirectory } from './account-store.ts';

const keyOf = (account: string, provider = 'music', clientId = 'id') =>
  `${provider} https://auth.test ${clientId} user ${encodeURIComponent(account)}`;
const grant = createGrant({ accessToken: 'access-canary', refreshToken: 'refresh-canary' });

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'x-accounts-'));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(directory, { recursive: true });
});

const open = (options: AccountStoreOptions = {}) => accountStore({ directory, ...options });
/** Creates a keychain in memory. */
function memoryKeychain() {
  const secrets = new Map<string, string>();
  return {
    secrets,
    get: async (name: string) => secrets.get(name),
    set: async (name: string, secret: string) => void secrets.set(name, secret),
  };
}
const locked = () => Promise.reject(new Error('it is locked'));
const noKeychain = { get: locked, set: locked };

/** Returns the content of all files below the folder, with their names. */
async function everything(): Promise<string> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return (await Promise.all(files.map(async (file) => `${file}: ${await readFile(file, 'utf8')}\n`))).join('');
}

describe('an account store', () => {
  it('lists accounts of several users, apps and bank logins, and removes them by provider and name', async () => {
    const { tokens, secrets } = await open({ keyIn: 'file' });
    for (const key of [keyOf('bob'), keyOf('Ann B.'), keyOf('bob', 'music', 'other-app'), keyOf('ann', 'stream')])
      await tokens.set(key, grant);
    await tokens.set('music https://auth.test id app', grant);
    await secrets('bank').set('my checking', 'access-sandbox-canary');
    await secrets('bank').set('savings', 'access-sandbox-other');

    const later = await open();
    const all = [
      { provider: 'bank', name: 'my checking' },
      { provider: 'bank', name: 'savings' },
      { provider: 'music', name: 'Ann B.' },
      { provider: 'music', name: 'bob' },
      { provider: 'stream', name: 'ann' },
    ];
    expect(await later.list()).toEqual(all);
    expect((await later.tokens.get(keyOf('bob')))?.refreshToken).toBe('refresh-canary');
    expect(await later.secrets('bank').get('my checking')).toBe('access-sandbox-canary');

    expect(await later.remove({ provider: 'music', name: 'bob' })).toBe(true);
    expect(await later.remove({ provider: 'music', name: 'bob' })).toBe(false);
    expect(await later.remove({ provider: 'bank', name: 'savings' })).toBe(true);
    expect(await later.list()).toEqual(all.filter(({ name }) => !['bob', 'savings'].includes(name)));
    expect(await later.tokens.get(keyOf('bob', 'music', 'other-app'))).toBeUndefined();
    expect(await later.secrets('bank').get('savings')).toBeUndefined();
    await later.secrets('bank').delete('my checking');
    await later.tokens.delete(keyOf('ann', 'stream'));
    expect(await later.list()).toEqual([{ provider: 'music', name: 'Ann B.' }]);
  });

  it('removes an account that another process is refreshing, once its new grant is stored', async () => {
    const other = await open({ keyIn: 'file' });
    const tokens = (await open()).tokens as FencedStore;
    await tokens.set(keyOf('ann'), grant);
    let removed: Promise<boolean> | undefined;
    await tokens.withLock?.(keyOf('ann'), async (lock) => {
      removed = other.remove({ provider: 'music', name: 'ann' });
      for (let reads = 0; reads < 50; reads += 1) await other.list(); // more time than a removal takes
      await tokens.set(keyOf('ann'), grant, { lock });
    });
    expect(await removed).toBe(true);
    expect([await tokens.get(keyOf('ann')), await other.list()]).toEqual([undefined, []]);
  });

  it.each(['', undefined, 7])('refuses %j as the name of a secret, and stores nothing', async (name) => {
    const { secrets, list } = await open({ keyIn: 'file' });
    const refused = { code: 'invalid_params', message: expect.stringContaining('name must') };
    await expect(secrets('bank').set(name as string, 'access-canary')).rejects.toMatchObject(refused);
    expect(await list()).toEqual([]);
  });

  it('shows neither tokens nor accounts in its files, and lets no other user read them', async () => {
    const accounts = await open({ keyIn: 'file' });
    await accounts.tokens.set(keyOf('ann'), grant);
    await accounts.secrets('bank').set('checking', 'secret-canary');
    expect(await everything()).not.toMatch(/canary|ann\b|checking/);
    const { key } = JSON.parse(await readFile(join(directory, 'key.json'), 'utf8'));
    expect(inspect(accounts, { depth: 9, showHidden: true })).not.toContain(key);
    if (process.platform === 'win32') return;
    const entries = await readdir(directory, { recursive: true, withFileTypes: true });
    for (const entry of entries) {
      const { mode } = await stat(join(entry.parentPath, entry.name));
      expect([entry.name, mode & 0o077]).toEqual([entry.name, 0]);
    }
  });

  it('is shared by processes that start at the same time', async () => {
    const source = JSON.stringify(new URL('account-store.ts', import.meta.url).href);
    const program = `
      const { accountStore } = await import(${source});
      const [, directory, name] = process.argv;
      const { secrets } = await accountStore({ directory, keyIn: 'file' });
      await secrets('bank').set(name, 'of ' + name);`;
    const names = ['a', 'b', 'c', 'd'];
    const args = ['--conditions=@x/source', '--input-type=module', '--eval', program, directory];
    await Promise.all(names.map((name) => promisify(execFile)(process.execPath, [...args, name])));
    const accounts = await open();
    expect(await accounts.list()).toEqual(names.map((name) => ({ provider: 'bank', name })));
    expect(await accounts.secrets('bank').get('c')).toBe('of c');
  });
});

it.each<[NodeJS.Platform, NodeJS.ProcessEnv, string]>([
  ['linux', { XDG_CONFIG_HOME: '/cfg', APPDATA: '/roaming' }, '/cfg/x'],
  ['linux', { XDG_CONFIG_HOME: 'relative', APPDATA: '/roaming' }, join(homedir(), '.config', 'x')],
  ['darwin', {}, join(homedir(), '.config', 'x')],
  ['win32', { APPDATA: '/roaming' }, '/roaming/x'],
  ['win32', {}, join(homedir(), '.config', 'x')],
])('on %s with the environment %j, accounts are in %s', (platform, env, expected) => {
  expect(defaultDirectory(platform, env)).toBe(expected);
});

describe('the key of an account store', () => {
  it('is in the keychain by default, and in no file', async () => {
    const keychain = memoryKeychain();
    const accounts = await open({ keychain });
    expect(accounts.keyIn).toBe('keychain');
    await accounts.secrets('bank').set('checking', 'secret');
    const [[name, key] = []] = [...keychain.secrets];
    expect(name).toBe(directory);
    expect(Buffer.from(key ?? '', 'base64')).toHaveLength(32);
    expect(await everything()).not.toContain(key);
    expect(await (await open({ keychain })).secrets('bank').get('checking')).toBe('secret');
  });

  it('is in a file that only its user can read if that was chosen', async () => {
    const accounts = await open({ keyIn: 'file', keychain: noKeychain });
    expect([accounts.keyIn, accounts.directory]).toEqual(['file', directory]);
    expect((await open({ keychain: noKeychain })).keyIn).toBe('file');
  });

  it('never goes to a file because there is no keychain', async () => {
    await expect(open({ keychain: noKeychain })).rejects.toMatchObject({
      code: 'invalid_params',
      message:
        "accountStore: the system's keychain cannot be used: it is locked. Set keyIn: 'file' to keep the key in a file that only you can read, or keyIn: 'keychain' once there is a keychain",
    });
    await expect(open({ keyIn: 'keychain', keychain: noKeychain })).rejects.toMatchObject({ code: 'unavailable' });
    expect(await readdir(directory)).toEqual([]);
  });

  it.each([
    ['file', 'keychain'],
    ['keychain', 'file'],
  ] as const)('is not replaced when it is in the %s and the %s is chosen', async (first, second) => {
    const keychain = memoryKeychain();
    await open({ keyIn: first, keychain });
    await expect(open({ keyIn: second, keychain })).rejects.toThrow(
      `in ${directory} is in the ${first}. Leave keyIn out`,
    );
  });

  it('is missed if the keychain no longer has it, and is not replaced', async () => {
    const keychain = memoryKeychain();
    await open({ keychain });
    keychain.secrets.clear();
    await expect(open({ keychain })).rejects.toThrow('the keychain no longer has the key');
    expect(keychain.secrets.size).toBe(0);
  });

  it.each(['{}', 'not json', '{"version":2,"keyIn":"file"}'])('is not read from the file %s', async (text) => {
    await writeFile(join(directory, 'key.json'), text, { mode: 0o600 });
    await expect(open()).rejects.toThrow(/key\.json is corrupted, or a later release wrote it/);
  });

  it.skipIf(process.platform === 'win32')('is not read from a file that other users can read', async () => {
    await open({ keyIn: 'file' });
    await chmod(join(directory, 'key.json'), 0o644);
    await expect(open()).rejects.toThrow(/other users can read the key file .*key\.json\. Run: chmod 600/);
  });

  it.skipIf(process.platform !== 'linux')("never goes to the kernel's keyring in place of the keychain", async () => {
    vi.stubEnv('DBUS_SESSION_BUS_ADDRESS', 'unix:path=/nonexistent');
    await expect(systemKeychain.set('x-test', 'secret')).rejects.toThrow(/DBus/i);
  });
});

const hasSecretService = ['dbus-run-session', 'gnome-keyring-daemon'].every((name) =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, name))),
);

it.skipIf(!hasSecretService)("an account store keeps its key in a Linux desktop's keychain", async () => {
  const source = JSON.stringify(new URL('account-store.ts', import.meta.url).href);
  const program = `
    const { accountStore } = await import(${source});
    const directory = process.argv[1];
    await (await accountStore({ directory })).secrets('bank').set('checking', 'of ann');
    const { keyIn, secrets } = await accountStore({ directory });
    console.log(keyIn, await secrets('bank').get('checking'));`;
  // A session of its own, with a keychain that is unlocked and empty.
  const script = `echo pass | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1 && exec "$@"`;
  const node = [process.execPath, '--conditions=@x/source', '--input-type=module', '--eval', program, directory];
  const args = ['--', 'sh', '-c', script, 'sh', ...node];
  const env = { PATH: process.env.PATH, HOME: directory };
  const { stdout } = await promisify(execFile)('dbus-run-session', args, { env });
  expect(stdout).toBe('keychain of ann\n');
  expect(await readFile(join(directory, 'key.json'), 'utf8')).toBe('{"version":1,"keyIn":"keychain"}\n');
});

it.each<[object, string]>([
  [{ keyIn: 'cloud' }, 'accountStore: keyIn must be one of keychain, file; got "cloud"'],
  [{ dir: '/tmp' }, 'accountStore: unknown option dir; the options are keyIn, directory, keychain'],
])('an account store refuses the options %j', async (options, message) => {
  await expect(accountStore(options as AccountStoreOptions)).rejects.toMatchObject({ code: 'invalid_params', message });
});

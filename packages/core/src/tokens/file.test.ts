import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fileStore } from './file.ts';
import { createGrant } from './grant.ts';

const posix = process.platform !== 'win32';
const grantOf = (name: string) => createGrant({ accessToken: `access-${name}`, refreshToken: `refresh-${name}` });
const failureOf = (call: Promise<unknown>) =>
  call.then(
    () => 'no error',
    (error: Error) => error.message,
  );

let directory: string;
let folder: string;
let count = 0;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'x-file-store-'));
});
afterAll(() => rm(directory, { recursive: true }));
beforeEach(() => {
  folder = join(directory, String(count++));
});

/** Returns the content of all files below the folder, with their names. */
async function everythingIn(place: string): Promise<string> {
  const entries = await readdir(place, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return (await Promise.all(files.map(async (file) => `${file}: ${await readFile(file, 'utf8')}\n`))).join('');
}

/** Runs a program with `fileStore` in a separate process, and returns its output. */
async function run(program: string): Promise<string> {
  const source = JSON.stringify(new URL('file.ts', import.meta.url).href);
  const script = `import { fileStore } from ${source};\n${program}`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script]);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk;
    });
  await once(child, 'close');
  return output;
}

/**
 * Starts a process that kills itself in the middle of a write, when the grant is in a temporary file that does not have
 * its final name yet.
 */
async function killWriter(): Promise<void> {
  await run(`
    const { open } = await import('node:fs/promises');
    const file = await open(process.execPath);
    Object.getPrototypeOf(file).sync = () => process.kill(process.pid, 'SIGKILL');
    const grant = { accessToken: 'access-killed', refreshToken: 'refresh-killed' };
    await fileStore(${JSON.stringify(folder)}).set('k', grant);
  `);
  expect(await everythingIn(folder)).toContain('refresh-killed');
}

describe('the draft of a process that was killed in the middle of a write', () => {
  it('is removed when the grant is deleted, even if no grant was stored', async () => {
    const store = fileStore(folder);
    await killWriter();
    await store.delete('k');
    expect(await readdir(folder)).toEqual([]);
    await store.set('k', grantOf('one'));
    await killWriter();
    await store.withLock?.('k', (lock) => store.delete('k', { lock }));
    expect(await readdir(folder)).toEqual([]);
  });

  it('is removed by the next write of the grant', async () => {
    await killWriter();
    await fileStore(folder).set('k', grantOf('one'));
    expect(await readdir(folder)).toHaveLength(1);
    expect(await everythingIn(folder)).not.toContain('killed');
  });

  it('is removed by the next write of the grant once it is old, if its writer cannot be checked', async () => {
    await killWriter();
    const [drafts = ''] = await readdir(folder);
    const [own = ''] = await readdir(join(folder, drafts));
    await rm(join(folder, drafts, own));
    const remote = join(folder, drafts, 'other-host.1.abc');
    await writeFile(remote, 'refresh-remote');
    const store = fileStore(folder);
    await store.set('k', grantOf('one'));
    expect(await everythingIn(folder)).toContain('refresh-remote');
    const grants = (await readdir(folder)).find((name) => name !== drafts) ?? '';
    const old = new Date((await stat(join(folder, grants))).mtimeMs - 61_000);
    await utimes(remote, old, old);
    await store.set('k', grantOf('one'));
    expect(await everythingIn(folder)).not.toContain('refresh-remote');
    expect(await readdir(folder)).toHaveLength(1);
  });

  it('is not confused with the draft of a running process', async () => {
    const store = fileStore(folder);
    await store.set('k', grantOf('one'));
    const [file = ''] = await readdir(folder);
    await mkdir(join(folder, `${file}.tmp`));
    await killWriter();
    const [name = ''] = await readdir(join(folder, `${file}.tmp`));
    const living = name.replace(/\.\d+\./, `.${process.pid}.`);
    await writeFile(join(folder, `${file}.tmp`, living), 'half');
    await store.set('k', grantOf('two'));
    expect(await readdir(join(folder, `${file}.tmp`))).toEqual([living]);
  });
});

it('a write in progress while the grant is deleted still stores its grant', async () => {
  const names = Array.from({ length: 20 }, (_, index) => String(index));
  const store = fileStore(folder);
  await Promise.all(names.flatMap((name) => [store.set('k', grantOf(name)), fileStore(folder).delete('k')]));
  await store.set('k', grantOf('last'));
  expect((await store.get('k'))?.accessToken).toBe('access-last');
  expect(await readdir(folder)).toHaveLength(1);
});

describe('a file store with encryption', () => {
  const keyOf = (byte: number) => Buffer.alloc(32, byte).toString('base64');

  it('writes no token in plain text, and reads its files only with one of its keys', async () => {
    await fileStore(folder, { encryption: { keys: [keyOf(1)] } }).set('k', grantOf('one'));
    expect(await everythingIn(folder)).not.toMatch(/access|refresh/);
    const rotating = fileStore(folder, { encryption: { keys: [keyOf(2), keyOf(1)] } });
    expect((await rotating.get('k'))?.accessToken).toBe('access-one');
    const other = fileStore(folder, { encryption: { keys: [keyOf(2)] } });
    expect(await failureOf(other.get('k'))).toMatch(/cannot be decrypted/);
    expect(await failureOf(fileStore(folder).get('k'))).toMatch(/is encrypted, and the store has no key/);
  });

  it('reads files from before it was turned on only if allowed', async () => {
    await fileStore(folder).set('k', grantOf('one'));
    expect(await failureOf(fileStore(folder, { encryption: { keys: [keyOf(1)] } }).get('k'))).toMatch(/not encrypted/);
    const moving = fileStore(folder, { encryption: { keys: [keyOf(1)], allowPlain: true } });
    expect((await moving.get('k'))?.accessToken).toBe('access-one');
  });
});

describe("a file store's folder", () => {
  it('stays the same when the process changes its current folder', async () => {
    await mkdir(join(folder, 'other'), { recursive: true });
    const output = await run(`
      process.chdir(${JSON.stringify(folder)});
      const store = fileStore('grants');
      await store.set('k', { accessToken: 'access-one' });
      process.chdir('other');
      await store.set('k2', { accessToken: 'access-two' });
      console.log((await store.get('k'))?.accessToken);
    `);
    expect(output).toBe('access-one\n');
    expect(await readdir(join(folder, 'grants'))).toHaveLength(2);
    expect(await readdir(join(folder, 'other'))).toEqual([]);
  });

  it.each(['', undefined, 5])('cannot be %j', (path) => {
    expect(() => fileStore(path as string)).toThrow(/directory must be the path of a folder, as a non-empty string/);
  });

  it.runIf(posix)('is created for its owner only, regardless of the folders above it', async () => {
    await fileStore(join(folder, 'a', 'b')).set('k', grantOf('one'));
    for (const path of ['a', 'a/b']) expect((await stat(join(folder, path))).mode & 0o777).toBe(0o700);
  });

  it.runIf(posix).each([0o755, 0o750, 0o711, 0o777, 0o702])(
    'is refused when other users have access to it, mode %o',
    async (mode) => {
      await fileStore(folder).set('k', grantOf('one'));
      await chmod(folder, mode);
      const store = fileStore(folder);
      const expected = `other users have access to the token folder ${folder} (its mode is 0${mode.toString(8)}). Run: chmod 700 ${folder}`;
      expect(await failureOf(store.get('k'))).toBe(expected);
      expect(await failureOf(store.set('k', grantOf('two')))).toBe(expected);
      await chmod(folder, 0o700);
      expect((await store.get('k'))?.accessToken).toBe('access-one');
    },
  );

  it.runIf(posix)('that other users have access to still lets grants be deleted', async () => {
    const store = fileStore(folder);
    await store.set('k', grantOf('one'));
    await chmod(folder, 0o755);
    await store.withLock?.('k', (lock) => store.delete('k', { lock }));
    expect(await readdir(folder)).toEqual([]);
  });

  it.runIf(posix)('may be a symbolic link to a folder that only its owner can open', async () => {
    const target = `${folder}-target`;
    await mkdir(target, { mode: 0o700 });
    await symlink(target, folder);
    const store = fileStore(folder);
    await store.set('k', grantOf('one'));
    expect((await store.get('k'))?.accessToken).toBe('access-one');
    await chmod(target, 0o755);
    expect(await failureOf(store.get('k'))).toContain('chmod 700');
  });

  it.runIf(posix)('cannot be a symbolic link to a missing folder', async () => {
    await symlink(`${folder}-missing`, folder);
    const store = fileStore(folder);
    expect(await store.get('k')).toBeUndefined();
    expect(await failureOf(store.set('k', grantOf('one')))).toMatch(
      /^cannot write the token folder .*It was deleted, or it is a symbolic link to a folder that does not exist/,
    );
  });

  it('cannot be a file, or below a file', async () => {
    await writeFile(folder, 'a file', { mode: 0o600 });
    for (const path of [folder, join(folder, 'below')]) {
      const store = fileStore(path);
      const calls = {
        read: [store.get('k')].map(failureOf),
        write: [store.set('k', grantOf('one')), store.delete('k')].map(failureOf),
      };
      for (const [action, failing] of Object.entries(calls))
        for (const message of await Promise.all(failing))
          expect(message).toMatch(new RegExp(`^cannot ${action} the token folder ${path} .*pass the path of a folder`));
      expect(await failureOf(store.withLock?.('k', async () => {}) as Promise<void>)).toContain('pass the path');
    }
    expect(await readFile(folder, 'utf8')).toBe('a file');
  });

  it.runIf(posix)('that cannot be written to is named in an error with a remedy', async () => {
    await mkdir(folder, { mode: 0o500 });
    const output = await run(`
      if (process.getuid() === 0) {
        const { chown } = await import('node:fs/promises');
        await chown(${JSON.stringify(directory)}, 65534, 65534);
        await chown(${JSON.stringify(folder)}, 65534, 65534);
        process.setuid(65534); // the superuser may write anywhere
      }
      await fileStore(${JSON.stringify(folder)}).set('k', { accessToken: 'a' }).catch((error) => console.log(error.message));
    `);
    expect(output).toMatch(/^cannot write the token folder .* \(EACCES\)\. Make it readable and writable/);
  });
});

it.each([30_000.5, 2 ** 31, 1e300, Number.POSITIVE_INFINITY])(
  'a lock of %d milliseconds keeps others out while it is held',
  async (lockTtlMs) => {
    const other = fileStore(folder, { lockTtlMs, lockWaitMs: 0, lockPollMs: 1 });
    await fileStore(folder, { lockTtlMs }).withLock?.('k', async () => {
      expect(await failureOf(other.withLock?.('k', async () => {}) as Promise<void>)).toMatch(/was not free/);
    });
    expect(await failureOf(other.withLock?.('k', async () => {}) as Promise<void>)).toBe('no error');
  },
);

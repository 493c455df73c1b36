import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseGrant } from '@x/core';
import { createGrant } from '@x/core/provider';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { manualClock } from '../../core/test/test-kit.ts';
import { fileStore } from './file.ts';

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
  const child = spawn(process.execPath, ['--conditions=@x/source', '--input-type=module', '--eval', script]);
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

describe('the file store', () => {
  it('writes files that only their owner can read, and leaves nothing else behind', async () => {
    const place = join(directory, 'modes');
    const store = fileStore(place);
    await Promise.all(Array.from({ length: 20 }, (_, index) => store.set('k', grantOf(String(index)))));
    const files = await readdir(place);
    expect(files).toHaveLength(1);
    const path = join(place, files[0] as string);
    expect([(await stat(place)).mode & 0o777, (await stat(path)).mode & 0o777]).toEqual([0o700, 0o600]);
    expect(parseGrant(await readFile(path, 'utf8')).accessToken).toMatch(/^access-\d+$/);
    await writeFile(path, '{"half":');
    await expect(store.get('k')).rejects.toThrow('corrupted');
  });

  it('leaves no tokens behind when a write fails', async () => {
    const place = join(directory, 'failed');
    const store = fileStore(place);
    await store.set('k', grantOf('one'));
    const [file] = await readdir(place);
    await rm(join(place, file as string));
    await mkdir(join(place, file as string, 'in the way'), { recursive: true });
    await expect(store.set('k', grantOf('two'))).rejects.toThrow();
    expect(await readdir(place)).toEqual([file]);
  });

  /** Leaves a lock behind, like a process that died while holding it. */
  async function abandon(place: string, leftMs: number): Promise<void> {
    const store = fileStore(place);
    await store.set('k', grantOf('one'));
    const [file] = await readdir(place);
    const lock = join(place, `${file}.lock`);
    await mkdir(lock);
    const until = Date.now() + leftMs; // locks expire in real time, which all processes share
    await writeFile(join(lock, `someone.${until}.1000`), '');
  }

  it.each([
    ['that has expired', -1],
    ['that would last for hours because the clock was set back', 3_600_000],
  ])(
    'takes a lock %s from a process that died while holding it, one process at a time, and leaves nothing behind',
    async (_, leftMs) => {
      const place = join(directory, `stale${leftMs}`);
      await abandon(place, leftMs);
      let inside = 0;
      const found = await Promise.all(
        Array.from({ length: 50 }, () =>
          fileStore(place, { lockPollMs: 1 }).withLock?.('k', async () => {
            inside += 1;
            const alone = inside === 1;
            await new Promise((resolve) => setImmediate(resolve));
            inside -= 1;
            return alone;
          }),
        ),
      );
      expect(found).toEqual(Array(50).fill(true));
      expect(await readdir(place)).toHaveLength(1);
    },
  );

  it('waits for a lock for lockWaitMs, and then fails', async () => {
    const place = join(directory, 'held');
    await abandon(place, 1000);
    const store = fileStore(place, { lockWaitMs: 5, lockPollMs: 1 });
    await expect(store.withLock?.('k', async () => 'done')).rejects.toThrow(/was not free within lockWaitMs \(5 ms\)/);
  });

  it('waits for a lock by its clock', async () => {
    const { clock, waits, advance } = manualClock();
    const place = join(directory, 'by clock');
    const times = { clock, lockPollMs: 1000, lockWaitMs: 10_000 };
    const [holder, waiting, late] = [fileStore(place), fileStore(place, times), fileStore(place, times)];
    const [held, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const holding = holder.withLock?.('k', async () => {
      held.resolve();
      await over.promise;
    });
    await held.promise;
    const failing = late.withLock?.('k', async () => 'too early').catch((error: Error) => error.message);
    await expect.poll(() => waits.size).toBe(1);
    advance(60_000); // ends its wait before the next try
    expect(await failing).toMatch(/was not free within lockWaitMs \(10000 ms\)/);
    const taking = waiting.withLock?.('k', async () => 'taken');
    await expect.poll(() => waits.size).toBe(1);
    over.resolve();
    await holding;
    expect(waits.size).toBe(1); // no matter how much real time has passed
    advance(2000);
    expect([await taking, waits.size]).toEqual(['taken', 0]);
  });

  it('stops waiting for a lock when its signal aborts', async () => {
    const { clock, waits } = manualClock();
    const place = join(directory, 'signal');
    await abandon(place, 1000);
    const store = fileStore(place, { clock });
    const controller = new AbortController();
    const waiting = store.withLock?.('k', async () => 'done', undefined, controller.signal);
    await expect.poll(() => waits.size).toBe(1);
    controller.abort(new Error('nobody waits'));
    await expect(waiting).rejects.toThrow('nobody waits');
    expect(waits.size).toBe(0);
    const aborted = AbortSignal.abort(new Error('never mind'));
    await expect(store.withLock?.('other', async () => 'done', undefined, aborted)).rejects.toThrow('never mind');
  });

  it('keeps a lock alive for as long as its holder works', async () => {
    const place = join(directory, 'slow');
    const [slow, other] = [fileStore(place, { lockTtlMs: 500 }), fileStore(place, { lockPollMs: 1 })];
    const order: string[] = [];
    let started = () => {};
    const holding = new Promise<void>((resolve) => {
      started = resolve;
    });
    const first = slow.withLock?.('k', async () => {
      started();
      const [lock = ''] = (await readdir(place)).filter((name) => name.endsWith('.lock'));
      const seen = new Set<string>();
      await expect
        .poll(async () => seen.add((await readdir(join(place, lock)))[0] ?? '').size, { interval: 5, timeout: 60_000 })
        .toBe(4);
      order.push('slow');
    });
    await holding;
    await other.withLock?.('k', async () => void order.push('other'));
    await first;
    expect(order).toEqual(['slow', 'other']);
  });
});

import { createHash, randomBytes } from 'node:crypto';
import { chmod, mkdir, open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { codeOf } from './file-folder.ts';

// A file is written as a draft, a temporary file that then replaces it. Readers see the old text or the new one, never
// a part.

/** A write takes milliseconds, so a draft this much older than the file is left over, no matter which process wrote it. */
const leftOverMs = 60_000;
/** Maximum number of times that a write starts over after another process deleted its draft. */
const writeTries = 100;

/** Returns the folder for one file's drafts: listing the drafts of all files could take long. */
const draftsOf = (path: string) => `${path}.tmp`;

const hostId = createHash('sha256').update(hostname()).digest('hex').slice(0, 12);

/**
 * Writes `text` to the file `path` in a single step, and removes drafts that other writers left behind.
 *
 * @param mayWrite Whether the file may still be replaced; checked as late as possible.
 */
export async function writeFileAtomically(path: string, text: string, mayWrite: () => Promise<boolean>): Promise<void> {
  try {
    for (let tries = 1; ; tries += 1) {
      try {
        return await writeOnce(path, text, mayWrite);
      } catch (error) {
        // The draft or its folder was removed at the same time, together with the grant or by a writer that found the
        // folder empty.
        if (codeOf(error) !== 'ENOENT' || tries === writeTries) throw error;
      }
    }
  } finally {
    await removeLeftOvers(path).catch(() => {}); // the next write tries again
  }
}

/** Removes the file `path` and its drafts. A draft being written may hold the grant; its writer starts over. */
export async function removeFileAndDrafts(path: string): Promise<void> {
  await rm(draftsOf(path), { recursive: true, force: true, maxRetries: 10, retryDelay: 5 });
  await rm(path, { force: true });
}

/** Writes `text` to a draft, and moves it to `path`. */
async function writeOnce(path: string, text: string, mayWrite: () => Promise<boolean>): Promise<void> {
  const drafts = draftsOf(path);
  await mkdir(drafts, { recursive: true, mode: 0o700 });
  const draft = join(drafts, `${hostId}.${process.pid}.${randomBytes(8).toString('hex')}`);
  try {
    const file = await open(draft, 'wx', 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await chmod(draft, 0o600);
    if (await mayWrite()) await rename(draft, path);
  } finally {
    await rm(draft, { force: true }); // it no longer exists once it was moved
  }
}

/** Removes drafts that crashed writers of the file `path` left behind, and their folder once it is empty. */
async function removeLeftOvers(path: string): Promise<void> {
  const drafts = draftsOf(path);
  const names = await readdir(drafts).catch(() => []);
  for (const name of names) if (await isLeftOver(path, name)) await rm(join(drafts, name), { force: true });
  await rmdir(drafts).catch(() => {}); // not empty: others are writing
}

/** Whether a draft of the file `path` is old, or was written by a process of this machine that no longer runs. */
async function isLeftOver(path: string, name: string): Promise<boolean> {
  const [host, pid] = name.split('.');
  try {
    if (host === hostId && Number(pid)) process.kill(Number(pid), 0); // signal 0 only checks whether the process exists
  } catch (error) {
    if (codeOf(error) === 'ESRCH') return true;
  }
  // Two times of the same file system, whose clock may be another machine's.
  const [file, draft] = await Promise.all([stat(path), stat(join(draftsOf(path), name))]).catch(() => []);
  return file !== undefined && draft !== undefined && file.mtimeMs - draft.mtimeMs > leftOverMs;
}

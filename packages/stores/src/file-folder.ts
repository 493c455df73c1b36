import { mkdir, stat } from 'node:fs/promises';

/** Runs an operation on a file store's folder. An error that the user can fix names the folder and the remedy. */
export async function inFolder<T>(folder: string, action: 'read' | 'write', run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    const code = codeOf(error);
    const remedy =
      code === 'ENOTDIR' || code === 'EEXIST'
        ? 'It is not a folder, or is below a file: pass the path of a folder'
        : code === 'EACCES' || code === 'EPERM' || code === 'EROFS'
          ? 'Make it readable and writable for the user of this process, or pass the path of another folder'
          : code === 'ENOENT' && action === 'write'
            ? 'It was deleted, or it is a symbolic link to a folder that does not exist'
            : undefined;
    if (!remedy) throw error;
    throw Object.assign(new Error(`cannot ${action} the token folder ${folder} (${code}). ${remedy}`), { code });
  }
}

/** Creates a folder that only this user can open, unless it exists. */
export const createFolder = (folder: string) => mkdir(folder, { recursive: true, mode: 0o700 });

/** Refuses a path that is not a folder, and a folder that other users can open. */
export async function checkFolder(folder: string): Promise<void> {
  const found = await stat(folder);
  if (!found.isDirectory()) throw Object.assign(new Error(), { code: 'ENOTDIR' });
  const mode = found.mode & 0o777;
  if (process.platform !== 'win32' && mode & 0o077)
    throw new Error(
      `other users have access to the token folder ${folder} (its mode is ${mode.toString(8).padStart(4, '0')}). Run: chmod 700 ${folder}`,
    );
}

/** Returns the code of a file system error, such as `ENOENT`. */
export const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code;

/** For `catch`: treats a missing file as undefined. */
export const unlessMissing = (error: unknown) => {
  if (codeOf(error) !== 'ENOENT') throw error;
};

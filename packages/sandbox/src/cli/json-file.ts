import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** A file that cannot be used. */
export class FileError extends Error {
  override readonly name = 'FileError';
}

/**
 * Reads a file with JSON.
 *
 * @returns The value; undefined if there is no such file.
 * @throws FileError if the file cannot be read or is not JSON. The message never contains the content, which may be
 * secret.
 */
export function readJsonFile(file: string): unknown {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    throw new FileError(`${file} cannot be read (${code})`);
  }
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    const [, line, column] = /line (\d+) column (\d+)/.exec((error as Error).message) ?? [];
    throw new FileError(`${file} is not valid JSON${line ? ` at line ${line}, column ${column}` : ''}`);
  }
}

/**
 * Writes a value as JSON to a file that only its owner can read. The write is atomic: even if the program is killed,
 * the file has either its former content or all of the new content.
 *
 * @throws FileError if the file cannot be written.
 */
export function writeJsonFile(file: string, value: unknown): void {
  const fresh = `${resolve(file)}.${process.pid}.tmp`;
  try {
    writeFileSync(fresh, `${JSON.stringify(value)}\n`, { mode: 0o600 });
    renameSync(fresh, file);
  } catch (error) {
    throw new FileError(`${file} cannot be written (${(error as NodeJS.ErrnoException).code})`);
  }
}

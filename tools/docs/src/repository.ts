import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The repository's root, with a slash at the end. */
export const root = fileURLToPath(new URL('../../../', import.meta.url));

export { names as providers } from '../../providers.ts';

/** Reads a file by its path from the root. */
export const read = (file: string): string => readFileSync(root + file, 'utf8');

import { readFileSync } from 'node:fs';

/**
 * Reads a file for browsers. The build replaces the call with the content, because the published package does not
 * contain the files. So the call must have the form `readAsset(new URL('…', import.meta.url))`.
 */
export const readAsset = (file: URL): string => readFileSync(file, 'utf8');

import { readFileSync } from 'node:fs';

/**
 * The content of a file for browsers. The build puts it in the place of the call, which must have the form
 * `readAsset(new URL('…', import.meta.url))`: the published package has no such files.
 */
export const readAsset = (file: URL): string => readFileSync(file, 'utf8');

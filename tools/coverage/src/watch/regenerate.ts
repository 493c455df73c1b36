import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateOperations } from '../operations/generate.ts';
import type { Change } from './watch.ts';

/** The sources of tables that are not made from the provider's own file. */
const tableSources: Readonly<Record<string, string>> = { music: 'corrected OpenAPI' };

/**
 * Regenerates what is made from the specification of a provider, if it changed: the types of all operations of Plaid,
 * and the tables of params and values that the sandbox checks requests with. Returns the files it wrote.
 *
 * @throws Error when the table of the sandbox cannot be made.
 */
export async function regenerate(provider: string, changes: readonly Change[], root: string): Promise<string[]> {
  const written: string[] = [];
  for (const { source, snapshot } of changes) {
    if (source.name === 'npm plaid' && snapshot.document) {
      const file = 'packages/bank/src/operations.ts';
      writeFileSync(join(root, file), await generateOperations(snapshot.document));
      written.push(file);
    }
    const table = `packages/sandbox/src/providers/${provider}/openapi.json`;
    if (source.name !== (tableSources[provider] ?? 'OpenAPI') || !existsSync(join(root, table))) continue;
    const folder = mkdtempSync(join(tmpdir(), 'watch-'));
    try {
      writeFileSync(join(folder, 'openapi.json'), JSON.stringify(snapshot.document));
      const script = [
        join(root, 'packages/sandbox/scripts/openapi-table.ts'),
        join(folder, 'openapi.json'),
        join(root, table),
      ];
      const { status, stderr } = spawnSync(process.execPath, script, { encoding: 'utf8' });
      if (status !== 0) throw new Error(`${table} could not be made: ${stderr.trim()}`);
      written.push(table);
    } finally {
      rmSync(folder, { recursive: true });
    }
  }
  return written;
}

import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeRoutes } from '../catalog/routes.ts';
import { operationsOfSpec } from '../spec.ts';
import type { Change } from './watch.ts';

/** Specifications that tables are made from, if not the provider's own file. */
const tableSources: Readonly<Record<string, string>> = { music: 'corrected OpenAPI', stream: 'unofficial OpenAPI' };

const routes = 'tools/coverage/src/catalog/routes.json';

/** Returns an object as JSON, with one line for each member. */
export const inLines = (members: object): string => {
  const lines = Object.entries(members).map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`);
  return `{\n${lines.join(',\n')}\n}\n`;
};

/**
 * Regenerates the files that are made from a provider's specification, if it changed: the routes that tests compare the
 * OpenAPI documents with, and the tables of params and values that the sandbox uses to check requests. Returns the files it wrote.
 *
 * @throws Error when the sandbox's table cannot be generated.
 */
export async function regenerate(
  provider: string,
  changes: readonly Pick<Change, 'source' | 'snapshot'>[],
  root: string,
): Promise<string[]> {
  const written: string[] = [];
  const write = (file: string, text: string) => {
    writeFileSync(join(root, file), text);
    written.push(file);
  };
  for (const { source, snapshot } of changes) {
    const { document } = snapshot;
    if (source.name !== (tableSources[provider] ?? 'OpenAPI') || !document) continue;
    const stored = existsSync(join(root, routes)) ? JSON.parse(readFileSync(join(root, routes), 'utf8')) : {};
    if (stored[provider]) {
      stored[provider] = writeRoutes(operationsOfSpec(document));
      write(routes, inLines(stored));
    }
    const table = `packages/sandbox/src/providers/${provider}/openapi.json`;
    if (!existsSync(join(root, table))) continue;
    const folder = mkdtempSync(join(tmpdir(), 'watch-'));
    try {
      writeFileSync(join(folder, 'openapi.json'), JSON.stringify(document));
      const script = join(root, 'packages/sandbox/scripts/openapi-table.ts');
      execFileSync(process.execPath, [script, join(folder, 'openapi.json'), join(root, table)], { stdio: 'pipe' });
      written.push(table);
    } finally {
      rmSync(folder, { recursive: true });
    }
  }
  return written;
}

import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { operationsOf } from '@x/core/provider';
import { eventSubTypes } from '@x/stream';
import { keyOf } from '../operation.ts';
import { type Package, packages } from '../packages.ts';
import { inLines, regenerate } from './regenerate.ts';
import { type ReadUrl, sources } from './sources.ts';
import { look, type Methods, report, type Stored } from './watch.ts';

/** Options of a `watch` run. */
export interface Run {
  readonly providers: readonly string[];
  readonly readUrl: ReadUrl;
  /** Folder of the repository. */
  readonly root: string;
  /** Folder that gets a report for each provider with changes. */
  readonly out?: string | undefined;
  /** Whether to store the new fingerprints and regenerate the files made from the specifications. Default false. */
  readonly update?: boolean;
  print(text: string): void;
}

/**
 * Compares the providers' sources with the stored fingerprints, and prints a report for each provider. Returns the exit
 * code: 1 if a source could not be read, or has no stored fingerprints and does not get any now, otherwise 0.
 */
export async function runWatch({ providers, readUrl, root, out, update, print }: Run): Promise<number> {
  let exitCode = 0;
  if (out) mkdirSync(out, { recursive: true });
  for (const provider of providers) {
    const own = packages[provider] as Package;
    const methods = methodsOf(provider, own, root);
    const file = join(root, 'tools/coverage/src/watch/stored', `${provider}.json`);
    const before: Stored = JSON.parse(readFileSync(file, 'utf8'));
    const findings = await look(sources[provider] ?? [], before, readUrl);
    const text = report(`@x/${provider}`, findings, own, methods);
    print(text);
    const { changes, unknown, failed } = findings;
    if (failed.size > 0 || (unknown.length > 0 && !update)) exitCode = 1;
    if (out && changes.length > 0) writeFileSync(join(out, `${provider}.md`), text);
    if (!update) continue;
    writeFileSync(file, inLines(findings.next));
    for (const written of await regenerate(provider, [...changes, ...unknown], root)) print(`Wrote ${written}`);
  }
  return exitCode;
}

function methodsOf(provider: string, { endpoints, prefix = '' }: Package, root: string): Methods {
  const files = globSync(`packages/${provider}/src/**/*.ts`, { cwd: root }).sort();
  const texts = files
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));
  const methods = operationsOf(endpoints).map(([name, { method, path }]) => {
    const found = texts.find(({ text }) => text.includes(`path: '${path}'`));
    return { key: keyOf(method, path.replace(prefix, '')), text: `\`${name}\`${found ? ` in ${found.file}` : ''}` };
  });
  // The types of events are declared in a table, and watched as operations.
  const events = Object.entries(provider === 'stream' ? eventSubTypes : {}).flatMap(([type, byVersion]) =>
    Object.keys(byVersion).map((version) => ({
      key: `POST /eventsub/${type}/${version}`,
      text: `\`${type}\` in packages/stream/src/event-sub-types.ts`,
    })),
  );
  const byKey = Map.groupBy([...methods, ...events], ({ key }) => key);
  return new Map([...byKey].map(([key, same]) => [key, same.map(({ text }) => text).join(', ')]));
}

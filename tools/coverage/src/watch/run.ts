import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventSubTypes } from '@x/stream';
import { type Package, packages } from '../packages.ts';
import { regenerate } from './regenerate.ts';
import { type ReadUrl, sources } from './sources.ts';
import { look, methodsOf, report, type Stored, type Watched } from './watch.ts';

/** Options of a `watch` run. */
export interface Run {
  readonly providers: readonly string[];
  readonly readUrl: ReadUrl;
  /** Folder of the repository. */
  readonly root: string;
  /** Folder that gets a report for each provider with changes. */
  readonly out?: string | undefined;
  /** Whether to store the new fingerprints and to regenerate what is made from the specifications. Default false. */
  readonly update?: boolean;
  print(text: string): void;
}

/** Looks at the sources of the providers. Returns the exit code: 1 if a source could not be read, otherwise 0. */
export async function runWatch({ providers, readUrl, root, out, update, print }: Run): Promise<number> {
  let exitCode = 0;
  if (out) mkdirSync(out, { recursive: true });
  for (const provider of providers) {
    const file = join(root, 'tools/coverage/src/watch/stored', `${provider}.json`);
    const before: Stored = JSON.parse(readFileSync(file, 'utf8'));
    const watched = watchedOf(provider, root);
    const declared = new Set(methodsOf(watched).keys());
    const findings = await look(sources[provider] ?? [], before, readUrl, declared);
    const text = report(`@x/${provider}`, findings, watched);
    print(text);
    if (findings.failed.size > 0) exitCode = 1;
    if (out && findings.changes.length > 0) writeFileSync(join(out, `${provider}.md`), text);
    if (!update) continue;
    writeFileSync(file, `${JSON.stringify(findings.next, null, 2)}\n`);
    for (const written of await regenerate(provider, findings.changes, root)) print(`Wrote ${written}`);
  }
  return exitCode;
}

function watchedOf(provider: string, root: string): Watched {
  const names = globSync(`packages/${provider}/src/**/*.ts`, { cwd: root }).filter(
    (name) => !name.endsWith('.test.ts'),
  );
  return {
    ...(packages[provider] as Package),
    files: new Map(names.sort().map((name) => [name, readFileSync(join(root, name), 'utf8')])),
    ...(provider === 'stream' && { others: declaredEvents() }),
  };
}

/** The types of events that are declared, as operations. */
const declaredEvents = () =>
  new Map(
    Object.entries(eventSubTypes).flatMap(([type, byVersion]) =>
      Object.keys(byVersion).map((version): [string, string] => [
        `POST /eventsub/${type}/${version}`,
        `\`${type}\` in packages/stream/src/event-sub-types.ts`,
      ]),
    ),
  );

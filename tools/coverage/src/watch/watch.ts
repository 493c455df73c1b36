import { type Difference, type Kind, unexplained } from '../compare.ts';
import type { Document } from '../openapi.ts';
import { comparePackage, type Package } from '../packages.ts';
import { operationsOfSpec } from '../spec.ts';
import type { Fingerprints } from './fingerprint.ts';
import type { ReadUrl, Snapshot, Source } from './sources.ts';

/** The fingerprints of a provider's sources as of the last update, by the name of the source. */
export type Stored = Readonly<
  Record<string, { readonly version?: string | undefined; readonly fingerprints: Fingerprints }>
>;

/** The methods of the client that make each operation, as Markdown, with the files that declare them. */
export type Methods = ReadonlyMap<string, string>;

/** Difference between a source and its stored fingerprints, for one operation or entry. */
export interface Change {
  readonly source: Source;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly added: readonly string[];
  /** Changed parts by operation: `params`, `response`, or nothing for a changelog entry. */
  readonly changed: ReadonlyMap<string, string>;
  readonly removed: readonly string[];
  readonly snapshot: Snapshot;
}

/** Findings from a provider's sources. */
export interface Findings {
  readonly changes: readonly Change[];
  /** Sources without stored fingerprints, in which no change can be seen. */
  readonly unknown: readonly Pick<Change, 'source' | 'snapshot'>[];
  /** Sources that could not be read, and why. */
  readonly failed: ReadonlyMap<Source, string>;
  /** Fingerprints to store. Those of unreadable sources do not change. */
  readonly next: Stored;
}

/** Reads every source and compares it with the stored fingerprints. If a source cannot be read, the others still are. */
export async function look(sources: readonly Source[], stored: Stored, readUrl: ReadUrl): Promise<Findings> {
  const changes: Change[] = [];
  const unknown: Findings['unknown'][number][] = [];
  const failed = new Map<Source, string>();
  const next: Record<string, Stored[string]> = { ...stored };
  for (const source of sources) {
    try {
      const snapshot = await source.read(readUrl);
      const { version, fingerprints } = snapshot;
      const before = stored[source.name];
      if (before) changes.push({ source, snapshot, ...differences(before, snapshot) });
      else unknown.push({ source, snapshot });
      next[source.name] = { ...(version !== undefined && { version }), fingerprints };
    } catch (error) {
      failed.set(source, error instanceof Error ? error.message : String(error));
    }
  }
  return { changes: changes.filter(isChange), unknown, failed, next };
}

const isChange = ({ added, changed, removed }: Change) => added.length + changed.size + removed.length > 0;

function differences({ version: from, fingerprints: old }: Stored[string], { version, fingerprints: now }: Snapshot) {
  const changed = Object.keys(now).filter((key) => old[key] !== undefined && old[key] !== now[key]);
  return {
    from,
    to: version,
    added: Object.keys(now).filter((key) => old[key] === undefined),
    changed: new Map(changed.map((key) => [key, partsThatDiffer(old[key], now[key])])),
    removed: Object.keys(old).filter((key) => now[key] === undefined),
  };
}

function partsThatDiffer(old = '', now = ''): string {
  const [before, after] = [old.split('.'), now.split('.')];
  return ['params', 'response'].filter((_, index) => after.length > 1 && before[index] !== after[index]).join(', ');
}

/** Formats a provider's findings as Markdown: what was added, changed and removed, and the declarations it affects. */
export function report(title: string, { changes, unknown, failed }: Findings, own: Package, methods: Methods): string {
  const unread = [...failed].map(([{ name, page }, reason]) => `\n**Could not read [${name}](${page})**: ${reason}`);
  const blind = unknown.map(
    ({ source: { name, page } }) =>
      `\n**No stored fingerprints of [${name}](${page})**: changes to it are not seen until \`--update\` stores them`,
  );
  const parts = changes.flatMap((change) => describe(change, own, methods));
  if (parts.length === 0) parts.push(failed.size + unknown.length > 0 ? '\nNo changes elsewhere.' : '\nNo changes.');
  return [`# ${title}`, ...unread, ...blind, ...parts, ''].join('\n');
}

function describe({ source, from, to, added, changed, removed, snapshot }: Change, own: Package, methods: Methods) {
  const { document } = snapshot;
  const lacking = document ? lackedBy(document, own) : new Map<string, string[]>();
  const lineOf = (key: string) => {
    const parts = changed.get(key);
    return document ? `- \`${key}\`${parts ? ` (${parts})` : ''}: ${methods.get(key) ?? 'no method'}` : `- ${key}`;
  };
  const section = (name: string, lines: readonly string[]) => (lines.length > 0 ? [`\n### ${name}\n`, ...lines] : []);
  const versions = from === to ? '' : ` ${from ?? 'none'} → ${to ?? 'none'}`;
  return [
    `\n## [${source.name}](${source.page})${versions}\n`,
    `${added.length} added, ${changed.size} changed, ${removed.length} removed.`,
    ...section('Added', added.map(lineOf)),
    ...section(
      'Changed',
      [...changed.keys()].flatMap((key) => [lineOf(key), ...(lacking.get(key) ?? [])]),
    ),
    ...section('Removed', removed.map(lineOf)),
  ];
}

/** Kinds of differences to show. Others are not caused by a change. */
const shownKinds: readonly Kind[] = ['params', 'fields', 'required', 'nullable', 'values'];
const linesPerOperation = 12;

/** Returns what each operation's declaration lacks compared with a document, as Markdown, without intended gaps. */
function lackedBy(document: Document, own: Package): ReadonlyMap<string, string[]> {
  const differences = unexplained(comparePackage(operationsOfSpec(document), own));
  // If a member is missing as a whole, its own members are not listed.
  const isInside = ({ kind, line }: Difference) =>
    differences.some(
      (outer) => outer.kind === kind && /^[.[]/.test(line.slice(outer.line.length)) && line.startsWith(outer.line),
    );
  const shown = differences.filter((difference) => shownKinds.includes(difference.kind) && !isInside(difference));
  const byOperation = Map.groupBy(shown, ({ line }) => line.split(' ', 2).join(' '));
  return new Map(
    [...byOperation].map(([key, all]) => [
      key,
      [
        ...all.slice(0, linesPerOperation).map(({ kind, line }) => `  - ${kind}: \`${line.slice(key.length + 1)}\``),
        ...(all.length > linesPerOperation ? [`  - … ${all.length - linesPerOperation} more`] : []),
      ],
    ]),
  );
}

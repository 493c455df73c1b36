import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { operationsOf } from '@x/core/provider';
import type { Spec } from '../schema-node.ts';
import { type CountedDrift, driftOf } from './drift.ts';
import { type Scrubbed, scrub } from './scrub.ts';

/** A response body that was recorded and scrubbed. */
export interface Recording {
  /** Note about the changes to the body. */
  readonly about: string;
  readonly provider: string;
  /** The method on the client that the body is a response to. */
  readonly operation: string;
  /** How many values were replaced. */
  readonly replaced: Scrubbed['replaced'];
  readonly body: unknown;
}

/** A call whose response is recorded. */
export interface Recorded {
  readonly provider: string;
  /** Operation and label of the variant: `search album`. */
  readonly name: string;
  readonly operation: string;
  readonly spec: Spec;
  readonly body: unknown;
}

const about =
  'Scrubbed by `live` of @x/coverage: every string, number and key that identifies something is replaced by a placeholder of the same ' +
  'type and shape. Recorded are field names, list lengths, null, booleans, zero, empty strings and the values that the schema lists.';

/**
 * Writes a scrubbed recording below `folder`. Throws when one of `secrets` would be in it, and writes nothing then.
 *
 * @returns Path of the file: `<folder>/<provider>/<call>.json`.
 */
export function writeRecording(folder: string, call: Recorded, secrets: readonly string[]): string {
  const { provider, name, operation, spec } = call;
  const { body, replaced } = scrub(spec, call.body);
  const recording: Recording = { about, provider, operation, replaced, body };
  const text = `${JSON.stringify(recording, null, 2)}\n`;
  if (secrets.some((secret) => text.includes(secret)))
    throw new Error(`The recording of ${name} was not written: a credential is in it even after scrubbing.`);
  const file = join(folder, provider, `${name.replace(/[^\w.]+/g, '-').replace(/-$/, '')}.json`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

/** A recording, compared with the schemas of today. */
export interface Replayed {
  /** Path below the folder. */
  readonly file: string;
  readonly provider: string;
  readonly operation: string;
  /** Where the recorded body is not as declared; empty when it is. */
  readonly drift: readonly CountedDrift[];
}

/**
 * Checks every recording in a folder against the schemas of today, without a request: a test expects no drift.
 *
 * @param trees The `endpoints` of the provider packages, by provider.
 * @throws Error when the folder has no recordings, or one of an operation that no longer exists.
 */
export function replayRecordings(folder: string, trees: Readonly<Record<string, object>>): Replayed[] {
  const files = globSync('*/*.json', { cwd: folder }).sort();
  if (files.length === 0) throw new Error(`${folder} has no recordings. Create some with --out ${folder}`);
  return files.map((file) => {
    const { provider, operation, body }: Recording = JSON.parse(readFileSync(join(folder, file), 'utf8'));
    const spec = new Map(operationsOf(trees[provider] ?? {})).get(operation);
    if (!spec) throw new Error(`${file} records ${provider} ${operation}, which is not declared. Delete the file`);
    return { file, provider, operation, drift: driftOf(spec, body) };
  });
}

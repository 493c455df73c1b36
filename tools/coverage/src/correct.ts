import type { Field, Operations, SpecifiedOperation } from './operation.ts';

/** A field that the file has at another place, or under another name, than responses do. */
export interface Correction {
  /** Matches operation and member: `GET /albums/{} tracks.href`. */
  readonly file: RegExp;
  /** Replacement text, with `$1` and so on as in `String.replace`. */
  readonly answers: string;
  readonly reason: string;
}

/** A specification whose fields are where responses have them, and what was moved, by reason. */
export interface Corrected {
  readonly spec: Operations<SpecifiedOperation>;
  readonly moved: ReadonlyMap<string, readonly string[]>;
}

/** Applies `corrections` one after the other to every field, so that it is counted where responses have it. */
export function correct(spec: Operations<SpecifiedOperation>, corrections: readonly Correction[] = []): Corrected {
  const moved = new Map<string, string[]>();
  const operations = [...spec].map(([key, operation]) => {
    const fields = new Map<string, Field>();
    for (const [path, field] of operation.fields) {
      let line = `${key} ${path}`;
      for (const { file, answers, reason } of corrections) {
        const better = line.replace(file, answers);
        if (better === line) continue;
        moved.set(reason, [...(moved.get(reason) ?? []), `${line} → ${better.slice(key.length + 1)}`]);
        line = better;
      }
      const place = line.slice(key.length + 1);
      // Of a field that the file has at both places, the one at the correct place counts.
      if (line === `${key} ${path}` || !fields.has(place)) fields.set(place, field);
    }
    return [key, { ...operation, fields }] as const;
  });
  return { spec: new Map(operations), moved };
}

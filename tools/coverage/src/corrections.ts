import type { Field, Operations } from './operation.ts';

/**
 * Correction of a field that the provider's file has in another place, or under another name, than responses: a pattern
 * for operation and field, such as `GET /albums/{} tracks.href`, and its replacement, with `$1` as in `String.replace`.
 */
export type Correction = readonly [file: RegExp, responses: string];

/** Applies `corrections` one after the other to every field, so that it is compared where responses have it. */
export function correct(spec: Operations, corrections: readonly Correction[] = []): Operations {
  const operations = [...spec].map(([key, operation]) => {
    const fields = new Map<string, Field>();
    for (const [path, field] of operation.fields) {
      const line = corrections.reduce((line, [file, responses]) => line.replace(file, responses), `${key} ${path}`);
      const place = line.slice(key.length + 1);
      // If the file has a field in both places, the one in the correct place counts.
      if (place === path || !fields.has(place)) fields.set(place, field);
    }
    return [key, { ...operation, fields }] as const;
  });
  return new Map(operations);
}

/** Corrections of FoodData Central's file, according to its responses. */
export const corrections: readonly Correction[] = [
  // The file declares a list of results, but a search has a single one.
  [/(foods\/search )\[\]\.?/, '$1'],
  // Search uses its own names.
  [/(foods\/search .*)\.publicationDate$/, '$1.publishedDate'],
  [/(foods\/search .*foodNutrients\[\])\.number$/, '$1.nutrientNumber'],
  [/(foods\/search .*foodNutrients\[\])\.name$/, '$1.nutrientName'],
  [/(foods\/search .*foodNutrients\[\])\.amount$/, '$1.value'],
  // The file misspells these names.
  [/\bpostassium\b/, 'potassium'],
  [/\bdatatype\b/, 'dataType'],
  // Responses have a list.
  [/\bnutrientAnalysisDetails\./, 'nutrientAnalysisDetails[].'],
  // The category, which the file calls attributes there.
  [/\binputFood\.foodAttributes(\[\])?/, 'inputFood.foodCategory'],
];

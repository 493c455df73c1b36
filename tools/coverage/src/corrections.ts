import type { Field, Operations } from './operation.ts';

/**
 * A field that the provider's file has at another place, or under another name, than responses do: what matches
 * operation and field, such as `GET /albums/{} tracks.href`, and its replacement, with `$1` as in `String.replace`.
 */
export type Correction = readonly [file: RegExp, responses: string];

/** Applies `corrections` one after the other to every field, so that it is compared where responses have it. */
export function correct(spec: Operations, corrections: readonly Correction[] = []): Operations {
  const operations = [...spec].map(([key, operation]) => {
    const fields = new Map<string, Field>();
    for (const [path, field] of operation.fields) {
      const line = corrections.reduce((line, [file, responses]) => line.replace(file, responses), `${key} ${path}`);
      const place = line.slice(key.length + 1);
      // Of a field that the file has at both places, the one at the correct place counts.
      if (place === path || !fields.has(place)) fields.set(place, field);
    }
    return [key, { ...operation, fields }] as const;
  });
  return new Map(operations);
}

/** Where responses are known to have what the file of FoodData Central has elsewhere. */
export const corrections: readonly Correction[] = [
  // The file makes a list of the one result of a search.
  [/(foods\/search )\[\]\.?/, '$1'],
  // Search has names of its own.
  [/(foods\/search .*)\.publicationDate$/, '$1.publishedDate'],
  [/(foods\/search .*foodNutrients\[\])\.number$/, '$1.nutrientNumber'],
  [/(foods\/search .*foodNutrients\[\])\.name$/, '$1.nutrientName'],
  [/(foods\/search .*foodNutrients\[\])\.amount$/, '$1.value'],
  // The file has it misspelled.
  [/\bpostassium\b/, 'potassium'],
  [/\bdatatype\b/, 'dataType'],
  // Responses have a list of them.
  [/\bnutrientAnalysisDetails\./, 'nutrientAnalysisDetails[].'],
  // What the file calls attributes there is the category.
  [/\binputFood\.foodAttributes(\[\])?/, 'inputFood.foodCategory'],
];

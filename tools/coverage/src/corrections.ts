import type { Field, Operations } from './operation.ts';

/** A field that the provider's file has at another place, or under another name, than responses do. */
export interface Correction {
  /** Matches operation and field: `GET /albums/{} tracks.href`. */
  readonly file: RegExp;
  /** Replacement text, with `$1` and so on as in `String.replace`. */
  readonly answers: string;
}

/** Applies `corrections` one after the other to every field, so that it is compared where responses have it. */
export function correct(spec: Operations, corrections: readonly Correction[] = []): Operations {
  const operations = [...spec].map(([key, operation]) => {
    const fields = new Map<string, Field>();
    for (const [path, field] of operation.fields) {
      const line = corrections.reduce((line, { file, answers }) => line.replace(file, answers), `${key} ${path}`);
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
  { file: /(foods\/search )\[\]\.?/, answers: '$1' },
  // Search has names of its own.
  { file: /(foods\/search .*)\.publicationDate$/, answers: '$1.publishedDate' },
  { file: /(foods\/search .*foodNutrients\[\])\.number$/, answers: '$1.nutrientNumber' },
  { file: /(foods\/search .*foodNutrients\[\])\.name$/, answers: '$1.nutrientName' },
  { file: /(foods\/search .*foodNutrients\[\])\.amount$/, answers: '$1.value' },
  // The file has it misspelled.
  { file: /\bpostassium\b/, answers: 'potassium' },
  { file: /\bdatatype\b/, answers: 'dataType' },
  // Responses have a list of them.
  { file: /\bnutrientAnalysisDetails\./, answers: 'nutrientAnalysisDetails[].' },
  // What the file calls attributes there is the category.
  { file: /\binputFood\.foodAttributes(\[\])?/, answers: 'inputFood.foodCategory' },
];

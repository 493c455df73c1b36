import type { Correction } from './correct.ts';

const correction = (reason: string, ...moves: readonly [file: RegExp, answers: string][]): Correction[] =>
  moves.map(([file, answers]) => ({ file, answers, reason }));

/** Where responses are known to have what the provider's file has elsewhere; by package. */
export const corrections: Readonly<Record<string, readonly Correction[]>> = {
  food: [
    ...correction('the file makes a list of the one result of a search', [/(foods\/search )\[\]\.?/, '$1']),
    ...correction(
      'search has names of its own',
      [/(foods\/search .*)\.publicationDate$/, '$1.publishedDate'],
      [/(foods\/search .*foodNutrients\[\])\.number$/, '$1.nutrientNumber'],
      [/(foods\/search .*foodNutrients\[\])\.name$/, '$1.nutrientName'],
      [/(foods\/search .*foodNutrients\[\])\.amount$/, '$1.value'],
    ),
    ...correction('the file has it misspelled', [/\bpostassium\b/, 'potassium'], [/\bdatatype\b/, 'dataType']),
    ...correction('responses have a list of them', [/\bnutrientAnalysisDetails\./, 'nutrientAnalysisDetails[].']),
    ...correction('what the file calls attributes there is the category', [
      /\binputFood\.foodAttributes(\[\])?/,
      'inputFood.foodCategory',
    ]),
  ],
};

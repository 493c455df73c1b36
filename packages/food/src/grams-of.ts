import { type Amount, type Portion, portions } from './portions.ts';
import { exact, readQuantity } from './quantity.ts';
import type { AbridgedFood } from './records/abridged.ts';
import type { Food } from './records/full.ts';
import type { SearchFood } from './records/search.ts';
import { servingOf } from './serving.ts';
import { singular, wordsOf } from './words.ts';

/** A weight that {@link gramsOf} found, or the reason why it found none. */
export interface FoundAmount extends Amount {
  /** Portion of the record that the weight was calculated from. Absent if it is from a unit of weight. */
  readonly portion?: Portion;
  /** Reason why `grams` is undefined, as a sentence for people. Absent if it is set. */
  readonly reason?: string;
}

/** Options of {@link gramsOf}. */
export interface GramsOfOptions {
  /** Grams per milliliter of the food, for amounts in units of volume. Default: unknown. */
  readonly density?: number | undefined;
}

/** Grams per unit of weight. */
const weights = new Map(Object.entries({ mg: 0.001, g: 1, kg: 1000, oz: 28.349523125, lb: 453.59237 }));

/**
 * Milliliters per unit of volume, rounded as labels must round them.
 *
 * @see https://www.ecfr.gov/current/title-21/section-101.9 paragraph (b)(5)(viii)
 */
const volumes = new Map(
  Object.entries({
    ...{ ml: 1, cl: 10, dl: 100, l: 1000 },
    ...{ tsp: 5, tbsp: 15, floz: 30, cup: 240, pint: 480, quart: 960, gallon: 3840 },
  }),
);

/** Units by their other names, without the plural. Codes such as `ONZ` are of the standards that labels use. */
const unitNames: ReadonlyMap<string, string> = new Map(
  Object.entries({
    mg: 'milligram',
    g: 'gram gramme grm gr',
    kg: 'kilogram kilo kgm',
    oz: 'ounce onz',
    lb: 'pound lbr',
    ml: 'milliliter millilitre mlt',
    cl: 'centiliter centilitre',
    dl: 'deciliter decilitre',
    l: 'liter litre ltr',
    tsp: 'teaspoon',
    tbsp: 'tablespoon tbs tblsp',
    floz: 'oza',
    pint: 'pt',
    quart: 'qt',
    gallon: 'gal',
  }).flatMap(([unit, names]) => names.split(' ').map((name) => [singular(name), unit] as const)),
);

/**
 * Returns the weight of an amount in words, such as `1 1/2 cups`, `½ cup, chopped`, `2 large eggs`, `30 g` or `8 fl oz`.
 * It never guesses: `grams` is undefined, with a `reason`, if the text has no number or a range of numbers, if no portion
 * of the record fits, or if several do whose weights differ. The label of a portion always fits. Words that name the food or details of a portion are
 * allowed; if only one portion fits, its details need not be named, and `portion` shows it.
 *
 * A unit of volume is converted to another one if the record has the weight of either, such as tablespoons to cups. For
 * a food whose label is in milliliters, the result has `milliliters`, which `panel` accepts, and `grams` only with a
 * `density`.
 *
 * @example
 * const { grams, reason } = gramsOf(bread, '2 slices');
 * console.log(grams ?? reason);
 */
export function gramsOf(
  food: Food | AbridgedFood | SearchFood,
  text: string,
  { density }: GramsOfOptions = {},
): FoundAmount {
  const all = portions(food);
  const labeled = all.find(({ label }) => label.toLowerCase() === text.trim().toLowerCase());
  if (labeled) {
    const { grams, milliliters } = labeled;
    return withDensity({ ...(grams ? { grams } : { milliliters }), portion: labeled }, density);
  }

  const { quantity, rest } = readQuantity(text);
  if (quantity === undefined) return { reason: `"${text}" does not begin with one number, such as "1 1/2 cups".` };
  const wanted = readWords(rest);
  const allowed = new Set([...readWords(food.description), 'of']);
  const isKnown = (words: readonly string[]) => words.every((word) => allowed.has(word));

  const [unit = '', ...others] = wanted;
  // The ounces of a label in milliliters are fluid ounces.
  const isVolume = all.some((portion) => portion.milliliters && readWords(portion.unit)[0] === unit);
  const weight = weights.get(unit);
  if (weight !== undefined && !isVolume && isKnown(others)) return { grams: exact(quantity * weight) };

  const serving = servingOf(food);
  if (serving && unit === 'serving' && isKnown(others)) {
    const { grams, milliliters = 0 } = serving;
    return withDensity(
      grams ? { grams: exact(quantity * grams) } : { milliliters: exact(quantity * milliliters) },
      density,
    );
  }
  const fitting = all
    .flatMap((portion) => fit(portion, wanted, isKnown))
    .sort((one, other) => other.score - one.score || sizeOf(other.portion) - sizeOf(one.portion));
  const best = fitting.filter(({ score }) => score === fitting[0]?.score);
  const [first] = best;
  const size = ({ portion, units }: Fit) => (units / portion.amount) * sizeOf(portion);
  // Portions in different units of volume, such as a cup and a tablespoon, differ slightly because of rounding. The
  // largest is the most precise.
  if (first && best.every((each) => Math.abs(size(each) / size(first) - 1) < 0.05))
    return withDensity(
      { [first.portion.grams ? 'grams' : 'milliliters']: exact(quantity * size(first)), portion: first.portion },
      density,
    );
  if (first)
    return {
      reason: `Several portions fit "${text}": ${best.map(({ portion }) => portion.label).join('; ')}. Name one.`,
    };

  const volume = volumes.get(unit);
  if (volume !== undefined && isKnown(others) && density) return { grams: exact(quantity * volume * density) };
  return { reason: `No portion fits "${text}". The food has: ${all.map(({ label }) => label).join('; ')}.` };
}

const sizeOf = ({ grams, milliliters = 0 }: Portion): number => grams ?? milliliters;

/** A portion that a text may mean, and the number of its units in one unit of the text. */
interface Fit {
  readonly portion: Portion;
  readonly units: number;
  readonly score: number;
}

function fit(portion: Portion, wanted: readonly string[], isKnown: (words: readonly string[]) => boolean): Fit[] {
  const unit = readWords(portion.unit);
  const details = readWords(portion.detail ?? '');
  const without = (words: readonly string[]) => wanted.filter((word) => !words.includes(word));
  const scored = (units: number, own: readonly string[], rank: number): Fit[] => {
    if (!isKnown(without([...own, ...details]))) return [];
    const named = details.filter((word) => wanted.includes(word)).length;
    return [{ portion, units, score: rank + named * 2 + Number(details.length === 0) }];
  };
  if (unit.length > 0 && unit.every((word) => wanted.includes(word))) return scored(1, unit, 1000 + unit.length * 10);
  const [own = ''] = unit;
  const asked = wanted.find((word) => volumes.has(word));
  const [inOne, inOther] = [volumes.get(asked ?? ''), volumes.get(own)];
  return asked && inOne && inOther ? scored(inOne / inOther, [asked, ...unit], 0) : [];
}

/** Completes an amount that may be a volume. */
function withDensity(amount: FoundAmount, density: number | undefined): FoundAmount {
  const { grams, milliliters } = amount;
  if (grams !== undefined || milliliters === undefined) return amount;
  if (density) return { ...amount, grams: exact(milliliters * density) };
  return { ...amount, reason: 'The weight of a milliliter of this food is unknown. Pass its density.' };
}

/** Returns the words of a text, with units under one name and without plurals. */
const readWords = (text: string): string[] =>
  wordsOf(text.replace(/\bfl(?:uid)?\.?\s*(?:oz|ounces?)\b/gi, 'floz')).map((word) => {
    const one = singular(word);
    return unitNames.get(one) ?? one;
  });

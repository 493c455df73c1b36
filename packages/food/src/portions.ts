import { readQuantity } from './quantity.ts';
import type { AbridgedFood } from './records/abridged.ts';
import type { Food } from './records/full.ts';
import type { SearchFood } from './records/search.ts';
import { type Labeled, servingOf } from './serving.ts';

/** An amount of food. */
export interface Amount {
  /** Weight in grams. Undefined if only the volume is known. */
  readonly grams?: number | undefined;
  /** Volume in milliliters, for foods whose label is in milliliters. Undefined for all others. */
  readonly milliliters?: number | undefined;
}

/** A portion of a food, in the same shape for every data type. Either `grams` or `milliliters` is set. */
export interface Portion extends Amount {
  /** The portion in words, such as `1 cup, chopped` or `2 Tbsp (32 g)`. */
  readonly label: string;
  /** Number of units, such as 1. */
  readonly amount: number;
  /** Unit, such as `cup`, `slice` or `medium banana`. */
  readonly unit: string;
  /** Details of the unit, such as `chopped` or `3" dia`. Absent if there are none. */
  readonly detail?: string;
}

type Maybe<T> = T | null | undefined;
/** A portion of a full record or of a search result. */
interface Measure {
  amount?: Maybe<number>;
  value?: Maybe<number>;
  gramWeight?: Maybe<number>;
  sequenceNumber?: Maybe<number>;
  rank?: Maybe<number>;
  modifier?: Maybe<string>;
  portionDescription?: Maybe<string>;
  disseminationText?: Maybe<string>;
  measureUnit?: Maybe<{ name?: Maybe<string> }>;
  measureUnitName?: Maybe<string>;
}
interface Measured extends Labeled {
  readonly foodPortions?: Maybe<readonly Measure[]>;
  readonly foodMeasures?: Maybe<readonly Measure[]>;
  readonly householdServingFullText?: Maybe<string>;
}

/**
 * Returns the portions of a food in the record's order, then 100 g (and 100 ml before it, if the label is in
 * milliliters). Portions of "Quantity not specified" are left out, because they stand for no quantity.
 *
 * Records describe portions in four ways: Foundation foods have a unit and its details, SR Legacy foods a text such as
 * `cup, chopped`, survey foods a text such as `1 cup` and a code, and branded foods the serving on the label.
 *
 * @example
 * const [portion] = portions(food);
 * console.log(portion?.label, panel(food, { per: portion }).energy.value, 'kcal');
 */
export function portions(food: Food | AbridgedFood | SearchFood): Portion[] {
  const { foodPortions, foodMeasures, servingSize, householdServingFullText } = food as Measured;
  const order = ({ sequenceNumber, rank }: Measure) => sequenceNumber ?? rank ?? 0;
  const measures = (foodPortions ?? foodMeasures ?? []).toSorted((one, other) => order(one) - order(other));
  const serving = servingOf(food);
  const text = householdServingFullText?.trim() || '1 serving';
  const size = `${servingSize} ${serving?.grams ? 'g' : 'ml'}`;
  return [
    ...measures.flatMap(portionOf),
    ...(serving
      ? [{ ...readText(text), ...serving, label: text.includes(`${servingSize}`) ? text : `${text} (${size})` }]
      : []),
    ...(serving?.milliliters ? [{ label: '100 ml', amount: 100, unit: 'ml', milliliters: 100 }] : []),
    { label: '100 g', amount: 100, unit: 'g', grams: 100 },
  ];
}

function portionOf(measure: Measure): Portion[] {
  const { gramWeight: grams, modifier, measureUnit, measureUnitName } = measure;
  const text = measure.portionDescription || measure.disseminationText;
  if (!grams || modifier === '90000' || /quantity not specified/i.test(text ?? '')) return [];
  const amount = measure.amount ?? measure.value ?? 1;
  const unit = measureUnit?.name ?? measureUnitName;
  const hasUnit = unit && unit !== 'undetermined';
  const label = text || `${amount} ${hasUnit ? [unit, modifier].filter(Boolean).join(', ') : modifier}`;
  return text || hasUnit || modifier ? [{ ...readText(label), grams, label: label.trim() }] : [];
}

/** Reads a portion such as `1 cup, chopped`, `1/2 cup (1 NLEA serving)` or `medium (3" dia)`. */
function readText(text: string): Pick<Portion, 'label' | 'amount' | 'unit' | 'detail'> {
  const { quantity, rest } = readQuantity(text);
  const [, unit = '', detail] = /^([^,(]*?)\s*(?:[,(]\s*(.*?)\)?)?$/.exec(rest) ?? [];
  return { label: text, amount: quantity || 1, unit, ...(detail && { detail }) };
}

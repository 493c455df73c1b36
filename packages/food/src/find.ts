import type { ApiCall, CallOptions } from '@x/core';
import type { FoundFood } from './records/found.ts';
import type { SearchFood } from './records/search.ts';
import { singular, wordsOf } from './words.ts';

/** Params of `foods.find`, as its declaration has them. */
interface FindParams {
  readonly text: string;
  readonly dataType?: readonly string[] | undefined;
  readonly pageSize?: number | undefined;
}

type Search = (params: FindParams, options?: CallOptions) => ApiCall<SearchFood[]>;

/** All kinds of foods that a search can be narrowed to, generic ones first. */
const dataTypes = ['Foundation', 'SR Legacy', 'Survey (FNDDS)', 'Branded'] as const;

/** Creates `foods.find` from a call of the search, whose `text` may contain operators. */
export const findFoods =
  (search: Search) =>
  (params: FindParams, options?: CallOptions): ApiCall<FoundFood[]> => {
    const { text, dataType = dataTypes, pageSize = 25 } = Object(params) as FindParams;
    const words = typeof text === 'string' ? wordsOf(text) : [];
    const generic = Array.isArray(dataType) ? dataType.filter((kind) => kind !== 'Branded') : [];
    const groups = generic.length > 0 && generic.length < dataType.length ? [generic, ['Branded']] : [dataType];
    let first: ReturnType<Search> | undefined;
    const collect = async (sign: '+' | '') => {
      const found: SearchFood[] = [];
      const query = typeof text === 'string' ? words.map((word) => sign + word).join(' ') : text;
      for (const kinds of groups) {
        const size = found.length === 0 ? pageSize : pageSize - found.length;
        if (found.length > 0 && size <= 0) break;
        const call = search({ ...params, text: query, dataType: kinds, pageSize: size }, options);
        first ??= call;
        found.push(...(await call));
      }
      return found;
    };
    const find = async () => {
      const exact = await collect('+');
      const found = exact.length > 0 || words.length < 2 ? exact : await collect('');
      return found.map((food) => ({ ...food, evidence: evidenceOf(food, words) }));
    };
    const result = find();
    const withResponse = async () => ({
      data: await result,
      response: (await (first as ReturnType<Search>).withResponse()).response,
    });
    return Object.defineProperty(result, 'withResponse', { value: withResponse }) as ApiCall<FoundFood[]>;
  };

const fields = [
  ...['description', 'commonNames', 'additionalDescriptions', 'scientificName'],
  ...['brandName', 'brandOwner', 'ingredients'],
] as const;

/** Returns where a food has each of the words, in the singular or the plural. */
function evidenceOf(food: SearchFood, words: readonly string[]): FoundFood['evidence'] {
  const texts = fields.map((field) => [field, new Set(wordsOf(`${Object(food)[field] ?? ''}`).map(singular))] as const);
  return words.map((word) => ({ word, field: texts.find(([, text]) => text.has(singular(word)))?.[0] }));
}

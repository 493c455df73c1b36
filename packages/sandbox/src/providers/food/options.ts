import * as v from 'valibot';
import {
  listOfObjects,
  numberFrom0,
  oneOf,
  type RulesOf,
  readOptions,
  strings,
  trueOrFalse,
  wholeNumber,
} from '../../shared/check-fields.ts';
import type { SandboxContext } from '../../shared/context.ts';
import type { Limits } from '../../shared/limits.ts';
import { requireUnique } from '../../shared/own-records.ts';
import { type FoodRecord, foodRecordRules } from './own-records.ts';

/** Settings of the nutrition-data API's sandbox, all of them optional. */
export interface FoodSandboxOptions {
  /** Number of branded foods, at most 100,000, in addition to about 320 foods of other types. Default 200. */
  brandedFoods?: number | undefined;
  /** Your own foods, in addition to the generated ones. Default none. */
  foods?: readonly FoodRecord[] | undefined;
  /** Valid keys in addition to the sandbox's own and `DEMO_KEY`. Default none. */
  apiKeys?: readonly string[] | undefined;
  /** Keys that are refused with `API_KEY_DISABLED`. Default none. */
  disabledKeys?: readonly string[] | undefined;
  /** Keys that are refused with `API_KEY_UNVERIFIED`. Default none. */
  unverifiedKeys?: readonly string[] | undefined;
  /** Keys that are refused with `API_KEY_UNAUTHORIZED`. Default none. */
  unauthorizedKeys?: readonly string[] | undefined;
  /** Whether a 429 has `Retry-After`; older deployments omit it. Default `true`. */
  retryAfter?: boolean | undefined;
  /** Whether plain HTTP is refused with `HTTPS_REQUIRED`. Default `false`, because the sandbox serves only HTTP. */
  requireHttps?: boolean | undefined;
  /** Whether stray colons and unbalanced quotes or parentheses in a query cause a 500. Default `true`. */
  querySyntaxErrors?: boolean | undefined;
  /** Response to more than 20 IDs: `truncate` serves the first 20, `reject` responds with 400. Default `truncate`. */
  tooManyIds?: 'truncate' | 'reject' | undefined;
  /** Number of foods that paging can reach. A larger `pageNumber` times `pageSize` fails. Default 10,000. */
  searchWindow?: number | undefined;
  /** Status of a request beyond `searchWindow`; both have been observed. Default 400. */
  searchWindowStatus?: 400 | 500 | undefined;
}

/** Limits of the nutrition-data API, which replace the real ones. */
export interface FoodLimits {
  /** Requests per hour and key. Default 1,000. */
  readonly requestsPerHour?: number | undefined;
  /** Requests per hour and address with `DEMO_KEY`. Default 10. */
  readonly demoRequestsPerHour?: number | undefined;
  /** Requests per day and address with `DEMO_KEY`. Default 50. */
  readonly demoRequestsPerDay?: number | undefined;
  /**
   * Whether the gateway's standard burst limits also apply: 20 requests per second and 150 per 15 seconds for a key, 50
   * and 250 for an address. Default `false`, because it is unknown whether the real deployment has them.
   */
  readonly bursts?: boolean | undefined;
}

/** Rules of the options. */
export const foodRules = {
  brandedFoods: wholeNumber(0, 100_000),
  foods: listOfObjects('foods', foodRecordRules),
  apiKeys: strings,
  disabledKeys: strings,
  unverifiedKeys: strings,
  unauthorizedKeys: strings,
  retryAfter: trueOrFalse,
  requireHttps: trueOrFalse,
  querySyntaxErrors: trueOrFalse,
  tooManyIds: oneOf('truncate', 'reject'),
  searchWindow: numberFrom0('a number of foods'),
  searchWindowStatus: v.picklist([400, 500], 'must be 400 or 500'),
} satisfies RulesOf<FoodSandboxOptions>;

const requests = numberFrom0('a number of requests');

export const foodLimitRules = {
  requestsPerHour: requests,
  demoRequestsPerHour: requests,
  demoRequestsPerDay: requests,
  bursts: trueOrFalse,
} satisfies RulesOf<FoodLimits>;

/** Checks the options, and returns those that are set. Throws as `readOptions` does. */
export function resolveOptions({
  limits: _,
  ...options
}: FoodSandboxOptions & { limits?: Limits<FoodLimits> | undefined }): FoodSandboxOptions {
  const settings = readOptions('food', options, foodRules);
  requireUnique('food.foods', settings.foods, ['fdcId']);
  return settings;
}

/** Options that make a food client call this sandbox. */
export interface FoodClientOptions {
  /** Base URL of the API in the sandbox. */
  baseUrl: string;
  /** API key that the sandbox accepts. */
  apiKey: string;
}

/** Returns the options that make a client call this sandbox. The key depends only on the seed. */
export const clientOptions = ({ baseUrl, random }: SandboxContext): FoodClientOptions => ({
  baseUrl: baseUrl(),
  apiKey: random('api-key').text(40),
});

import { byNumber, type NumberPaging, whole } from '@x/core';
import * as v from 'valibot';

/** One to `max` values, always written as a list: the POST forms refuse a bare value. */
export const some = <T>(item: v.GenericSchema<T>, max = Number.POSITIVE_INFINITY): v.GenericSchema<readonly T[]> =>
  v.pipe(v.array(item), v.minLength(1), v.maxLength(max)) as never;

/** An FDC id. */
export const fdcId = whole(1);

/** Parameters of whole records: how much of each, and which nutrients, by number (203), at most 25. */
export const recordParams = {
  format: v.optional(v.picklist(['abridged', 'full'])),
  nutrients: v.optional(some(whole(1), 25)),
};

/** Parameters of both lists. */
export const listParams = {
  dataType: v.optional(some(v.picklist(['Branded', 'Foundation', 'Survey (FNDDS)', 'SR Legacy']), 4)),
  pageSize: v.optional(whole(1, 200)),
  pageNumber: v.optional(whole(1)),
  sortBy: v.optional(v.picklist(['dataType.keyword', 'lowercaseDescription.keyword', 'fdcId', 'publishedDate'])),
  sortOrder: v.optional(v.picklist(['asc', 'desc'])),
};

/** How foods are listed: a bare array without totals, so that a page that is not full is the last. */
export const listPages: NumberPaging = {
  ...byNumber,
  items: '',
  param: 'pageNumber',
  size: 'pageSize',
  defaultSize: 50,
};

/** How search pages. Behind 10,000 hits it advertises pages that it does not serve. */
export const searchPages: NumberPaging = {
  ...listPages,
  items: 'foods',
  pages: 'totalPages',
  total: 'totalHits',
  end: 10_000,
};

/** Where the API's own page describes an operation. */
export const docs = (operation: string) => `https://fdc.nal.usda.gov/api-spec/fdc_api.html#/FDC/${operation}`;

import { refuse } from '../errors.ts';
import type { Query } from '../request.ts';
import type { Quote } from './collection.ts';
import { slugOf, titleCase } from './names.ts';

/** Test for the quotes that a request asks for. */
export type Filter = (quote: Quote) => boolean;

/** Keeps quotes whose length is within `minLength` and `maxLength`, both included. */
export function readLengthFilter(query: Query): Filter {
  const least = query.number('minLength') || 0;
  const most = query.number('maxLength') || 10_000; // so 0 sets no bound
  return ({ length }) => length >= least && length <= most;
}

/** Keeps quotes with all of the comma-separated tags or, when there is a pipe, with any of the piped ones. */
export function readTagsFilter(query: Query): Filter | undefined {
  const value = query.single('tags', 'tags.split is not a function');
  if (!value) return undefined;
  if (value.includes('|')) {
    const wanted = new Set(value.split('|').map(titleCase));
    return ({ tags }) => tags.some((tag) => wanted.has(tag));
  }
  const wanted = value.split(',').map(titleCase);
  return ({ tags }) => wanted.every((tag) => tags.includes(tag));
}

/** Keeps quotes by any of the piped authors, by name or slug. */
export function readAuthorFilter(query: Query): Filter | undefined {
  const value = query.text('author');
  if (!value) return undefined;
  // The check reads the value as text, so it also applies to a repeated parameter.
  if (value.includes(',')) refuse(400, 'Multiple authors should be separated by a pipe.');
  const slugs = new Set(value.split('|').map(slugOf));
  return ({ authorSlug }) => slugs.has(authorSlug);
}

/** Keeps what every one of `filters` keeps. */
export function allOf(...filters: (Filter | undefined)[]): Filter {
  const set = filters.filter((filter) => filter !== undefined);
  return (quote) => set.every((filter) => filter(quote));
}

/** Returns a key that is the same for queries whose filters keep the same quotes. */
export function filterKey(query: Query): string {
  return JSON.stringify(['author', 'authorId', 'minLength', 'maxLength', 'tags'].map((name) => query.text(name)));
}

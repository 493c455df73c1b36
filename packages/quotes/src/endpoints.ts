export { authors } from './resources/authors.ts';
export { info } from './resources/info.ts';
export { quotes } from './resources/quotes.ts';
export { search } from './resources/search.ts';
export { tags } from './resources/tags.ts';

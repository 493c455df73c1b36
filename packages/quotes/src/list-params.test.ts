import { describeListParams, type ListParam } from '@x/testing';
import { endpoints } from './index.ts';

// The server accepts as many values as fit in a URL.
const unlimited = (param: string): ListParam => ({ param, limit: 'no documented maximum' });

// Limits from https://github.com/lukePeavey/quotable#api-reference
describeListParams(endpoints, {
  'authors.list': [unlimited('slug')],
  'quotes.list': [unlimited('author')],
  'quotes.random': [unlimited('author')],
  random: [unlimited('author')],
});

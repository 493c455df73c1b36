import { list } from '@x/core/provider';
import * as v from 'valibot';
import { closed2026, docs } from '../declarations.ts';
import { singlePage } from '../paging.ts';

/** Countries in which the catalog is offered. */
export const markets = {
  /**
   * Lists all markets as ISO 3166-1 alpha-2 codes.
   *
   * @remarks Refused with `not_supported` to apps in development mode.
   */
  list: list({
    method: 'GET',
    path: '/v1/markets',
    auth: 'app-or-user',
    item: v.string(),
    paging: singlePage('markets'),
    docs: docs('get-available-markets'),
    deprecated: closed2026(),
  }),
};

import { readFileSync } from 'node:fs';
import { byCursor, endpoint, list, oneOrMany, whole } from '@x/core';
import * as v from 'valibot';
import { expect, it } from 'vitest';
import { files } from './packages.ts';
import { renderApi } from './render.ts';

it('writes a row per method with all that the declaration says', () => {
  const common = { method: 'GET', auth: 'user', docs: 'https://docs.test/' } as const;
  const text = renderApi('test', {
    things: {
      list: list({
        ...common,
        path: '/things',
        scopes: ['things:read', 'things:write'],
        query: v.object({
          id: v.optional(oneOrMany(v.string())),
          first: v.optional(whole(1, 100)),
          sort: v.picklist(['up', 'down']),
        }),
        item: v.object({}),
        paging: { ...byCursor, items: 'data', param: 'after', cursor: 'cursor' },
        ids: { params: ['id'], max: 20 },
      }),
      remove: endpoint({
        ...common,
        path: '/things/{id}',
        params: v.object({ id: v.string() }),
        response: v.void(),
        as: 'none',
        deprecated: { since: '2026-02-11', openTo: 'partners', replacement: 'things.delete' },
      }),
    },
  });
  expect(text).toContain('## things');
  expect(text).toContain(
    '| [`things.list`](https://docs.test/) | `GET /things` | user<br>`things:read`<br>`things:write` | `id` one or many<br>`first` number 1–100<br>`sort`\\* `up` `down` | pages by cursor, ids split by 20 |',
  );
  expect(text).toContain(
    '| `id`\\* | nothing<br>**deprecated** since 2026-02-11, open to partners; instead: `things.delete` |',
  );
});

it.each(files)('$path.pathname is as its sources say; pnpm api writes it anew', ({ path, render }) => {
  expect(readFileSync(path, 'utf8')).toBe(render());
});

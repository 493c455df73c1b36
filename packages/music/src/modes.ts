import type { ListSpec } from '@x/core/provider';
import * as v from 'valibot';

/** Largest `limit` in development mode, by operation, where it is smaller than in extended quota mode. */
const developmentLimits: Readonly<Record<string, number>> = { search: 10, 'artists.albums': 10 };

/** The same endpoints with the page sizes that development mode allows. */
export const forDevelopment = <Tree extends object>(tree: Tree, prefix = ''): Tree =>
  Object.fromEntries(
    Object.entries(tree).map(([name, node]) => {
      const max = developmentLimits[prefix + name];
      if (max) return [name, { ...node, query: withMaxLimit(node, max) }];
      return [name, 'path' in node ? node : forDevelopment(node, `${prefix}${name}.`)];
    }),
  ) as Tree;

const withMaxLimit = ({ query }: ListSpec, max: number) =>
  v.pipe(
    query as v.GenericSchema<{ limit?: number }>,
    v.check(({ limit }) => limit === undefined || limit <= max, `limit must be at most ${max} in development mode`),
  );

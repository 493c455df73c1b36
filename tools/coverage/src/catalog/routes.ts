import type { Operations } from '../operation.ts';

/** Formats each operation as one line, as `routes.json` stores it: `GET /albums: ids! market`. */
export const writeRoutes = (operations: Operations): string[] =>
  [...operations].map(([key, { params }]) => {
    const own = [...params].filter(([name]) => !/[.[]/.test(name));
    return [`${key}:`, ...own.map(([name, { required }]) => `${name}${required ? '!' : ''}`)].join(' ');
  });

/** Reads what {@link writeRoutes} wrote. */
export const readRoutes = (lines: readonly string[]): Operations =>
  new Map(
    lines.map((line) => {
      const [, key = '', names = ''] = /^([^:]+): ?(.*)$/.exec(line) ?? [];
      const params = names.split(' ').filter(Boolean);
      const field = (name: string) => ({ required: name.endsWith('!'), nullable: false });
      return [key, { params: new Map(params.map((name) => [name.replace('!', ''), field(name)])), fields: new Map() }];
    }),
  );

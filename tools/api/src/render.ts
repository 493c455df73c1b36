import { type CallSpec, type ListSpec, operationsOf, type Paging, type Schema } from '@x/core';

/** A valibot schema or action, as far as its structure is read here. */
interface Node extends Schema {
  readonly entries?: Record<string, Node>;
  readonly item?: Node;
  readonly wrapped?: Node;
  readonly options?: readonly (Node | string | number)[];
  readonly literal?: unknown;
  readonly min?: number;
  readonly max?: number;
  readonly pipe?: readonly { readonly type: string; readonly requirement?: unknown }[];
}

/** The page that lists every method of a package with its route, credentials, parameters and paging. */
export function renderApi(name: string, endpoints: object): string {
  const operations = operationsOf(endpoints);
  const resources = Map.groupBy(operations, ([operation]) => operation.split('.').slice(0, -1).join('.'));
  const sections = [...resources].map(([resource, rows]) =>
    [
      ...(resource ? [`## ${resource}`, ''] : []),
      '| method | route | auth | parameters | answer |',
      '|---|---|---|---|---|',
      ...rows.map(([operation, spec]) => row(operation, spec)),
    ].join('\n'),
  );
  return [
    `# @x/${name}: every method`,
    `Generated from the declarations by \`pnpm api\`. ${operations.length} methods, called on the client by these names; parameters with \`*\` are required, those of a list beyond a limit per request are split. The method's name leads to the provider's own page.`,
    ...sections,
    '',
  ]
    .join('\n\n')
    .replace(/\n+$/, '\n');
}

function row(operation: string, spec: CallSpec | ListSpec): string {
  const { method, path, auth, scopes, docs, deprecated, params, query, body } = spec;
  const credentials = [auth, ...(scopes ?? []).map((scope) => `\`${scope}\``)].join('<br>');
  const parameters = [params, query, body].flatMap((schema) =>
    Object.entries((schema as Node | undefined)?.entries ?? {}).map(([name, node]) => parameter(name, node)),
  );
  const cells = [
    `[\`${operation}\`](${docs})`,
    `\`${method} ${path}\``,
    credentials,
    parameters.join('<br>'),
    [answer(spec), deprecated && closed(deprecated)].filter(Boolean).join('<br>'),
  ];
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

function closed({ since, openTo, replacement }: NonNullable<CallSpec['deprecated']>): string {
  return `**deprecated** since ${since}${openTo ? `, open to ${openTo}` : ''}${replacement ? `; instead: \`${replacement}\`` : ''}`;
}

function answer(spec: CallSpec | ListSpec): string {
  if (!('paging' in spec)) return { json: '', text: 'text', bytes: 'bytes', none: 'nothing' }[spec.as ?? 'json'];
  const { paging, ids } = spec as ListSpec;
  const limits = [...new Set([ids ?? []].flat().map(({ max }) => max))];
  return `${lists[paging.kind]}${limits.length > 0 ? `, ids split by ${limits.join(' and ')}` : ''}`;
}

const lists: Readonly<Record<Paging['kind'], string>> = {
  single: 'list',
  cursor: 'pages by cursor',
  offset: 'pages by offset',
  page: 'pages by number',
};

function parameter(name: string, node: Node): string {
  let inner = node;
  let optional = false;
  while (/optional|nullish|nullable/.test(inner.type) && inner.wrapped) {
    optional ||= inner.type !== 'nullable';
    inner = inner.wrapped;
  }
  return `\`${name}\`${optional ? '' : '\\*'} ${kindOf(inner)}`.trim();
}

/** The values a parameter takes, in short; nothing for plain text. */
function kindOf(node: Node): string {
  const limit = (type: string) => node.pipe?.find((action) => action.type === type)?.requirement;
  const range = (least: unknown, most: unknown) => {
    const bounded = most !== undefined && Number(most) < Number.MAX_SAFE_INTEGER; // not Infinity
    if (bounded) return least === undefined ? `≤ ${most}` : `${least}–${most}`;
    return least === undefined ? '' : `≥ ${least}`;
  };
  switch (node.type) {
    case 'string':
      return '';
    case 'number':
      return `number ${range(node.min ?? limit('min_value'), node.max ?? limit('max_value'))}`.trim();
    case 'picklist':
      return (node.options ?? []).map((option) => `\`${option}\``).join(' ');
    case 'literal':
      return `\`${node.literal}\``;
    case 'array':
      return `list ${range(limit('min_length'), limit('max_length'))} ${node.item ? kindOf(node.item) : ''}`.trim();
    case 'union': {
      // One value or a list of them.
      const [one, many] = (node.options ?? []) as Node[];
      return many?.type === 'array' && many.item === one && one ? `one or many ${kindOf(one)}`.trim() : '';
    }
    default:
      return /object/.test(node.type) ? 'object' : node.type === 'boolean' ? 'boolean' : '';
  }
}

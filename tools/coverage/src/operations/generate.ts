import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { type Document, operationsIn, type Parameter, type Schema } from '../openapi.ts';

/** An operation as the generated types have it. */
interface Typed {
  /** `/accounts/get`, or `GET /fdx/recipients` where the method is not POST. */
  readonly key: string;
  readonly params: Schema;
  /** Undefined for files. */
  readonly response: Schema | undefined;
}

type Schemas = Readonly<Record<string, Schema>>;

/**
 * Generates the module of types `@x/bank/operations` from the document of the official client: for each operation its
 * params and its response. It copies only facts (names, types, required members, listed values), no descriptions.
 *
 * Values that are listed for a response are open, because the provider adds more: `'a' | 'b' | (string & {})`. Values
 * that only requests have are closed, so that a misspelling is an error.
 */
export async function generateOperations(document: Document): Promise<string> {
  const { schemas } = document.components;
  const typed = operationsIn(document).map(
    ({ method, path, parameters, body, response }): Typed => ({
      key: method === 'post' ? path : `${method.toUpperCase()} ${path}`,
      params: body?.schema ? withoutCredentials(body.schema, schemas) : objectOf(parameters),
      response: response?.type === 'application/json' ? response.schema : undefined,
    }),
  );
  const responses = typed.map(({ response = {} }) => response);
  const open = reachable(responses, schemas);
  const all = reachable([...typed.map(({ params }) => params), ...responses], schemas);
  const named = Object.fromEntries([...all].sort().map((name) => [name, schemas[name] as Schema]));
  for (const { key, params, response } of typed) {
    named[`${key} params`] = params;
    if (response) named[`${key} response`] = response;
  }
  const isOpen = (path = '') => {
    const name = path.split('/')[3] ?? '';
    return open.has(name) || name.endsWith(' response');
  };
  const nodes = await openapiTS(
    { openapi: '3.0.3', info: { title: '', version: '' }, paths: {}, components: { schemas: named } } as never,
    {
      emptyObjectsUnknown: true,
      transform: (schema, { path }) => (isOpen(path) ? openValues(schema as Schema) : undefined),
      transformProperty: acceptUndefined,
    },
  );
  return render(typed, schemasOf(astToString(nodes, { formatOptions: { removeComments: true } })));
}

const objectOf = (parameters: readonly Parameter[]): Schema => ({
  type: 'object',
  properties: Object.fromEntries(parameters.map(({ name, schema = {} }) => [name, schema])),
  required: parameters.filter(({ required }) => required).map(({ name }) => name),
});

/** Returns the schema of a body without the members that the client adds. */
function withoutCredentials(body: Schema, schemas: Schemas): Schema {
  const { properties = {}, required = [], ...rest } = schemas[nameOf(body.$ref)] ?? body;
  const { client_id, secret, ...passed } = properties;
  return { ...rest, properties: passed, required: required.filter((name) => name in passed) };
}

const nameOf = (ref = '') => ref.replace('#/components/schemas/', '');

/** Returns the names of the schemas that `roots` refer to, directly or through other schemas. */
function reachable(roots: readonly Schema[], schemas: Schemas): Set<string> {
  const found = new Set<string>();
  const visit = (node: Schema | readonly Schema[] = {}): void => {
    for (const [, name = ''] of JSON.stringify(node).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)) {
      if (found.has(name)) continue;
      found.add(name);
      visit(schemas[name]);
    }
  };
  visit(roots);
  return found;
}

/** Makes every optional member accept undefined, for programs with `exactOptionalPropertyTypes`. */
function acceptUndefined(member: ts.PropertySignature): ts.PropertySignature {
  const { modifiers, name, questionToken, type } = member;
  if (!questionToken || !type) return member;
  const undefinedType = ts.factory.createKeywordTypeNode(ts.SyntaxKind.UndefinedKeyword);
  const union = ts.factory.createUnionTypeNode([type, undefinedType]);
  return ts.factory.updatePropertySignature(member, modifiers, name, questionToken, union);
}

/** Returns an open type for listed values, because the provider may add more. */
function openValues({ type, enum: values, nullable }: Schema): ts.TypeNode | undefined {
  if (!values || type !== 'string') return undefined;
  const known = values.map((value) => JSON.stringify(value)).join(' | ');
  return ts.factory.createTypeReferenceNode(`Known<${known}>${nullable ? ' | null' : ''}`);
}

/** Returns the members of `components.schemas` in the library's output, with one level less indentation. */
function schemasOf(printed: string): string {
  const start = '    schemas: {\n';
  const from = printed.indexOf(start);
  const to = printed.indexOf('\n    };', from);
  if (from < 0 || to < 0)
    throw new Error('openapi-typescript printed no schemas; the format of its output has changed');
  return printed
    .slice(from + start.length, to)
    .replaceAll('components["schemas"]', 'Schemas')
    .replace(/^ {8}/gm, '    ')
    .replace(/^(?: {4})+/gm, (indent) => '  '.repeat(indent.length / 4));
}

function render(typed: readonly Typed[], members: string): string {
  const rows = typed.map(({ key, response }) => {
    const name = (part: string) => `Schemas[${JSON.stringify(`${key} ${part}`)}]`;
    return `  ${JSON.stringify(key)}: { params: ${name('params')}; response: ${response ? name('response') : 'Uint8Array'} };`;
  });
  return `// Generated by \`pnpm --filter @x/coverage run operations\` from Plaid's official client or OpenAPI file. Do not edit.

/** Values that are known today; the API may send others. */
type Known<Value extends string> = Value | (string & {});

/** Every operation of Plaid's API, by its path, with the params that it takes and the response that it returns. */
export interface Operations {
${rows.join('\n')}
}

/** The objects that the operations take and return, by Plaid's own names. */
export interface Schemas {
${members}
}

declare module './request.ts' {
  interface BankOperations extends Operations {}
}
`;
}

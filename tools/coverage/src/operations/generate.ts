import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { type Content, type Document, type Operation, operationsIn, type Schema, successOf } from '../openapi.ts';

/** An operation as the generated types have it. */
interface Typed {
  /** `/accounts/get`, or `GET /fdx/recipients` where the method is not POST. */
  readonly key: string;
  readonly params: Schema;
  /** Undefined for files. */
  readonly response: Schema | undefined;
}

/** Members of requests that the client adds. */
const credentials = ['client_id', 'secret'];

/**
 * Generates the module of types `@x/bank/operations` from an OpenAPI document: for each operation its params and its
 * response. Only facts are taken over (names, types, required members, listed values), no descriptions.
 *
 * Values that are listed for a response are open, since the provider adds more: `'a' | 'b' | (string & {})`. Those that
 * only requests have are closed, so that a misspelling is an error.
 */
export async function generateOperations(document: Document): Promise<string> {
  const { schemas } = document.components;
  const typed = operationsIn(document).map(({ path, method, operation }) =>
    typedOperation(path, method, operation, schemas),
  );
  const open = reachable(
    typed.map(({ response }) => response),
    schemas,
  );
  const all = reachable(
    typed.flatMap(({ params, response }) => [params, response]),
    schemas,
  );
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

/** Lets every optional member be undefined, too, for programs with `exactOptionalPropertyTypes`. */
function acceptUndefined(member: ts.PropertySignature): ts.PropertySignature {
  const { modifiers, name, questionToken, type } = member;
  if (!questionToken || !type) return member;
  const undefinedType = ts.factory.createKeywordTypeNode(ts.SyntaxKind.UndefinedKeyword);
  const union = ts.factory.createUnionTypeNode([type, undefinedType]);
  return ts.factory.updatePropertySignature(member, modifiers, name, questionToken, union);
}

function typedOperation(path: string, method: string, operation: Operation, schemas: Record<string, Schema>): Typed {
  const { parameters = [], requestBody } = operation;
  const ok = successOf(operation) ?? {};
  const body = jsonOf(requestBody);
  const own = parameters.filter((parameter) => parameter.in === 'path' || parameter.in === 'query');
  const params: Schema = body
    ? withoutCredentials(body, schemas)
    : {
        type: 'object',
        properties: Object.fromEntries(own.map(({ name, schema = {} }) => [name, schema])),
        required: own.filter(({ required }) => required).map(({ name }) => name),
      };
  const isFile = Object.keys(ok.content ?? {}).some((type) => type !== 'application/json');
  return {
    key: method === 'post' ? path : `${method.toUpperCase()} ${path}`,
    params,
    response: isFile ? undefined : (jsonOf(ok) ?? { type: 'object' }),
  };
}

const jsonOf = ({ content }: Content = {}): Schema | undefined => content?.['application/json']?.schema;

/** The schema of a body without the members that the client adds. */
function withoutCredentials(schema: Schema, schemas: Record<string, Schema>): Schema {
  const body = schema.$ref ? (schemas[nameOf(schema.$ref)] as Schema) : schema;
  const isSent = (name: string) => !credentials.includes(name);
  const { properties = {}, required = [], ...rest } = body;
  return {
    ...rest,
    properties: Object.fromEntries(Object.entries(properties).filter(([name]) => isSent(name))),
    required: required.filter(isSent),
  };
}

const nameOf = (ref: string) => ref.replace('#/components/schemas/', '');

/** Names of the schemas that these lead to, over any number of references. */
function reachable(roots: readonly (Schema | undefined)[], schemas: Record<string, Schema>): Set<string> {
  const found = new Set<string>();
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    for (const [key, value] of Object.entries(node)) {
      if (key !== '$ref' || typeof value !== 'string') visit(value);
      else if (!found.has(nameOf(value))) {
        found.add(nameOf(value));
        visit(schemas[nameOf(value)]);
      }
    }
  };
  for (const root of roots) visit(root);
  return found;
}

/** The type of listed values that more may be added to. */
function openValues({ type, enum: values, nullable }: Schema): ts.TypeNode | undefined {
  if (!values || type !== 'string') return undefined;
  const known = values.map((value) => JSON.stringify(value)).join(' | ');
  return ts.factory.createTypeReferenceNode(`Known<${known}>${nullable ? ' | null' : ''}`);
}

/** The members of `components.schemas` in what the library printed, one indentation further left. */
function schemasOf(printed: string): string {
  const start = '    schemas: {\n';
  const from = printed.indexOf(start);
  const to = printed.indexOf('\n    };', from);
  if (from < 0 || to < 0) throw new Error('openapi-typescript printed no schemas: its output has another form');
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

import { execFileSync } from 'node:child_process';
import { globSync } from 'node:fs';
import type { AnySpec } from '@x/core/provider';
import ts from 'typescript';
import { read, root } from '../repository.ts';
import type { Field } from './types.ts';

/**
 * Parameters of a call as code, by name. Undefined if the tests compute the value; examples then use a variable of the
 * same name.
 */
export type Params = ReadonlyMap<string, string | undefined>;

/** Number of columns that a page of the site shows without scrolling. */
const width = 80;

/** Returns the first call that a package's tests send to each endpoint, by the endpoint's name on the client. */
export function openExamples(name: string): Map<string, Params> {
  const files = globSync([`packages/${name}/test/*.ts`, `packages/${name}/src/endpoints.test.ts`], { cwd: root });
  const calls = new Map<string, Params>();
  for (const file of files.sort()) {
    const source = ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest, true);
    visit(source, (node) => {
      if (!ts.isPropertyAssignment(node)) return;
      const works = worksOf(node.initializer);
      const operation = propertyName(node.name);
      const params = works && operation && firstCallOf(operation, works);
      if (params && !calls.has(operation)) calls.set(operation, params);
    });
  }
  return calls;
}

function visit(node: ts.Node, look: (node: ts.Node) => void): void {
  look(node);
  ts.forEachChild(node, (child) => visit(child, look));
}

const propertyName = (name: ts.PropertyName): string | undefined =>
  ts.isIdentifier(name) || ts.isStringLiteral(name) ? name.text : undefined;

/** Returns the `works` of a row in a table of endpoints. */
function worksOf(row: ts.Expression): ts.Node | undefined {
  const object = ts.isCallExpression(row) ? row.arguments[0] : row;
  if (!object || !ts.isObjectLiteralExpression(object)) return undefined;
  return object.properties.find((property) => property.name && propertyName(property.name) === 'works');
}

/** Returns the parameters of the first call of `operation` in `works` whose parameters can be read. */
function firstCallOf(operation: string, works: ts.Node): Params | undefined {
  let found: Params | undefined;
  visit(works, (node) => {
    if (found || !ts.isCallExpression(node) || !`.${node.expression.getText()}`.endsWith(`.${operation}`)) return;
    const [params] = node.arguments;
    const object = params && objectOf(params, works);
    if (!params) found = new Map();
    else if (object) found = paramsOf(object);
  });
  return found;
}

/** Returns an object literal, or the one that a constant in the same function holds. */
function objectOf(value: ts.Expression, scope: ts.Node): ts.ObjectLiteralExpression | undefined {
  if (ts.isObjectLiteralExpression(value)) return value;
  if (ts.isAsExpression(value)) return objectOf(value.expression, scope);
  if (!ts.isIdentifier(value)) return undefined;
  let object: ts.ObjectLiteralExpression | undefined;
  visit(scope, (node) => {
    if (ts.isVariableDeclaration(node) && node.name.getText() === value.text && node.initializer)
      object ??= objectOf(node.initializer, scope);
  });
  return object;
}

const paramsOf = (object: ts.ObjectLiteralExpression): Params =>
  new Map(
    object.properties.flatMap((property) => {
      const name = property.name && propertyName(property.name);
      if (!name) return [];
      return [[name, ts.isPropertyAssignment(property) ? literalOf(property.initializer) : undefined] as const];
    }),
  );

/** Returns a literal as code; undefined if the tests compute the value. */
function literalOf(value: ts.Expression): string | undefined {
  if (ts.isAsExpression(value) || ts.isSatisfiesExpression(value)) return literalOf(value.expression);
  if (ts.isObjectLiteralExpression(value)) {
    const isWhole = !value.properties.some(ts.isSpreadAssignment);
    return isWhole ? writeParams(paramsOf(value)) : undefined;
  }
  if (ts.isArrayLiteralExpression(value)) {
    const elements = value.elements.map((element) => !ts.isObjectLiteralExpression(element) && literalOf(element));
    return elements.length > 0 && elements.every(Boolean) ? `[${elements.join(', ')}]` : undefined;
  }
  const isLiteral =
    ts.isStringLiteral(value) ||
    ts.isNumericLiteral(value) ||
    (ts.isPrefixUnaryExpression(value) && ts.isNumericLiteral(value.operand)) ||
    [ts.SyntaxKind.TrueKeyword, ts.SyntaxKind.FalseKeyword, ts.SyntaxKind.NullKeyword].includes(value.kind);
  return isLiteral ? value.getText() : undefined;
}

function writeParams(params: Params): string {
  const pairs = [...params].map(([name, value]) => {
    if (value === undefined) return name;
    return `${/^[\w$]+$/.test(name) ? name : `'${name}'`}: ${value}`;
  });
  return `{ ${pairs.join(', ')} }`;
}

interface Example {
  /** Name of the client. */
  readonly client: string;
  readonly operation: string;
  readonly spec: AnySpec;
  /** Fields of the parameters. */
  readonly fields: readonly Field[];
  /** Names of the result's fields; undefined if the result is not a single object. */
  readonly result: readonly string[] | undefined;
  readonly call: Params | undefined;
}

/**
 * Renders an example of a call, with the parameters of a call in the tests and all required ones. A value that the
 * tests compute becomes a variable with the parameter's name.
 */
export function renderExample({ client, operation, spec, fields, result, call }: Example): string {
  const own = fields.filter(({ path }) => /^\w+$/.test(path));
  const required = own.filter(({ optional }) => !optional).map(({ path }) => path);
  const params = new Map([...required.map((name) => [name, undefined] as const), ...(call ?? [])]);
  const [change] = own.filter(({ path }) => !params.has(path));
  const changesNothing = spec.method === 'PATCH' || (spec.method === 'PUT' && !call);
  if (changesNothing && change && params.size === required.length) params.set(change.path, undefined);
  const written = params.size > 0 ? writeParams(params) : '';
  const called = `${client}.${operation}(${written})`;
  if ('paging' in spec && spec.paging.kind !== 'single') {
    const loop = `for await (const item of ${called})`;
    return loop.length <= width
      ? `${loop} console.log(item);`
      : `const list = ${called};\nfor await (const item of list) console.log(item);`;
  }
  const names = namesIn(spec) ?? result;
  const used = new Set([client, ...(written.match(/\w+(?=,| })/g) ?? [])]);
  return `${names?.length === 0 ? '' : `const ${taken(names, used)} = `}await ${called};`;
}

/** Returns the names of the fields that the results of lists and lookups have. */
function namesIn(spec: AnySpec): readonly string[] | undefined {
  if ('paging' in spec) return ['items'];
  return 'items' in spec ? ['items', 'missing'] : undefined;
}

/**
 * Chooses the fields that an example destructures from a result: up to two whose names are still free, identifying
 * fields first.
 */
function taken(names: readonly string[] | undefined, used: ReadonlySet<string>): string {
  const fields = (names ?? []).filter((name) => /^[a-z]\w*$/i.test(name) && !used.has(name) && !unsaid.has(name));
  const first = fields.filter((name) => telling.has(name));
  const chosen = [...first, ...fields.filter((name) => !telling.has(name))].slice(0, 2);
  return chosen.length > 0 ? `{ ${chosen.join(', ')} }` : 'result';
}

const telling: ReadonlySet<string> = new Set(['id', 'name', 'fdcId', 'description', 'content', 'author']);
const unsaid: ReadonlySet<string> = new Set(['request_id', 'default', 'delete', 'new', 'package', 'class', 'import']);

/** Formats the examples in a page, which are `ts example` blocks, to the width that a page of the site shows. */
export function formatExamples(page: string): string {
  const pattern = /^```ts example\n([\s\S]*?)\n```$/gm;
  const biome = [`${root}node_modules/@biomejs/biome/bin/biome`, 'format', '--stdin-file-path=examples.ts'];
  const output = execFileSync(process.execPath, [...biome, `--line-width=${width}`], {
    cwd: root,
    encoding: 'utf8',
    input: [...page.matchAll(pattern)].map(([, code]) => code).join('\n//\n'),
  });
  const formatted = output.split(/^\/\/$/m).map((code) => code.trim());
  return page.replaceAll(pattern, () => `\`\`\`ts\n${formatted.shift()}\n\`\`\``);
}

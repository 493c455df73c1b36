import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { AnySpec } from '@x/core/provider';
import ts from 'typescript';
import type { Field } from './types.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));

/** A value as code. Undefined where the tests compute it: an example then names it after its parameter. */
type Value = string | Params | undefined;

/** The parameters of a call, by name. */
export interface Params {
  readonly [name: string]: Value;
}

/** Columns that a page of the site shows without scrolling. */
const width = 80;

/** The first call that the tests of a package send to each endpoint, by its name on the client. */
export function openExamples(name: string): Map<string, Params> {
  const files = globSync([`packages/${name}/test/*.ts`, `packages/${name}/src/endpoints.test.ts`], { cwd: root });
  const calls = new Map<string, Params>();
  for (const file of files.sort()) {
    const source = ts.createSourceFile(file, readFileSync(root + file, 'utf8'), ts.ScriptTarget.Latest, true);
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

/** The `works` of a row of a table of endpoints. */
function worksOf(row: ts.Expression): ts.Node | undefined {
  const object = ts.isCallExpression(row) ? row.arguments[0] : row;
  if (!object || !ts.isObjectLiteralExpression(object)) return undefined;
  return object.properties.find((property) => property.name && propertyName(property.name) === 'works');
}

/** The parameters of the first call of `operation` in `works` whose parameters can be read. */
function firstCallOf(operation: string, works: ts.Node): Params | undefined {
  const found: Params[] = [];
  visit(works, (node) => {
    if (!ts.isCallExpression(node) || !`.${node.expression.getText()}`.endsWith(`.${operation}`)) return;
    const [params] = node.arguments;
    const object = params && objectOf(params, works);
    if (!params) found.push({});
    else if (object) found.push(paramsOf(object));
  });
  return found[0];
}

/** An object literal, or the one that a constant in the same function holds. */
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
  Object.fromEntries(
    object.properties.flatMap((property): [string, Value][] => {
      const name = property.name && propertyName(property.name);
      if (!name) return [];
      return [[name, ts.isPropertyAssignment(property) ? literalOf(property.initializer) : undefined]];
    }),
  );

/** A literal as code; nothing for what the tests compute. */
function literalOf(value: ts.Expression): Value {
  if (ts.isAsExpression(value) || ts.isSatisfiesExpression(value)) return literalOf(value.expression);
  if (ts.isObjectLiteralExpression(value)) {
    const isWhole = !value.properties.some(ts.isSpreadAssignment);
    return isWhole ? paramsOf(value) : undefined;
  }
  if (ts.isArrayLiteralExpression(value)) {
    const elements = value.elements.map(literalOf);
    const isWhole = elements.every((element) => typeof element === 'string');
    return isWhole && elements.length > 0 ? `[${elements.join(', ')}]` : undefined;
  }
  const isLiteral =
    ts.isStringLiteral(value) ||
    ts.isNumericLiteral(value) ||
    (ts.isPrefixUnaryExpression(value) && ts.isNumericLiteral(value.operand)) ||
    [ts.SyntaxKind.TrueKeyword, ts.SyntaxKind.FalseKeyword, ts.SyntaxKind.NullKeyword].includes(value.kind);
  return isLiteral ? value.getText() : undefined;
}

interface Example {
  /** Name of the client. */
  readonly client: string;
  readonly operation: string;
  readonly spec: AnySpec;
  /** Fields of the parameters. */
  readonly fields: readonly Field[];
  /** Names of the result's fields; undefined where it is not one object. */
  readonly result: readonly string[] | undefined;
  readonly call: Params | undefined;
}

/**
 * An example of a call, with the parameters of a call in the tests and all that are required. What the tests compute is
 * a variable of the parameter's name.
 */
export function renderExample({ client, operation, spec, fields, result, call }: Example): string {
  const own = fields.filter(({ path }) => /^\w+$/.test(path));
  const required = own.filter(({ optional }) => !optional).map(({ path }) => path);
  const params: Params = { ...Object.fromEntries(required.map((name) => [name, undefined])), ...call };
  const [change] = own.filter(({ path }) => !(path in params));
  const changesNothing = spec.method === 'PATCH' || (spec.method === 'PUT' && !call);
  const sent =
    changesNothing && change && Object.keys(params).length === required.length
      ? { ...params, [change.path]: undefined }
      : params;
  const callee = `${client}.${operation}`;
  if ('paging' in spec && spec.paging.kind !== 'single') {
    const line = `for await (const item of ${writeCall(callee, sent, Number.NEGATIVE_INFINITY)})`;
    if (line.length <= width) return `${line}${line.length + 19 <= width ? ' ' : '\n  '}console.log(item);`;
    const head = 'const list = ';
    return `${head}${writeCall(callee, sent, head.length + 1)};\nfor await (const item of list) console.log(item);`;
  }
  const names = namesIn(spec) ?? result;
  const used = new Set([...variablesOf(sent), client]);
  const room = width - `const  = await ${callee}({`.length;
  const head = names?.length === 0 ? 'await ' : `const ${taken(names, used, room)} = await `;
  return `${head}${writeCall(callee, sent, head.length + 1)};`;
}

/** Names of the fields that the results of lists and lookups have. */
function namesIn(spec: AnySpec): readonly string[] | undefined {
  if ('paging' in spec) return ['items'];
  return 'items' in spec ? ['items', 'missing'] : undefined;
}

/**
 * Returns the fields that an example destructures from a result: two whose names are still free, identifying fields
 * first.
 */
function taken(names: readonly string[] | undefined, used: ReadonlySet<string>, room: number): string {
  const fields = (names ?? []).filter((name) => /^[a-z]\w*$/i.test(name) && !used.has(name) && !unsaid.has(name));
  const first = fields.filter((name) => telling.has(name));
  const chosen = [...first, ...fields.filter((name) => !telling.has(name))].slice(0, 2);
  const fitting = [chosen, chosen.slice(0, 1)].map((some) => `{ ${some.join(', ')} }`);
  return (chosen.length > 0 && fitting.find((text) => text.length <= room)) || 'result';
}

const telling: ReadonlySet<string> = new Set(['id', 'name', 'fdcId', 'description', 'content', 'author']);
const unsaid: ReadonlySet<string> = new Set(['request_id', 'default', 'delete', 'new', 'package', 'class', 'import']);

/** Variables that params need, which the tests compute. */
const variablesOf = (params: Params): string[] =>
  Object.entries(params).flatMap(([name, value]) => {
    if (value === undefined) return [name];
    return typeof value === 'string' ? [] : variablesOf(value);
  });

/** A call in one line where it fits after `column`, otherwise with a line for each parameter. */
function writeCall(callee: string, params: Params, column: number): string {
  if (Object.keys(params).length === 0) return `${callee}()`;
  const line = `${callee}(${writeLine(params)})`;
  return column + line.length <= width ? line : `${callee}(${writeLines(params, '')})`;
}

const writeLine = (params: Params): string => {
  const pairs = Object.entries(params).map(([name, value]) => writePair(name, value, writeLine));
  return pairs.length === 0 ? '{}' : `{ ${pairs.join(', ')} }`;
};

function writeLines(params: Params, indent: string): string {
  const inner = `${indent}  `;
  const pairs = Object.entries(params).map(([name, value]) => {
    const line = `${inner}${writePair(name, value, writeLine)},`;
    return line.length <= width ? line : `${inner}${writePair(name, value, (own) => writeLines(own, inner))},`;
  });
  return `{\n${pairs.join('\n')}\n${indent}}`;
}

function writePair(name: string, value: Value, write: (params: Params) => string): string {
  if (value === undefined) return name;
  return `${/^[\w$]+$/.test(name) ? name : `'${name}'`}: ${typeof value === 'string' ? value : write(value)}`;
}

import { basename } from 'node:path';
import type { Catalog, CatalogOperation, CatalogPaging, JsonSchema } from '@x/catalog';
import { type AnySpec, accessOf, type CallSpec, type ListSpec, type LookupSpec, operationsOf } from '@x/core/provider';
import { exportsOf, openProject, resolved } from '@x/declarations';
import ts from 'typescript';
import type { GenericSchema } from 'valibot';
import * as v from 'valibot';
import { resultSchema } from '../../../../../packages/catalog/src/schemas.ts'; // a build cannot import a package that is built later
import { type ProviderFacts, providers } from '../../../../providers.ts';
import { compacted } from './compacted.ts';
import { SchemaDescriber } from './describe-schema.ts';
import { jsonSchemaOf } from './schemas.ts';

/**
 * Creates the catalog of a provider package from its endpoint declarations, which define the requests, and from their
 * JSDoc.
 *
 * @param folder Folder of the package.
 * @param endpoints The tree of declarations that the package exports.
 * @param conditions Conditions with which the sources import other packages. Default: none, as in the build, which
 * imports built packages.
 */
export function createCatalog(folder: string, endpoints: object, conditions: readonly string[] = []): Catalog {
  const provider = basename(folder);
  const project = openProject(folder, conditions);
  const { checker } = project;
  const exported = new Map(exportsOf(project, 'index.ts').map((each) => [each.name, resolved(checker, each)]));
  const tree = exported.get('endpoints');
  const facts = providers[provider];
  if (!tree || !facts) throw new Error(`${provider} must export endpoints and be in tools/providers.ts`);
  const { title, server, lists, credentials } = facts;
  const interfaces = [...exported].filter(([, { flags }]) => flags & ts.SymbolFlags.Interface);
  const describer = new SchemaDescriber(checker, new Map(interfaces.map(([name, symbol]) => [symbol, name])));
  const specs = operationsOf(endpoints);
  const operations = specs.map(([name, spec]) =>
    operationOf(name, spec, describer, memberAt(checker, tree, name.split('.')), checker),
  );
  const scopes = [...new Set(specs.flatMap(([, { scopes = [] }]) => scopes))].sort();
  return compacted({
    version: 1,
    provider,
    title,
    server,
    lists,
    security: withScopes(facts.security, scopes),
    credentials,
    operations,
    $defs: Object.fromEntries([...describer.definitions].sort(([a], [b]) => (a < b ? -1 : 1))),
  });
}

/** Adds the scopes to the security schemes with an authorization code. */
function withScopes(security: ProviderFacts['security'], scopes: readonly string[]): ProviderFacts['security'] {
  const schemes = Object.entries(security.schemes).map(([name, scheme]) => {
    const { authorizationCode: flow, ...flows } = Object(scheme.flows);
    if (!flow) return [name, scheme];
    const authorizationCode = { ...flow, scopes: Object.fromEntries(scopes.map((scope) => [scope, scope])) };
    return [name, { ...scheme, flows: { ...flows, authorizationCode } }];
  });
  return { ...security, schemes: Object.fromEntries(schemes) };
}

function memberAt(checker: ts.TypeChecker, tree: ts.Symbol, path: readonly string[]): ts.Symbol {
  return path.reduce((owner, name) => {
    const member = checker.getTypeOfSymbol(owner).getProperty(name);
    if (!member) throw new Error(`${path.join('.')} is not in the type of endpoints`);
    return resolved(checker, member);
  }, tree);
}

function operationOf(
  name: string,
  spec: AnySpec,
  describer: SchemaDescriber,
  symbol: ts.Symbol,
  checker: ts.TypeChecker,
): CatalogOperation {
  const [given, resultType] = checker.getTypeArguments(checker.getTypeOfSymbol(symbol) as ts.TypeReference);
  // A method may also accept one of its params alone, as a string.
  const paramsType = given?.isUnion() ? given.types.find((type) => type.flags & ts.TypeFlags.Object) : given;
  if (!paramsType || !resultType) throw new Error(`${name} has no types`);
  const text = describer.textOf(symbol);
  const [summary = text] = /^.*?\.(?=\s|$)/.exec(text) ?? [];
  const { method, path, auth, scopes, personal, costs, deprecated, contentType, as } = spec;
  const { clientParams } = spec as Pick<CatalogOperation, 'clientParams'>;
  const keywords = symbol.getJsDocTags(checker).find((tag) => tag.name === 'keywords')?.text?.[0]?.text;
  const query = Object.keys(spec.query?.entries ?? {});
  const result = resultOf(spec);
  return {
    name,
    summary,
    ...(text !== summary && { description: text.slice(summary.length).trim() }),
    ...(keywords !== undefined && { keywords: keywords.split(/,\s*/) }),
    docs: spec.docs,
    method,
    path,
    auth,
    ...(scopes && { scopes }),
    access: accessOf(spec),
    ...(personal && { personal }),
    ...(costs !== undefined && { costs }),
    ...((spec.idempotent ?? /^(GET|PUT|DELETE)$/.test(method)) && { idempotent: true }),
    ...(deprecated && { deprecated }),
    params: describer.describe(paramsOf(spec), paramsType, false),
    ...(clientParams && { clientParams }),
    ...(spec.encode && { encoded: Object.keys(spec.encode) }),
    ...(spec.body && { hasBody: true as const }),
    ...(spec.body && query.length > 0 && { query }),
    ...(contentType !== undefined && { contentType }),
    ...(result && { result: describer.describe(result, resultType, true) }),
    ...('unwrap' in spec && spec.unwrap !== undefined && { unwrap: spec.unwrap }),
    ...(as !== undefined && as !== 'json' && { as }),
    ...(!('response' in spec) && { paging: pagingOf(spec) }),
  };
}

function pagingOf(spec: ListSpec | LookupSpec): CatalogPaging {
  if ('items' in spec) return { kind: 'lookup', items: [spec.items] };
  const { paging, unwrapItems } = spec;
  return { kind: paging.kind, items: [paging.items].flat(), ...(unwrapItems !== undefined && { unwrapItems }) };
}

/** Combines path, query and body into one object schema. */
function paramsOf({ params, query, body }: AnySpec): JsonSchema {
  const parts = [params, query, body].filter((part) => part !== undefined);
  const entries = Object.assign({}, ...parts.map((part) => part.entries)) as Record<string, GenericSchema>;
  return jsonSchemaOf(v.object(entries), 'input');
}

function resultOf(spec: AnySpec): JsonSchema | undefined {
  if (spec.as === 'none' || ('response' in spec && spec.response.type === 'void')) return undefined;
  if (spec.as === 'bytes') return { type: 'string', contentEncoding: 'base64' };
  return jsonSchemaOf(resultSchema(spec as CallSpec), 'output');
}

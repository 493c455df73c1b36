import { buildRouteMap, type Command, type RouteMap } from '@stricli/core';
import { type Catalog, type CatalogOperation, operationsIn } from '@x/catalog';
import { catalogOf, type Provider } from '../apis.ts';
import { stub } from '../command.ts';
import { withHelp } from '../help.ts';
import type { Context } from '../terminal.ts';
import { exampleOf, type OwnCall, operationCommand } from './command.ts';

/** Commands by name. */
type Commands = Readonly<Record<string, Command<Context> | RouteMap<Context>>>;

/** A group of operations, and of groups in it. */
type Group = Map<string, Group | CatalogOperation>;

/** Arguments of an example of each operation that is computed from several calls. */
const computedExamples: Readonly<Record<string, string>> = { panel: "--text bread --amount '2 slices' --pageSize 3" };

/**
 * Creates the commands of an API: a group for each part of the operations' names.
 *
 * @param brief Line that describes the API.
 * @param words Arguments after the API's name. Only the operation that they name gets its flags.
 * @param own Commands besides the operations.
 */
export async function apiRoutes(
  name: Provider,
  brief: string,
  words: readonly string[],
  width: number | undefined,
  own: Commands,
): Promise<RouteMap<Context>> {
  const catalog = catalogOf(name);
  const root: Group = new Map();
  for (const operation of operationsIn(catalog).values()) {
    const names = operation.name.split('.');
    let group = root;
    for (const each of names.slice(0, -1)) {
      const inner = (group.get(each) as Group | undefined) ?? (new Map() as Group);
      group.set(each, inner);
      group = inner;
    }
    group.set(names.at(-1) ?? '', operation);
  }
  // In a group they are not needed, and loading them would take a tenth of the start.
  const computed = root.has(words[0] ?? '') ? {} : await computedCommands(catalog, width);
  return routesOf(catalog, root, ['x', name], `${brief}.`, words, width, { ...computed, ...own });
}

/** Creates the commands of the operations that are computed from several calls. */
async function computedCommands(catalog: Catalog, width: number | undefined): Promise<Commands> {
  const { computedOperations } = await import('@x/mcp/apis');
  const commands = computedOperations(catalog).map(({ operation, run }) => {
    const example = `x ${catalog.provider} ${operation.name} ${computedExamples[operation.name] ?? ''}`.trim();
    const own: OwnCall = { call: (client, params, options) => run(client, params, options), example };
    return [operation.name, operationCommand(catalog, operation, width, own)];
  });
  return Object.fromEntries(commands);
}

function routesOf(
  catalog: Catalog,
  group: Group,
  path: readonly string[],
  brief: string,
  [word, ...words]: readonly string[],
  width: number | undefined,
  own: Commands = {},
): RouteMap<Context> {
  const members = [...group].map(([name, member]) => [
    name,
    member instanceof Map
      ? routesOf(catalog, member, [...path, name], [...member.keys()].join(', '), name === word ? words : [], width)
      : name === word
        ? operationCommand(catalog, member, width)
        : stub(member.summary),
  ]);
  const routes: Commands = { ...Object.fromEntries(members), ...own };
  return withHelp(
    buildRouteMap<string, Context>({ routes, docs: { brief } }),
    () => ({
      examples: [exampleOf(catalog, firstOf(group)), `${path.join(' ')} ${Object.keys(routes)[0]} --help`],
      text: path.length > 2 ? `Operations of ${path.slice(1).join(' ')}.` : brief,
      lists: { Commands: Object.entries(routes).map(([name, { brief }]) => [name, brief.replaceAll('`', '')]) },
    }),
    width,
  );
}

/** Returns the first operation of a group. */
function firstOf(group: Group): CatalogOperation {
  const [first] = group.values() as IterableIterator<Group | CatalogOperation>;
  return first instanceof Map ? firstOf(first) : (first as CatalogOperation);
}

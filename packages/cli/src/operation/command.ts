import type { Command } from '@stricli/core';
import type { Catalog, CatalogOperation, JsonSchema } from '@x/catalog';
import { isSecretParam } from '@x/core/provider';
import { defineCommand } from '../command.ts';
import type { Help } from '../help.ts';
import type { Context } from '../terminal.ts';
import { callFlags, flagEntries, type Given, isOwnFlag, listFlags } from './flags.ts';
import { hasPages, isList, kindOf, propertiesOf, valuesOf } from './params.ts';
import type { Call } from './run.ts';

const requiredOf = ({ params }: CatalogOperation): readonly string[] => (params.required ?? []) as readonly string[];

/** Returns the params that have a flag. Secrets have none, because process lists show arguments. */
export function flaggedParams(operation: CatalogOperation): [string, JsonSchema][] {
  const paged = hasPages(operation);
  return Object.entries(propertiesOf(operation)).filter(
    ([name]) => !isOwnFlag(name, paged) && !isSecretParam(['stream_key'], [name]),
  );
}

/** An operation that the client has no method for. */
export interface OwnCall {
  readonly call: Call;
  /** Complete command, for the help text. */
  readonly example: string;
}

/**
 * Creates the command of an operation. The code that runs it is loaded when it is called.
 *
 * @param own How the operation is called. Default: by the client's method of its name.
 */
export function operationCommand(
  catalog: Catalog,
  operation: CatalogOperation,
  width: number | undefined,
  own?: OwnCall,
): Command<Context> {
  const params = flaggedParams(operation);
  const flags = params.map(([name, schema]) => [name, flagOf(schema)]);
  const short = params.filter(([name]) => name.length === 1).map(([name]) => [name, name]);
  return defineCommand<Given>({
    brief: operation.summary,
    flags: { ...Object.fromEntries(flags), ...(hasPages(operation) && listFlags), ...callFlags },
    aliases: Object.fromEntries(short),
    help: () => ({ ...helpOf(catalog, operation), ...(own && { examples: [own.example] }) }),
    width,
    load: async () => {
      const { runOperation } = await import('./run.ts');
      return (terminal, given, _, secrets) => runOperation(terminal, catalog, operation, given, secrets, own?.call);
    },
  });
}

function flagOf(schema: JsonSchema): object {
  const kind = kindOf(schema);
  const brief = String(schema.description ?? '');
  if (kind === 'boolean') return { kind: 'boolean', optional: true, withNegated: false, brief };
  const proposeCompletions = (partial: string) => valuesOf(schema).filter((value) => value.startsWith(partial));
  const parsed = { kind: 'parsed', parse: String, optional: true, brief, proposeCompletions };
  return isList(schema) ? { ...parsed, variadic: true } : parsed;
}

/** Writes a call with the required params. */
export function exampleOf({ provider }: Pick<Catalog, 'provider'>, operation: CatalogOperation): string {
  const samples = { number: '1', json: "'{…}'", bytes: '@file', boolean: '' };
  const required = flaggedParams(operation).filter(([name]) => requiredOf(operation).includes(name));
  const flags = required.map(([name, schema]) => {
    const [documented] = valuesOf(schema);
    const kind = kindOf(schema);
    return `--${name} ${documented ?? (kind === 'text' ? `<${name}>` : samples[kind])}`.trim();
  });
  return ['x', provider, ...operation.name.split('.'), ...flags].join(' ');
}

/** Describes an operation: an example, its params, and what a caller needs to know. */
export function helpOf(catalog: Catalog, operation: CatalogOperation): Help {
  const { summary, description, scopes, costs, deprecated, docs, personal, access } = operation;
  const params = flaggedParams(operation);
  const required = requiredOf(operation);
  const others = Object.keys(propertiesOf(operation)).filter(
    (name) => name !== 'access_token' && !params.some(([flagged]) => flagged === name),
  );
  const facts = [
    [summary, description].filter(Boolean).join(' ').replaceAll('`', ''),
    access === 'write' && 'Changes data, after asking.',
    access === 'money' && 'Moves money, after asking.',
    (operation.auth === 'user' || required.includes('access_token')) && `Needs a user: x login ${catalog.provider}`,
    scopes && `Scopes: ${scopes.join(' or ')}`,
    costs && `Costs: ${costs}`,
    personal && 'The result contains personal data.',
    deprecated &&
      `Deprecated since ${deprecated.since}${deprecated.replacement ? `; use ${deprecated.replacement.replaceAll('.', ' ')}` : ''}.`,
    others.length > 0 && `Only in --params: ${others.join(', ')}`,
    `Docs: ${docs}`,
  ];
  return {
    examples: [exampleOf(catalog, operation)],
    text: facts.filter(Boolean).join('\n'),
    lists: {
      Params: params.map(([name, schema]) => {
        const values = valuesOf(schema);
        const kind = kindOf(schema);
        const several = isList(schema) && 'May be repeated.';
        return [
          `--${name}${kind === 'boolean' ? '' : ` <${kind}>`}`,
          [
            required.includes(name) && 'Required.',
            String(schema.description ?? '').replaceAll('`', ''),
            several,
            values.length > 0 && `[${values.join('|')}]`,
          ]
            .filter(Boolean)
            .join(' '),
        ];
      }),
      Pages: hasPages(operation) ? flagEntries(listFlags) : [],
      Options: flagEntries(callFlags),
    },
  };
}

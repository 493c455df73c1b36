import type { Context } from '../terminal.ts';

/** Flags of every command that calls an API. */
export interface CallFlags {
  readonly params?: string;
  readonly output?: Format;
  readonly fields?: readonly string[];
  readonly account?: string;
  readonly token?: '-';
  readonly sandbox?: boolean;
  readonly 'dry-run'?: boolean;
  readonly verbose?: boolean;
  readonly yes?: boolean;
  readonly 'no-input'?: boolean;
}

/** Flags of lists. */
export interface ListFlags {
  readonly all?: boolean;
  readonly limit?: number;
  readonly cursor?: string;
}

/** Flags of an operation: the common ones, and params under their own names. */
export type Given = CallFlags & ListFlags & Readonly<Record<string, unknown>>;

/** Formats of standard output. */
export const formats = ['table', 'json', 'jsonl', 'csv'] as const;

/** Format of standard output. */
export type Format = (typeof formats)[number];

/** Declares a flag with a value. */
export const value = (brief: string, placeholder: string, parse: (given: string) => unknown = String) =>
  ({ kind: 'parsed', parse, optional: true, brief, placeholder }) as const;

/** Declares a flag that is on or off. */
export const onOff = (brief: string) => ({ kind: 'boolean', optional: true, withNegated: false, brief }) as const;

/** Declares a flag with one of several values. */
export const choice = <const Value extends string>(brief: string, values: readonly Value[]) =>
  ({ kind: 'enum', values, optional: true, brief, placeholder: values.join('|') }) as const;

/** Reads names that are separated by commas. A label may contain some: `foodNutrients[Fiber, total dietary]`. */
export const readNames = (given: string): string[] => given.split(/,(?![^[]*\])/).map((name) => name.trim());

/** Reads a whole number of at least 1. */
export function readCount(given: string): number {
  const count = Number(given);
  if (Number.isSafeInteger(count) && count >= 1) return count;
  throw new Error(`must be a whole number of at least 1; got ${JSON.stringify(given)}`);
}

export const listFlags = {
  all: onOff('Read every page'),
  limit: value('Read at most this many items', 'n', readCount),
  cursor: value('Continue after an earlier page', 'cursor'),
};

/** Flags that choose the account of a call. */
export const accountFlags = {
  account: {
    ...value('Account or bank login. Default: the only one', 'name'),
    async proposeCompletions(this: Context, partial: string): Promise<string[]> {
      const store = await (await import('@x/mcp/apis')).openExistingAccounts(this.process.env);
      const names = ((await store?.list()) ?? []).map(({ name }) => name);
      return [...new Set(names)].filter((name) => name.startsWith(partial));
    },
  },
  token: choice('Read an access token from standard input', ['-']),
  sandbox: onOff('Use a sandbox with invented data'),
  verbose: onOff('Print the steps of the call to standard error'),
};

export const outputFlags = {
  output: choice('Format. Default: table on a terminal, else json', formats),
  fields: value('Fields to show: id,artists.name', 'names', readNames),
};

export const callFlags = {
  ...outputFlags,
  params: value('Params as JSON, @file, or - for standard input', 'json'),
  'dry-run': onOff('Print the request as curl, and send nothing'),
  yes: onOff('Change data without asking'),
  'no-input': onOff('Never ask'),
  ...accountFlags,
};

/** Names that a param's flag cannot have, because they are the command line's. `--params` takes such params. */
export const isOwnFlag = (name: string, isList: boolean): boolean => name in callFlags || (isList && name in listFlags);

/** Lists flags for a help text. */
export const flagEntries = (flags: object): [string, string][] =>
  Object.entries<{ brief: string; placeholder?: string }>({ ...flags }).map(([name, { brief, placeholder }]) => [
    `${name === 'output' ? '-o, ' : ''}--${name}${placeholder === undefined ? '' : ` <${placeholder}>`}`,
    brief,
  ]);

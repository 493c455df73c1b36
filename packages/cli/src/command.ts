import { buildCommand, type Command } from '@stricli/core';
import type { Secrets } from '@x/mcp/apis';
import { type Help, withHelp } from './help.ts';
import { flagEntries } from './operation/flags.ts';
import type { Context, Terminal } from './terminal.ts';

/** Runs a command. `secrets` collects what no output may show. */
export type Run<Flags> = (terminal: Terminal, flags: Flags, args: readonly string[], secrets: Secrets) => Promise<void>;

/** A command. Its code is loaded when it runs. */
export interface CommandDefinition<Flags> {
  readonly brief: string;
  /** Flags as the parser takes them. Default: none. */
  readonly flags?: object;
  /** Flags of one letter. Default: `o` for `output`, if there is such a flag. */
  readonly aliases?: Readonly<Record<string, string>>;
  /** Arguments. Default: none. */
  readonly args?: readonly {
    readonly placeholder: string;
    readonly optional?: true;
    readonly values?: readonly string[];
  }[];
  /** Help text, to which the flags are added unless it lists options. */
  readonly help: () => Omit<Help, 'lists'> & Partial<Pick<Help, 'lists'>>;
  /** Width of the terminal. Default 80. */
  readonly width?: number | undefined;
  readonly load: () => Promise<Run<Flags>>;
}

/** Defines a command whose errors are printed in one form, without secrets. */
export function defineCommand<Flags extends object>(definition: CommandDefinition<Flags>): Command<Context> {
  const { brief, flags = {}, aliases, args = [], help, width, load } = definition;
  const parameters = args.map(({ placeholder, optional, values = [] }) => ({
    placeholder,
    brief: placeholder,
    parse: String,
    optional,
    proposeCompletions: (partial: string) => values.filter((value) => value.startsWith(partial)),
  }));
  const command = buildCommand<object, string[], Context>({
    loader: async () => {
      const [run, { Secrets }] = await Promise.all([load(), import('@x/mcp/apis')]);
      return async function (this: Context, given: object, ...args: string[]) {
        const secrets = new Secrets();
        try {
          await run(this.process, given as Flags, args, secrets);
        } catch (error) {
          const { output } = given as { output?: string };
          const asJson = output === 'json' || output === 'jsonl';
          const { printFailure } = await import('./failure.ts');
          printFailure(this.process, error, { asJson, hide: (text) => secrets.hide(text) });
        }
      };
    },
    parameters: {
      flags,
      aliases: { ...('output' in flags && { o: 'output' }), ...aliases },
      positional: { kind: 'tuple', parameters },
    } as never,
    docs: { brief },
  });
  return withHelp(command, () => ({ lists: { Options: flagEntries(flags) }, ...help() }), width);
}

/** Creates a command that is only listed. */
export const stub = (brief: string): Command<Context> =>
  buildCommand<object, [], Context>({ func() {}, parameters: {}, docs: { brief } });

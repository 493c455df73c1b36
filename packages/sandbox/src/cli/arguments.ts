import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { nearestName } from '@x/core/options';
import { problemOf } from '../shared/check-fields.ts';

/** Describes an unknown option, and suggests the most similar one or lists all. */
function unknownOption(given: string, names: readonly string[]): string {
  const nearest = nearestName(given, names);
  return `unknown option ${given}; ${nearest === undefined ? `the options are ${names.join(', ')}` : `did you mean ${nearest}?`}`;
}

/** A part of the arguments, as `parseArgs` splits them. */
type Token = NonNullable<ReturnType<typeof parseArgs>['tokens']>[number];

/** Returns what is wrong with a part of the arguments. */
function problemOfToken(token: Token, flags: ParseArgsOptionsConfig): string | undefined {
  if (token.kind === 'positional') return `unexpected argument ${JSON.stringify(token.value)}; options start with --`;
  if (token.kind !== 'option') return undefined;
  const { name, rawName, value } = token;
  const names = Object.keys(flags).map((each) => `--${each}`);
  if (!Object.hasOwn(flags, name)) return unknownOption(rawName, names);
  const takesValue = flags[name]?.type === 'string';
  // In `--host --json`, `parseArgs` takes the next flag for the value unless it is strict.
  const lacksValue = value === undefined || (!token.inlineValue && value.startsWith('-'));
  if (takesValue && lacksValue) return `${rawName} needs a value`;
  if (!takesValue && value !== undefined) return `${rawName} takes no value; got ${JSON.stringify(value)}`;
  return undefined;
}

/** Creates functions that read a program's arguments. Error messages begin with the program's name. */
export function createArguments(program: string) {
  /** Prints why the arguments are not valid, and ends the program. */
  function fail(reason: string): never {
    console.error(`${program}: ${reason}${reason.endsWith('?') ? '' : '.'} See ${program} --help`);
    return process.exit(2);
  }

  return {
    fail,

    /** Prints why the program cannot run, and ends it. */
    stop(error: Error): never {
      console.error(`${program}: ${problemOf(error)}.`);
      return process.exit(1);
    },

    /** Returns the values of the flags. If one is not valid, prints why and ends the program. */
    read<Flags extends ParseArgsOptionsConfig>(flags: Flags, args: string[]) {
      const { tokens } = parseArgs({ args, options: flags, strict: false, tokens: true });
      for (const token of tokens) {
        const problem = problemOfToken(token, flags);
        if (problem !== undefined) fail(problem);
      }
      return parseArgs({ args, options: flags }).values;
    },

    /**
     * Returns the value of an option that must be one of `choices`; undefined if it is not given. If it is not valid,
     * prints why and ends the program.
     */
    oneOf<const Choice extends string>(
      name: string,
      value: string | undefined,
      choices: readonly Choice[],
    ): Choice | undefined {
      const choice = choices.find((each) => each === value);
      if (value === undefined || choice !== undefined) return choice;
      return fail(`--${name} must be one of ${choices.join(', ')}; got ${JSON.stringify(value)}`);
    },

    /**
     * Returns the whole number after an option; undefined if it is not given. If it is not valid, prints why and ends
     * the program.
     */
    whole(name: string, value: string | undefined, max: number): number | undefined {
      if (value === undefined) return undefined;
      const number = Number(value);
      if (value.trim() !== '' && Number.isInteger(number) && number >= 0 && number <= max) return number;
      return fail(`--${name} must be a whole number from 0 to ${max}; got ${JSON.stringify(value)}`);
    },
  };
}

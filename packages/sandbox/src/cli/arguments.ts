import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { nearestName } from '@x/core/options';
import { problemOf } from '../shared/check-fields.ts';

/** An option that does not exist, and the one that was most likely meant, or all that do. */
function unknownOption(given: string, names: readonly string[]): string {
  const nearest = nearestName(given, names);
  return `unknown option ${given}; ${nearest === undefined ? `the options are ${names.join(', ')}` : `did you mean ${nearest}?`}`;
}

/** A program that reads its arguments, by its name in errors. */
export function createArguments(program: string) {
  /** Ends the program with the reason why its arguments are not valid. */
  function fail(reason: string): never {
    console.error(`${program}: ${reason}. See ${program} --help`);
    return process.exit(2);
  }

  return {
    fail,

    /** Ends the program with the reason why it cannot run. */
    stop(error: Error): never {
      console.error(`${program}: ${problemOf(error)}.`);
      return process.exit(1);
    },

    /** The values of the flags, or the end of the program with the reason. */
    read<Flags extends ParseArgsOptionsConfig>(flags: Flags, args: string[]) {
      const { tokens } = parseArgs({ args, options: flags, strict: false, tokens: true });
      const names = Object.keys(flags).map((name) => `--${name}`);
      for (const token of tokens) {
        if (token.kind === 'positional') fail(`there are no arguments without --; got ${JSON.stringify(token.value)}`);
        if (token.kind !== 'option') continue;
        const { name, rawName, value } = token;
        if (!Object.hasOwn(flags, name)) fail(unknownOption(rawName, names));
        const takesValue = flags[name]?.type === 'string';
        // `--host --json`: without strict reading, the next flag is taken for the value.
        const lacksValue = value === undefined || (!token.inlineValue && value.startsWith('-'));
        if (takesValue && lacksValue) fail(`${rawName} needs a value`);
        if (!takesValue && value !== undefined) fail(`${rawName} takes no value; got ${JSON.stringify(value)}`);
      }
      return parseArgs({ args, options: flags }).values;
    },

    /**
     * Returns the value of an option that is one of `choices`, undefined where it is not given. Or ends the program.
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

    /** The whole number after an option; undefined where it is not given. Or the end of the program. */
    whole(name: string, value: string | undefined, max: number): number | undefined {
      if (value === undefined) return undefined;
      const number = Number(value);
      if (value.trim() !== '' && Number.isInteger(number) && number >= 0 && number <= max) return number;
      return fail(`--${name} must be a whole number from 0 to ${max}; got ${JSON.stringify(value)}`);
    },
  };
}

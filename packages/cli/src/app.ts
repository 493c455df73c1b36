import { createRequire } from 'node:module';
import {
  type Application,
  type ApplicationText,
  buildApplication,
  buildRouteMap,
  type Command,
  type RouteMap,
  text_en,
} from '@stricli/core';
import { apis } from './apis.ts';
import { stub } from './command.ts';
import { commands, ownCommands } from './commands/commands.ts';
import { withHelp } from './help.ts';
import { type Context, hasColor, type Terminal } from './terminal.ts';

/**
 * Creates the application for some arguments. Only the API that they name gets its operations, because catalogs are
 * large.
 */
export async function createApp(argv: readonly string[], { stdout, env }: Terminal): Promise<Application<Context>> {
  const [first = '', ...words] = argv;
  const { columns: width } = stdout;
  const routes: Record<string, Command<Context> | RouteMap<Context>> = {};
  for (const [name, brief] of Object.entries(apis))
    routes[name] =
      name === first
        ? await (await import('./operation/routes.ts')).apiRoutes(name, brief, words, width, ownCommands(name))
        : stub(brief);
  return buildApplication(
    withHelp(
      buildRouteMap<string, Context>({
        routes: { ...routes, ...commands },
        docs: { brief: 'Calls five web APIs, on your accounts or on a sandbox' },
      }),
      () => ({
        examples,
        text: introduction,
        lists: {
          APIs: Object.entries(apis),
          Commands: Object.entries(commands).map(([name, { brief }]) => [name, brief]),
        },
      }),
      width,
    ),
    {
      name: 'x',
      versionInfo: { getCurrentVersion: async () => createRequire(import.meta.url)('../package.json').version },
      scanner: { caseStyle: 'original' },
      documentation: { onlyRequiredInUsageLine: true, disableAnsiColor: !hasColor(stdout, env) },
      localization: { text: errorTexts(asksForJson(argv)) },
    },
  );
}

/**
 * Returns arguments as the parser takes them: names of one letter only with one dash, so `--q` is `-q`, and values that
 * are empty or have line breaks without `=`.
 */
export const wordsForParser = (argv: readonly string[]): string[] =>
  argv.flatMap((arg) => {
    const word = arg.replace(/^--(\w)(?==|$)/, '-$1');
    const [, name, value = ''] = /^(--?[\w.-]+)=(.*)$/s.exec(word) ?? [];
    return name !== undefined && (value === '' || value.includes('\n')) ? [name, value] : [word];
  });

const examples = [
  'x music search --q love --type track     without credentials: on a sandbox',
  'x music                                  lists the groups of operations',
  'x music albums get --help                params, scopes, costs, an example',
  'x quotes quotes list --all -o csv        every page, as CSV',
  'x doctor                                 checks credentials, hosts and tokens',
];

const introduction = `Calls five web APIs, on your accounts or on a sandbox.

Results go to standard output, everything else to standard error. Without a
terminal, results are JSON and writes need --yes.

Every operation takes -o json|jsonl|csv|table, --fields id,artists.name,
--params '{…}', --dry-run, --verbose, --account, --token -, --sandbox, --yes and
--no-input. Lists also take --limit, --all and --cursor. For any other request:
x API request METHOD /path

Exit codes: 0 done, 1 unexpected error, 2 invalid arguments, 3 credentials,
4 permission, 5 not found, 6 refused, 7 limits, 8 try again later, 9 invalid
response, 10 not supported, 11 not confirmed, 130 stopped.`;

const meant = (corrections: readonly string[]) =>
  corrections.length > 0 ? `; did you mean ${corrections.join(' or ')}?` : '. See --help';

/** Whether arguments that the parser refuses ask for JSON. */
const asksForJson = (argv: readonly string[]) => /(^| )(-o|--output)[ =]jsonl?( |$)/.test(argv.join(' '));

const errorTexts = (asJson: boolean): ApplicationText => {
  const written = (message: string) =>
    asJson ? JSON.stringify({ error: { code: 'invalid_params', message } }) : `x: ${message}`;
  return {
    ...text_en,
    noCommandRegisteredForInput: ({ input, corrections }) =>
      written(`there is no command ${JSON.stringify(input)}${meant(corrections)}`),
    exceptionWhileParsingArguments: (error) => written(text_en.exceptionWhileParsingArguments.call({}, error, false)),
  };
};

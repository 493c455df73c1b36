import { operationsIn } from '@x/catalog';
import { catalogOf } from '@x/testing/catalogs';
import { helpText } from '../../../packages/cli/src/help.ts';
import { helpOf } from '../../../packages/cli/src/operation/command.ts';
import { providers } from './repository.ts';

/** Renders the commands of each API as a page, from the help that a terminal shows, by its path on the site. */
export const renderCommands = (): Map<string, string> =>
  new Map(
    providers.map((provider) => {
      const catalog = catalogOf(provider);
      const commands = [...operationsIn(catalog).values()].map((operation) => {
        const help = helpOf(catalog, operation);
        const { Options: _, ...lists } = help.lists;
        return `## ${operation.name.replaceAll('.', ' ')}\n\n\`\`\`text\n${helpText({ ...help, lists })}\`\`\``;
      });
      const title = `# x ${provider}\n\nThe commands of ${catalog.title}, as \`--help\` shows them.`;
      return [`reference/cli/${provider}.md`, `${[title, ...commands].join('\n\n')}\n`];
    }),
  );

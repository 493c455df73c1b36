import type { Inside } from '../control/inside.ts';
import type { SandboxControls } from '../sandbox.ts';
import type { ProviderName } from '../shared/context.ts';

/** A program that makes the first call of one provider. */
export interface Snippet {
  readonly provider: ProviderName;
  readonly code: string;
}

/** The first call of each client: its factory's name, and what follows with the client in a variable named after it. */
const calls: Readonly<Record<ProviderName, (controls: SandboxControls) => string>> = {
  stream: () => `const { items } = await stream.streams.list({ first: 3 });
console.log(items.map(({ user_name, viewer_count }) => \`\${user_name}: \${viewer_count}\`));`,
  music: () => `const { items } = await music.search({ q: 'love', type: 'track', limit: 3 });
console.log(items.map(({ name }) => name));`,
  bank: ({ bank }) => `const access_token = ${quote(bank.accessTokens[0] ?? '')};
const { added } = await bank.transactions.syncAll({ access_token });
console.log(added.length, 'transactions, the first:', added[0]?.name);`,
  food: () => `const { items } = await food.foods.search({ query: 'cheddar', pageSize: 3 });
console.log(items.map(({ description }) => description));`,
  quotes: () => `const { content, author } = await quotes.random({ maxLength: 60 });
console.log(content, '-', author);`,
};

/** Those of a sandbox, with what its clients take, for who reaches it at `origin`. */
export function createSnippets({ sandbox, names }: Inside, origin: string): Snippet[] {
  return names.map((provider) => {
    const factory = `create${provider[0]?.toUpperCase()}${provider.slice(1)}Client`;
    const options = Object.entries(sandbox.options[provider]).flatMap(([name, value]) =>
      typeof value === 'string' ? [`  ${name}: ${quote(value.replace(sandbox.url, origin))},\n`] : [],
    );
    const code = `import { ${factory} } from '@x/${provider}';

const ${provider} = ${factory}({
${options.join('')}});
${calls[provider](sandbox.controls)}
`;
    return { provider, code };
  });
}

const quote = (text: string) => `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;

import type { Inside } from '../inside.ts';

/** A program that makes the first call of one provider. */
export interface Snippet {
  readonly provider: string;
  readonly code: string;
}

/** Creates the snippets of a sandbox with its clients' options, for readers who reach it at `origin`. */
export function createSnippets({ sandbox, providers }: Inside, origin: string): Snippet[] {
  const clients: Readonly<Record<string, object>> = sandbox.options;
  const controls: Readonly<Record<string, object>> = { ...sandbox.controls };
  return providers.flatMap(({ name: provider, firstCall }) => {
    if (!firstCall) return [];
    const factory = `create${provider[0]?.toUpperCase()}${provider.slice(1)}Client`;
    const options = Object.entries(clients[provider] ?? {}).flatMap(([name, value]) =>
      typeof value === 'string' ? [`  ${name}: ${quote(value.replace(sandbox.url, origin))},\n`] : [],
    );
    const code = `import { ${factory} } from '@x/${provider}';

const ${provider} = ${factory}({
${options.join('')}});
${firstCall(controls[provider] ?? {})}
`;
    return [{ provider, code }];
  });
}

const quote = (text: string) => `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;

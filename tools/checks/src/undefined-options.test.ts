import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const packages = new URL('../../../packages/', import.meta.url);
const checked = readFileSync(new URL('undefined-options.test-d.ts', import.meta.url), 'utf8');

/** What a sandbox returns, not what a caller passes. */
const returned = ['SandboxClientOptions', 'SandboxEventOptions', 'StreamEventOptions'];

/** The types of options that the entry points of a package export. */
function optionTypesOf(name: string): string[] {
  const source = new URL(`${name}/src/`, packages);
  const entries = readdirSync(source).filter((file) =>
    /^(index|webhooks|events|cache|leased-store|sign-in|msw|vitest)\.ts$/.test(file),
  );
  const code = entries.map((file) => readFileSync(new URL(file, source), 'utf8')).join('\n');
  return [...new Set(code.match(/\b[A-Z]\w*Options\b/g))];
}

it.each(['bank', 'core', 'food', 'music', 'otel', 'postgres', 'quotes', 'redis', 'sandbox', 'stream'])(
  'the type test of undefined options covers every type of options that @x/%s exports',
  (name) => {
    const types = optionTypesOf(name);
    const missing = types.filter((type) => !new RegExp(`\\.${type}\\b`).test(checked));
    expect(missing.filter((type) => !returned.includes(type))).toEqual([]);
    expect(types.length).toBeGreaterThan(0);
  },
);

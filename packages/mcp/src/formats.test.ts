import { readFileSync } from 'node:fs';
import { catalogOf } from '@x/testing/catalogs';
import { Ajv } from 'ajv';
import { expect, it } from 'vitest';
import { providers, variablesOf } from './open-apis.ts';

const read = (name: string) => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');
const variables = providers.flatMap((name) => Object.values(variablesOf(name, catalogOf(name).credentials)));

it('server.json and manifest.json list the variables that the program reads, and hide the secrets', () => {
  const { version } = JSON.parse(read('package.json'));
  const server = JSON.parse(read('server.json'));
  const [npm] = server.packages;
  const manifest = JSON.parse(read('manifest.json'));
  expect(npm.environmentVariables.map(({ name }: { name: string }) => name)).toEqual(variables);
  expect(Object.keys(manifest.server.mcp_config.env)).toEqual(variables);
  expect(Object.keys(manifest.user_config)).toEqual(variables.map((name) => name.toLowerCase()));
  for (const { name, isSecret = false } of npm.environmentVariables) {
    const { sensitive = false } = manifest.user_config[name.toLowerCase()];
    expect({ name, isSecret, sensitive }).toEqual({ name, isSecret: /SECRET|KEY/.test(name), sensitive: isSecret });
  }
  expect([server.version, npm.version, manifest.version]).toEqual([version, version, version]);
});

const text = { type: 'string', minLength: 1, maxLength: 100 };
const variable = {
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string' }, description: { type: 'string' }, isSecret: { type: 'boolean' } },
  additionalProperties: false,
};
/** Facts of the registry's schema of 2025-12-11 about the fields that the file has. */
const registryEntry = {
  type: 'object',
  required: ['$schema', 'name', 'description', 'version'],
  additionalProperties: false,
  properties: {
    $schema: { const: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json' },
    name: { type: 'string', pattern: '^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$', minLength: 3, maxLength: 200 },
    title: text,
    description: text,
    version: { type: 'string', maxLength: 255, not: { pattern: '[\\^~*<>]|\\bx$' } },
    packages: {
      type: 'array',
      items: {
        type: 'object',
        required: ['registryType', 'identifier', 'transport'],
        additionalProperties: false,
        properties: {
          registryType: { enum: ['npm', 'pypi', 'oci', 'nuget', 'mcpb'] },
          identifier: { type: 'string' },
          version: { type: 'string', minLength: 1, not: { const: 'latest' } },
          runtimeHint: { enum: ['npx', 'uvx', 'docker', 'dnx'] },
          transport: { type: 'object', required: ['type'], properties: { type: { const: 'stdio' } } },
          environmentVariables: { type: 'array', items: variable },
        },
      },
    },
  },
};

it('server.json is an entry that the MCP registry accepts, for the name that the package claims', () => {
  const server = JSON.parse(read('server.json'));
  const validate = new Ajv({ strict: false }).compile(registryEntry);
  expect(validate(server), JSON.stringify(validate.errors)).toBe(true);
  expect(server.name).toBe(JSON.parse(read('package.json')).mcpName);
});

it('the skill has a name and a description that hosts accept', () => {
  const [, name = '', description = ''] = /^---\s+name: (.+)\ndescription: (.+)\n---\n/.exec(read('SKILL.md')) ?? [];
  expect(name).toMatch(/^[a-z0-9-]{1,64}$/);
  expect(description.length).toBeGreaterThan(0);
  expect(description.length).toBeLessThanOrEqual(1024);
});

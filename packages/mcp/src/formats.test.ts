import { readFileSync } from 'node:fs';
import { catalogOf } from '@x/testing/catalogs';
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

it('the skill has a name and a description that hosts accept', () => {
  const [, name = '', description = ''] = /^---\s+name: (.+)\ndescription: (.+)\n---\n/.exec(read('SKILL.md')) ?? [];
  expect(name).toMatch(/^[a-z0-9-]{1,64}$/);
  expect(description.length).toBeGreaterThan(0);
  expect(description.length).toBeLessThanOrEqual(1024);
});

import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { names } from '../../providers.ts';
import { root } from './readme.ts';

// Node's files are built from the files that other runtimes load, but load each resource on first use.

type Exports = Record<string, unknown>;
const built = (name: string, file: string): Promise<Exports> =>
  import(/* @vite-ignore */ `${root}packages/${name}/dist/${file}`);

/** Returns a value as JSON, in which each function is the string `function`. */
const told = (value: unknown): string =>
  JSON.stringify(value, (_, member) => (typeof member === 'function' ? 'function' : member), 1);

describe.each(['core', ...names])('the Node build of %s', async (name) => {
  const whole = await built(name, 'index.js');
  const forNode = await built(name, 'node/index.js');

  it('contains no paths of the machine that built it', () => {
    for (const file of globSync(`${root}packages/${name}/dist/node/*.js`))
      for (const trace of [root, '.pnpm', 'lazy:']) expect(readFileSync(file, 'utf8')).not.toContain(trace);
  });

  it('exports the same names as the build for other runtimes', () => {
    expect(Object.keys(forNode).sort()).toEqual(Object.keys(whole).sort());
    expect((forNode.ApiError as new () => Error).name).toBe('ApiError');
  });

  it.runIf(name === 'core')('exports the same names from provider.js, and loads each module only once', async () => {
    const provider = await built(name, 'node/provider.js');
    expect(Object.keys(provider).sort()).toEqual(Object.keys(await built(name, 'provider.js')).sort());
    const error = await (
      provider.createClient as (given: object, tree: object) => { request(path: string): Promise<unknown> }
    )({ name: 'test', options: {}, baseUrl: 'https://test.example', lists: 'repeat', credentials: {}, signUp: '' }, {})
      .request('nowhere')
      .catch((reason: Error) => reason);
    expect((error as Error).constructor).toBe(forNode.ApiError);
  });

  it('exports the same values, such as the declarations of endpoints', () => {
    for (const member of Object.keys(whole)) expect(told(forNode[member])).toBe(told(whole[member]));
  });

  it.skipIf(name === 'core')('exports the same groups from endpoints.js as its client has', async () => {
    const groups = await built(name, 'node/endpoints.js');
    expect(told(groups)).toBe(told(await built(name, 'endpoints.js')));
    expect({ ...groups }).toEqual(forNode.endpoints);
    for (const member of Object.keys(groups)) expect(groups[member]).toBe((forNode.endpoints as Exports)[member]);
  });

  it.skipIf(name === 'core')('creates each resource on first use', async () => {
    const resources = Object.values(await built(name, 'node/endpoints.js')) as object[];
    const members = resources.flatMap((resource) => Object.values(Object.getOwnPropertyDescriptors(resource)));
    expect(members.length).toBeGreaterThan(0);
    for (const { get } of members) expect(get).toBeTypeOf('function');
  });
});

import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { endpoints as bank } from '@x/bank';
import { operationsOf } from '@x/core';
import { endpoints as music } from '@x/music';
import { endpoints as stream } from '@x/stream';
import { expect, it } from 'vitest';
import { sectionOf } from './api/markdown.ts';
import { read, root } from './pages.ts';

// The sandbox's tests have the other clients installed.
const require = createRequire(`${root}packages/sandbox/package.json`);
const load = (name: string) => import(pathToFileURL(require.resolve(name)).href);

/** Something to ask members of that nobody has typed. */
// biome-ignore lint/suspicious/noExplicitAny: it holds other people's code
type Any = any;

/** The code of a method, with the code of those methods of the same object that it calls. */
function sourceOf(owner: Any, name: string, depth = 3): string {
  const source = String(owner[name]);
  const called = depth ? [...source.matchAll(/this\.(\w+)\(/g)].map(([, other = '']) => other) : [];
  return [source, ...called.filter((other) => other !== name).map((other) => sourceOf(owner, other, depth - 1))].join();
}

/** What each client sends for a call, read from its code: `GET /streams`, with `{}` for path parameters. */
const clients: Record<string, { endpoints: object; routesOf: () => Promise<(call: string) => string[]> }> = {
  'plaid-node': {
    endpoints: bank,
    async routesOf() {
      const { Configuration, PlaidApi, PlaidApiAxiosParamCreator } = await load('plaid');
      const requests = PlaidApiAxiosParamCreator(new Configuration());
      return (call) => {
        expect(PlaidApi.prototype).toHaveProperty(call);
        return [...String(requests[call]).matchAll(/localVarPath = `([^`]+)`/g)].map(([, path]) => `POST ${path}`);
      };
    },
  },
  twurple: {
    endpoints: stream,
    async routesOf() {
      const [{ ApiClient }, { AppTokenAuthProvider }] = await Promise.all(['@twurple/api', '@twurple/auth'].map(load));
      const api: Any = new ApiClient({ authProvider: new AppTokenAuthProvider('id', 'secret') });
      return (call) => {
        const [resource = '', name = ''] = call.split('.');
        const requests = sourceOf(api[resource], name)
          .split(/callApi\(|new HelixPaginatedRequest\w*\(/)
          .slice(1);
        return requests.map((request) => {
          const [, method = 'GET'] = /method: '(\w+)'/.exec(request) ?? [];
          return `${method} /${/url: '([^']+)'/.exec(request)?.[1]}`;
        });
      };
    },
  },
  'spotify-sdk': {
    endpoints: music,
    async routesOf() {
      const { SpotifyApi } = await load('@spotify/web-api-ts-sdk');
      const sdk: Any = SpotifyApi.withClientCredentials('id', 'secret');
      return (call) => {
        const names = call.split('.');
        const owner = names.slice(0, -1).reduce((part, name) => part[name], sdk);
        return [
          ...sourceOf(owner, names.at(-1) ?? '').matchAll(/(get|put|post|delete)Request\w*\(\s*[`']([^`']+)/g),
        ].map(
          ([, method = '', path = '']) =>
            `${method.toUpperCase()} /v1/${path.replace(/\$\{params\}$/, '').replaceAll(/\$\{\w+\}/g, '{}')}`,
        );
      };
    },
  },
};

const namesIn = (cell = '') => [...cell.matchAll(/`([\w.]+)`/g)].map(([, name = '']) => name);

it.each(Object.entries(clients))(
  'both calls of each row of migrating/%s.md send the same',
  async (page, { endpoints, routesOf }) => {
    const routes = await routesOf();
    const ours = new Map(operationsOf(endpoints).map(([name, { method, path }]) => [name, `${method} ${path}`]));
    const rows = (sectionOf(read(`docs/migrating/${page}.md`), 'every-call') ?? '').match(/^\| .*`.*$/gm) ?? [];
    expect(rows.length).toBeGreaterThan(50);
    const wrong = rows.flatMap((row) => {
      const [, theirs, here] = row.split('|');
      const sentHere = namesIn(here).map((name) => ours.get(name)?.replaceAll(/\{\w+\}/g, '{}'));
      return namesIn(theirs)
        .map((call) => ({ call, sent: routes(call) }))
        .filter(
          ({ sent }) =>
            !sent.some((route) => sentHere.some((own) => own && matches(own, route))) || sentHere.includes(undefined),
        )
        .map(({ call, sent }) => `${call} sends ${sent}; ${here} sends ${sentHere}`);
    });
    expect(wrong).toEqual([]);
  },
);

/** Whether a route is that of ours; what theirs fills in may be fixed in ours. */
const matches = (own: string, theirs: string) => new RegExp(`^${theirs.replaceAll('{}', '[^/]+')}$`).test(own);

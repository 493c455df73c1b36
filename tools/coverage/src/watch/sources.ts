import { parse } from 'yaml';
import type { Document } from '../openapi.ts';
import { documentOfClient } from '../operations/official.ts';
import { entriesOf } from './changelog.ts';
import { type Fingerprints, fingerprintsOf } from './fingerprint.ts';
import { documentOfTwitch } from './markdown.ts';

/** Returns the text at an address, or rejects. */
export type ReadUrl = (url: string) => Promise<string>;

/** Contents of a source at one time. */
export interface Snapshot {
  readonly fingerprints: Fingerprints;
  /** Version that the source states. */
  readonly version?: string | undefined;
  /** Operations, if the source is a specification. */
  readonly document?: Document;
}

/** Something that a provider publishes about its API. */
export interface Source {
  /** Name in reports and in the stored fingerprints. */
  readonly name: string;
  /** URL of the page that people read. */
  readonly page: string;
  readonly read: (readUrl: ReadUrl) => Promise<Snapshot>;
}

const snapshotOf = (document: Document): Snapshot => ({
  document,
  version: document.info?.version,
  fingerprints: fingerprintsOf(document),
});

const openApi = (name: string, url: string): Source => ({
  name,
  page: url.replace(/\?.*/, ''),
  async read(readUrl) {
    const document: unknown = parse(await readUrl(url), { maxAliasCount: -1 });
    if (typeof Object(document).paths !== 'object') throw new Error('the response is not an OpenAPI document');
    return snapshotOf(document as Document);
  },
});

const changelog = (url: string, page = url, name = 'changelog'): Source => ({
  name,
  page,
  read: async (readUrl) => ({ fingerprints: entriesOf(await readUrl(url)) }),
});

const plaidClient: Source = {
  name: 'npm plaid',
  page: 'https://www.npmjs.com/package/plaid',
  read: async (readUrl) => snapshotOf(documentOfClient(await readUrl('https://unpkg.com/plaid/api.ts'))),
};

const twitchReference: Source = {
  name: 'reference',
  page: 'https://dev.twitch.tv/docs/api/reference/',
  async read(readUrl) {
    const index = await readUrl('https://dev.twitch.tv/docs/llms.txt');
    const found = index.match(/https:\/\/dev\.twitch\.tv\/docs\/(?:api|eventsub)\/reference\/[\w-]+\.md/g) ?? [];
    const urls = [...new Set(found)].sort();
    if (urls.length === 0) throw new Error('the index lists no reference pages');
    const pages: Record<string, string> = {};
    for (const url of urls) pages[url] = await readUrl(url); // one after the other, to keep the load on the site low
    return snapshotOf(documentOfTwitch(pages));
  },
};

/** Creates a source for the commits of a repository, newest first, as GitHub's feed lists them. */
const commits = (repository: string): Source => ({
  name: 'commits',
  page: `${repository}/commits`,
  async read(readUrl) {
    const feed = await readUrl(`${repository}/commits.atom`);
    const ids = [...feed.matchAll(/Commit\/([0-9a-f]{40})/g)].map(([, id = '']) => id);
    if (ids.length === 0) throw new Error('the feed lists no commits');
    return { fingerprints: Object.fromEntries(ids.map((id) => [id.slice(0, 12), id.slice(0, 8)])) };
  },
});

const raw = 'https://raw.githubusercontent.com';
const spotifyDocs = 'https://developer.spotify.com/documentation/web-api';

/** Sources to read, by package. The name of a file says so if a third party maintains it. */
export const sources: Readonly<Record<string, readonly Source[]>> = {
  stream: [
    twitchReference,
    changelog('https://dev.twitch.tv/docs/change-log.md', 'https://dev.twitch.tv/docs/change-log/'),
    openApi('unofficial OpenAPI', `${raw}/DmitryScaletta/twitch-api-swagger/HEAD/openapi.json`),
  ],
  music: [
    openApi('OpenAPI', 'https://developer.spotify.com/reference/web-api/open-api-schema.yaml'),
    openApi('corrected OpenAPI', `${raw}/sonallux/spotify-web-api/HEAD/fixed-spotify-open-api.yml`),
    changelog(`${spotifyDocs}/references/changes`),
  ],
  bank: [
    plaidClient,
    openApi('OpenAPI', `${raw}/plaid/plaid-openapi/HEAD/2020-09-14.yml`),
    changelog(
      `${raw}/plaid/plaid-node/HEAD/CHANGELOG.md`,
      'https://github.com/plaid/plaid-node/blob/master/CHANGELOG.md',
    ),
    changelog('https://plaid.com/docs/changelog.md', 'https://plaid.com/docs/changelog/', 'docs changelog'),
  ],
  food: [
    openApi('OpenAPI', 'https://api.nal.usda.gov/fdc/v1/json-spec?api_key=DEMO_KEY'),
    changelog('https://fdc.nal.usda.gov/api-guide.html'),
  ],
  quotes: [commits('https://github.com/lukePeavey/quotable')],
};

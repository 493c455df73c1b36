/** Texts that a provider's sources publish at one time, by address. */
export type Published = Readonly<Record<string, string>>;

const row = (name: string, type: string, text = '') => `- \`${name}\` — ${type}. ${text}`;

const twitchIndex = `# Documentation
- [Raids](https://dev.twitch.tv/docs/api/reference/raids.md)
- [Rewards](https://dev.twitch.tv/docs/api/reference/channel-points.md)
- [Charity](https://dev.twitch.tv/docs/eventsub/reference/charity.md)
`;
/** A page of Twitch's reference with one operation: the lines of its parts, by their headings. */
const page = (endpoint: string, parts: Readonly<Record<string, readonly string[]>>) =>
  ['# Resource', '## Operation', '### Endpoint', `\`${endpoint}\``]
    .concat(Object.entries(parts).flatMap(([heading, lines]) => [`### ${heading}`, ...lines]))
    .join('\n\n');
const raids = (...more: readonly string[]) =>
  page('POST https://api.twitch.tv/helix/raids', {
    'Query Parameters': [
      row('from_broadcaster_id', 'String, **Required**'),
      row('to_broadcaster_id', 'String, **Required**'),
    ],
    'Response Body': [row('data', 'Object[]'), `  ${row('data.created_at', 'String')}`, ...more],
  });
const rewards = (prompt: string) =>
  page('POST https://api.twitch.tv/helix/channel_points/custom_rewards', {
    'Query Parameters': [row('broadcaster_id', 'String, **Required**')],
    'Request Body': [row('title', 'String, **Required**', 'Up to 45 characters.'), row('prompt', 'String', prompt)],
  });
const charity = (version: number) =>
  page('POST https://api.twitch.tv/helix/eventsub/subscriptions', {
    Subscription: ['- Type: `channel.charity_campaign.donate`', `- Version: \`${version}\``],
    'Event Payload': [row('id', 'String')],
  });
const twitch = (parts: {
  raids: string;
  rewards: string;
  charity: string;
  log: string;
  unofficial: string;
}): Published => ({
  'https://dev.twitch.tv/docs/llms.txt': twitchIndex,
  'https://dev.twitch.tv/docs/api/reference/raids.md': parts.raids,
  'https://dev.twitch.tv/docs/api/reference/channel-points.md': parts.rewards,
  'https://dev.twitch.tv/docs/eventsub/reference/charity.md': parts.charity,
  'https://dev.twitch.tv/docs/change-log.md': parts.log,
  'https://raw.githubusercontent.com/DmitryScaletta/twitch-api-swagger/HEAD/openapi.json': parts.unofficial,
});

/** An OpenAPI file; `paths` in the short form `GET /path`: fields of params, then fields of the response. */
function openApi(
  version: string,
  operations: Readonly<Record<string, readonly [params: object, fields: object]>>,
): string {
  const paths: Record<string, object> = {};
  for (const [key, [params, properties]] of Object.entries(operations)) {
    const [method = '', path = ''] = key.toLowerCase().split(' ');
    const content = (schema: object) => ({ content: { 'application/json': { schema } } });
    const sent =
      method === 'get'
        ? { parameters: Object.entries(params).map(([name, schema]) => ({ name, in: 'query', schema })) }
        : { requestBody: content({ type: 'object', properties: params }) };
    paths[path] = { [method]: { ...sent, responses: { 200: content({ type: 'object', properties }) } } };
  }
  return JSON.stringify({ openapi: '3.0.3', info: { title: '', version }, paths, components: { schemas: {} } });
}

const text = { type: 'string' };
const oldRaids = openApi('helix', { 'POST /raids': [{}, { data: text }] });
const spotify = (official: string, corrected: string, page: string): Published => ({
  'https://developer.spotify.com/reference/web-api/open-api-schema.yaml': official,
  'https://raw.githubusercontent.com/sonallux/spotify-web-api/HEAD/fixed-spotify-open-api.yml': corrected,
  'https://developer.spotify.com/documentation/web-api/references/changes': page,
});
const markets = openApi('1', { 'GET /markets': [{}, { markets: { type: 'array', items: text } }] });

/** The source of the official client, cut down to two operations. */
function plaidClient(version: string, { processors, paired }: { processors: string; paired: boolean }): string {
  const operation = (name: string, path: string, request: string) => `
        ${name}: async (body: ${request}, options: any = {}): Promise<RequestArgs> => {
            const localVarPath = \`${path}\`;
            const localVarRequestOptions = { method: 'POST', ...baseOptions, ...options};
            localVarRequestOptions.data = serializeDataIfNeeded(body, localVarRequestOptions, configuration)
        },`;
  const result = (name: string, request: string, response: string) => `
        ${name}(body: ${request}, options?: any): AxiosPromise<${response}> {
        },`;
  return `/**
 * The version of the OpenAPI document: ${version}
 */
export interface TokenRequest { 'access_token': string; 'account_id': string; 'processor': Processor; }
export interface TokenResponse { 'processor_token': string; 'request_id': string; }
export enum Processor { ${processors} }
export interface ItemRequest { 'access_token': string; }
export interface ItemResponse { 'request_id': string;${paired ? " 'paired_item_id'?: string | null;" : ''} }
export const PlaidApiAxiosParamCreator = function (configuration?: Configuration) {
    return {${operation('processorTokenCreate', '/processor/token/create', 'TokenRequest')}${operation('itemRemove', '/item/remove', 'ItemRequest')}${
      paired ? operation('identityMatchList', '/identity/match/list', 'ItemRequest') : ''
    }
    }
};
export const PlaidApiFactory = function (configuration?: Configuration) {
    return {${result('processorTokenCreate', 'TokenRequest', 'TokenResponse')}${result('itemRemove', 'ItemRequest', 'ItemResponse')}${
      paired ? result('identityMatchList', 'ItemRequest', 'ItemResponse') : ''
    }
    }
};
`;
}
const plaid = (client: string, file: string, log: string): Published => ({
  'https://unpkg.com/plaid/api.ts': client,
  'https://raw.githubusercontent.com/plaid/plaid-openapi/HEAD/2020-09-14.yml': file,
  'https://raw.githubusercontent.com/plaid/plaid-node/HEAD/CHANGELOG.md': log,
});
const removal = openApi('1.697.4', { 'POST /item/remove': [{ access_token: text }, { request_id: text }] });

const fdc = (file: string, page: string): Published => ({
  'https://api.nal.usda.gov/fdc/v1/json-spec?api_key=DEMO_KEY': file,
  'https://fdc.nal.usda.gov/api-guide.html': page,
});

const quotable = (...commits: readonly string[]): Published => ({
  'https://github.com/lukePeavey/quotable/commits.atom': commits
    .map((digit) => `<id>tag:github.com,2008:Grit::Commit/${digit.repeat(40)}</id>`)
    .join('\n'),
});

/** Two versions of what each provider publishes: facts of the real ones, cut down to a few operations. */
export const versions: Readonly<Record<string, readonly [before: Published, after: Published]>> = {
  stream: [
    twitch({
      raids: raids(),
      rewards: rewards('At most 200 characters.'),
      charity: charity(1),
      log: '# Changes\n## 2026-04-17\n- One',
      unofficial: oldRaids,
    }),
    twitch({
      raids: raids(row('data.is_mature', 'Boolean')),
      rewards: rewards('Text that is shown.'),
      charity: charity(2),
      log: '# Changes\n## 2026-11-10\n- Two\n## 2026-04-17\n- One',
      unofficial: openApi('helix', { 'POST /raids': [{}, { data: { type: 'array' } }] }),
    }),
  ],
  music: [
    spotify(
      openApi('1', {
        'GET /markets': [{}, { markets: text }],
        'GET /search': [{ limit: { type: 'integer', maximum: 50 } }, { tracks: text }],
      }),
      markets,
      '<h1>Changes</h1><ul><li><a href="#m">March 2026</a></li></ul>',
    ),
    spotify(
      openApi('2', { 'GET /search': [{ limit: { type: 'integer', maximum: 10 } }, { tracks: text }] }),
      markets,
      '<h1>Changes</h1><ul><li><a href="#j">July 2026</a></li><li><a href="#m">March 2026</a></li></ul>',
    ),
  ],
  bank: [
    plaid(plaidClient('1.697.4', { processors: "Dwolla = 'dwolla'", paired: false }), removal, '# 46.0.0\n- One'),
    plaid(
      plaidClient('1.740.1', { processors: "Dwolla = 'dwolla', Webull = 'webull'", paired: true }),
      removal,
      '# 47.0.0\n- Two\n# 46.0.0\n- One',
    ),
  ],
  food: [
    fdc(
      openApi('1.0.0', { 'GET /v1/foods/list': [{ pageSize: { type: 'integer', maximum: 200 } }, {}] }),
      '<p>Guide</p>',
    ),
    fdc(
      openApi('1.0.1', { 'GET /v1/foods/list': [{ pageSize: { type: 'integer', maximum: 100 } }, {}] }),
      '<p>Guide, second edition</p>',
    ),
  ],
  quotes: [quotable('a'), quotable('b', 'a')],
};

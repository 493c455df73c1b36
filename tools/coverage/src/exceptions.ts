import type { Exception } from './compare.ts';

const except = (reason: string, ...lines: readonly (string | RegExp)[]): Exception[] =>
  lines.map((line) => ({ line, reason }));

/** Products of bank data without methods, or parts of products, as their paths begin. */
const otherBankProducts = [
  'bank_transfer|beacon|beta|business_verification|cashflow_report|consumer_report|cra|credit/(asset_report|audit_copy_token|bank_statements|freddie_mac|relay)',
  'employers|issues|link_delivery|partner|payment_profile',
  'profile|protect|session|user_account|wallet',
  'sandbox/(bank_transfer|cra|payment_profile)',
  'transfer/(diligence|originator|platform|questionnaire)',
].join('|');

/** What is not as in the provider's file, on purpose; by package. */
export const exceptions: Readonly<Record<string, readonly Exception[]>> = {
  bank: [
    ...except('the provider adds them to every request', / body (client_id|secret)$/),
    ...except(
      'of products that have no methods; reached with `client.request`',
      new RegExp(`^POST /(${otherBankProducts})/[^ ]+$`),
    ),
    ...except(
      'for banks, for who signs in at the provider, or legacy; reached with `client.request`',
      /^POST \/(application\/get|categories\/get|consent\/events\/get|oauth\/\w+)$/,
    ),
    ...except(
      'deprecated; reached with `client.request`',
      'POST /transfer/balance/get',
      'POST /payment_initiation/payment/token/create',
    ),
    ...except(
      'of the FDX interface between banks, in which no client of the API takes part',
      /^(GET|POST) \/fdx\/[^ ]+$/,
    ),
    ...except(
      'the file writes the values of a string as its fields',
      /^POST \/link\/token\/get link_sessions\[\]\.(on_)?exit\.metadata\.status\./,
    ),
    ...except(
      'removed by the provider: it responds that the call is not implemented',
      'POST /credit/bank_income/refresh',
    ),
    ...except(
      'absent in lists, which have the same records',
      /^POST \/(identity_verification|watchlist_screening|dashboard_user)\/[^ ]+ request_id is declared optional$/,
    ),
    ...except(
      'given up by the provider',
      'POST /liabilities/get liabilities.student[].pslf_status is declared optional',
      'POST /processor/liabilities/get liabilities.student[].pslf_status is declared optional',
    ),
    ...except(
      'left out where the rules are about the balance alone',
      'POST /signal/evaluate scores is declared optional',
      'POST /processor/signal/evaluate scores is declared optional',
    ),
    ...except(
      'deprecated, and the example of the file lacks it',
      /^POST (\/processor)?\/signal\/evaluate scores\.\w+\.risk_tier is declared optional$/,
    ),
    ...except(
      'responses of the real host without it were recorded',
      /[ .](margin_loan_amount|cfi_code) is declared optional$/,
    ),
    ...except(
      'promised of every account; a second part of `allOf` repeats them without',
      / accounts?(\[\])?\.(mask|name|official_name) is declared required$/,
    ),
    ...except(
      'promised of every schedule; a second part of `allOf` repeats them without',
      /^POST \/payment_initiation\/.* (payments\[\]\.)?schedule\.\w+ is declared required$/,
    ),
    ...except(
      'deprecated and hidden by the provider, and of no effect with Plaid Ledger',
      /^POST \/transfer\/.* body (origination_account_id|with_guarantee|credit_funds_source)$/,
      /^POST \/transfer\/create body (idempotency_key|type|network|ach_class|user|iso_currency_code)$/,
      /^POST \/transfer\/recurring\/create body (funding_account_id|iso_currency_code)$/,
      /^POST \/transfer\/(get|cancel) body originator_client_id$/,
    ),
    ...except(
      'the file requires it one level up',
      'POST /asset_report/get warnings[].cause.item_id is declared required',
      'POST /asset_report/audit_copy/get warnings[].cause.item_id is declared required',
    ),
  ],
  stream: [
    ...except(
      'the schema of the file lacks the envelope that its own example has',
      'GET /guest_star/channel_settings ',
    ),
    ...except(
      'the schema of the file nests records otherwise than its own example',
      'GET /hypetrain/status data[].current.top_contributions[].',
      'GET /hypetrain/status all_time_high',
      'GET /hypetrain/status shared_all_time_high',
    ),
    ...except(
      'the example holds texts where the schema, and the API, have numbers',
      'GET /channels/ads Example:',
      'POST /channels/ads/schedule/snooze Example:',
    ),
    ...except('the example is older than the login members', 'GET /channel_points/custom_rewards'),
    ...except('ids are strings, as in the schema; the example has a number', 'POST /streams/markers Example:'),
    ...except(
      'examples of the file lack it',
      'GET /extensions data[].views.',
      'GET /extensions/released data[].views.',
      'GET /bits/extensions data[].expiration',
      'PUT /bits/extensions data[].expiration',
      'GET /guest_star/session data[].guests[].slot_id',
      'POST /guest_star/session data[].guests[].slot_id',
      'DELETE /guest_star/session data[].guests[].slot_id',
      'GET /polls data[].ended_at',
      'POST /polls data[].ended_at',
      'PATCH /polls data[].ended_at',
      'GET /streams/markers data[].videos[].markers[].url',
      'PATCH /chat/settings data[].non_moderator_chat_delay',
    ),
    ...except(
      'responses without it were seen',
      'GET /channels data[].',
      'GET /clips data[].',
      'GET /games data[].igdb_id',
      'GET /games/top data[].igdb_id',
      'GET /search/channels data[].tag',
      'GET /streams data[].',
      'GET /streams/followed data[].',
    ),
    ...except(
      'deprecated, and may go any day',
      'POST /raids data[].is_mature',
      'GET /users data[].view_count',
      'PUT /users data[].view_count',
    ),
    ...except('the groups that were not sent may be absent', 'PUT /users/extensions data.'),
    ...except('left out for a team that has no members', 'GET /teams data[].users'),
  ],
  music: [
    ...except('takes members away that the types promise and that paging needs', /^GET \/playlists\/.*\?fields$/),
    ...except('the wire has them below `disallows`, and so does the declaration', /^GET \/me\/player.* actions\./),
    ...except(
      'apps in development mode get responses without it',
      /[ .](available_markets|publisher|audio_preview_url|album_group) is declared optional$/,
    ),
    ...except(
      'an episode comes short unless it is asked for with `additional_types`',
      /(item|track|queue).* optional$/,
    ),
    ...except(
      'responses of the real host without it were recorded',
      /[ .](html_description|is_playable|total_episodes) is declared optional$/,
    ),
    ...except('an item is the audiobook itself; what is around it is in `raw`', 'GET /me/audiobooks items[].added_at'),
    ...except('saved audiobooks come without it', /^GET \/me\/audiobooks .*chapters is declared optional$/),
    ...except('the file promises hardly any member, although all responses have them', /declared required$/),
  ],
  food: [
    ...except('headings come without it', /foodNutrients\[\]\.id is declared optional$/),
    ...except('an input food may lack any member', /inputFoods\[\]\.inputFood\.\w+ is declared optional$/),
  ],
};

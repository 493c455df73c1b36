/** What is missing or differs on purpose: by the reason, starts of report lines or patterns that they match. */
export type Exceptions = Readonly<Record<string, readonly (string | RegExp)[]>>;

/** Products of bank data without methods, or parts of products, as their paths begin. */
const otherBankProducts = [
  'bank_transfer|beacon|beta|business_verification|cashflow_report|consumer_report|cra|credit/(asset_report|audit_copy_token|bank_statements|freddie_mac|relay)',
  'employers|issues|link_delivery|partner|payment_profile',
  'profile|protect|session|user_account|wallet',
  'sandbox/(bank_transfer|cra|fdx|payment_profile)',
  'transfer/(diligence|originator|platform|questionnaire)',
].join('|');

/** Intended differences from the provider's file, by package. */
export const exceptions: Readonly<Record<string, Exceptions>> = {
  bank: {
    'the provider adds them to every request': [/ param (client_id|secret)$/],
    'of products that have no methods; reached with `client.request`': [
      new RegExp(`^POST /(${otherBankProducts})/[^ ]+$`),
    ],
    'for banks, for who signs in at the provider, or legacy; reached with `client.request`': [
      /^POST \/(application\/get|categories\/get|consent\/events\/get|oauth\/\w+)$/,
    ],
    'deprecated; reached with `client.request`': [
      'POST /transfer/balance/get',
      'POST /payment_initiation/payment/token/create',
    ],
    'of the FDX interface between banks, in which no client of the API takes part': [/^(GET|POST|PUT) \/fdx\/[^ ]+$/],
    'the file writes the values of a string as its fields': [
      /^POST \/link\/token\/get link_sessions\[\]\.(on_)?exit\.metadata\.status\./,
    ],
    'removed by the provider: it responds that the call is not implemented': ['POST /credit/bank_income/refresh'],
    'absent in lists, which have the same records': [
      /^POST \/(identity_verification|watchlist_screening|dashboard_user|payment_initiation)\/[^ ]+ request_id is declared optional$/,
      /^POST \/(identity_verification|watchlist_screening|dashboard_user)\/.*list \w+\[\]\.request_id is not specified$/,
    ],
    'given up by the provider': [
      'POST /liabilities/get liabilities.student[].pslf_status is declared optional',
      'POST /processor/liabilities/get liabilities.student[].pslf_status is declared optional',
    ],
    'left out where the rules are about the balance alone': [
      'POST /signal/evaluate scores is declared optional',
      'POST /processor/signal/evaluate scores is declared optional',
    ],
    'deprecated, and the example of the file lacks it': [
      /^POST (\/processor)?\/signal\/evaluate scores\.\w+\.risk_tier is declared optional$/,
    ],
    'responses of the real host without it were recorded': [
      /[ .](margin_loan_amount|cfi_code|figi) is declared optional$/,
    ],
    'promised of every account; a second part of `allOf` repeats them without': [
      / accounts?(\[\])?\.(mask|name|official_name) is declared required$/,
    ],
    'promised of every schedule; a second part of `allOf` repeats them without': [
      /^POST \/payment_initiation\/.* (payments\[\]\.)?schedule\.\w+ is declared required$/,
    ],
    'deprecated and hidden by the provider, and of no effect with Plaid Ledger': [
      /^POST \/transfer\/.* param (origination_account_id|with_guarantee|credit_funds_source)$/,
      /^POST \/transfer\/create param (idempotency_key|type|network|ach_class|user(\..*)?|iso_currency_code)$/,
      /^POST \/transfer\/recurring\/create param (funding_account_id|iso_currency_code)$/,
      /^POST \/transfer\/(get|cancel) param originator_client_id$/,
    ],
    'deprecated, and may go any day': [
      /^POST \/(processor\/)?transactions\/(get|sync) \w+\[\]\.name is declared optional$/,
    ],
    'deprecated, and returned without it': [
      /^POST \/(processor\/)?transactions\/[^ ]+ param options\.include_(personal_finance_category(_beta)?|logo_and_counterparty_beta)$/,
    ],
    'of responses only, as its description says': ['POST /processor/bank_transfer/create param user.routing_number'],
    'sent inside `options`, from the params of the page': [
      /^POST \/(processor\/)?(transactions|investments\/transactions)\/get param (options\.)?(count|offset)( is not specified)?$/,
    ],
    'options of products that have no methods, which are passed on unchecked': [
      /^POST \/link\/token\/create param (base_report|card_switch|cashflow_report|cra_options|credit_partner_insights|payment_configuration)\./,
    ],
    'the client has no type for the body': [
      /^POST \/credit\/payroll_income\/parsing_config\/update param \w+ is not specified$/,
    ],
    'required for users of the older kind only, who have a token': [
      'POST /credit/bank_income/webhook/update param user_token is declared optional',
    ],
    'the method is for update mode, for which it is required': [
      'POST /link/token/create param access_token is declared required',
    ],
    'required so that a repeated call moves no money twice': [
      'POST /transfer/authorization/create param idempotency_key is declared required',
    ],
    'of `item.get` only; all Items have one type': [
      / (item|items\[\])\.(created_at|consented_use_cases|consented_data_scopes) is not specified$/,
    ],
    'of other accounts; all accounts have one type': [
      /^POST \/asset_report\/(audit_copy\/)?get report\.items\[\]\.accounts\[\]\.(apy|holder_category|verification_\w+)(\.[\w.]+)? is not specified$/,
      /^POST \/asset_report\/(audit_copy\/)?get report\.items\[\]\.accounts\[\]\.verification_status adds /,
      'POST /processor/investments/auth/get account.balances.margin_loan_amount is not specified',
    ],
    'of `signal.evaluate`; both responses have one type': [
      /^POST \/processor\/signal\/evaluate risk_profile(\.\w+)? is not specified$/,
    ],
    'of the filters that `link.createToken` takes; both have one type': [
      /^POST \/link\/token\/get metadata\.account_filters\.other(\.account_subtypes)? is not specified$/,
    ],
    'an Item cannot start with these products: the API refuses them with `INVALID_PRODUCT`': [
      /^POST \/(link\/token|sandbox\/public_token)\/create param \w*products lacks balance, recurring_transactions, transactions_refresh$/,
    ],
    'webhooks about identity exist, and the sandbox lets tests fire them': [
      'POST /sandbox/item/fire_webhook param webhook_type adds IDENTITY',
    ],
    'the provider lists the values in its descriptions only': [
      'POST /credit/payroll_income/refresh verification_refresh_status has values',
      /^POST \/(processor\/)?investments\/(auth|holdings)\/get securities\[\]\.option_contract\.contract_type has values/,
      /^POST \/link\/token\/get link_sessions\[\]\.(on_)?exit\.metadata\.status has values/,
      /^POST \/(processor\/)?signal\/evaluate param default_payment_method has values/,
      'POST /sandbox/payment/simulate param status has values',
      'POST /sandbox/transfer/refund/simulate param event_type has values',
      'POST /sandbox/transfer/simulate param event_type has values',
      'POST /transactions/enrich param account_type has values',
      'POST /transfer/migrate_account param account_type has values',
    ],
    'the file requires it one level up': [
      'POST /asset_report/get warnings[].cause.item_id is declared required',
      'POST /asset_report/audit_copy/get warnings[].cause.item_id is declared required',
    ],
  },
  stream: {
    'the schema of the file lacks the envelope that its own example has': ['GET /guest_star/channel_settings '],
    'the schema of the file nests records otherwise than its own example': [
      'GET /hypetrain/status data[].current.top_contributions[].',
      'GET /hypetrain/status all_time_high',
      'GET /hypetrain/status shared_all_time_high',
    ],
    'examples of the file lack it': [
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
    ],
    'responses without it were seen': [
      'GET /channels data[].',
      'GET /clips data[].',
      'GET /games data[].igdb_id',
      'GET /games/top data[].igdb_id',
      'GET /search/channels data[].tag',
      'GET /streams data[].',
      'GET /streams/followed data[].',
    ],
    'deprecated, and may go any day': [
      'POST /raids data[].is_mature',
      'GET /users data[].view_count',
      'PUT /users data[].view_count',
    ],
    'the groups that were not sent may be absent': ['PUT /users/extensions data.'],
    'left out for a team that has no members': ['GET /teams data[].users'],
  },
  music: {
    'takes members away that the types promise and that paging needs': [/^GET \/playlists\/.* param fields$/],
    'the wire has them below `disallows`, and so does the declaration': [/^GET \/me\/player.* actions\./],
    'apps in development mode get responses without it': [
      /[ .](available_markets|publisher|audio_preview_url|album_group) is declared optional$/,
    ],
    'an episode comes short unless it is asked for with `additional_types`': [/(item|track|queue).* optional$/],
    'responses of the real host without it were recorded': [
      /[ .](html_description|is_playable|total_episodes) is declared optional$/,
    ],
    'an item is the audiobook itself; what is around it is in `raw`': ['GET /me/audiobooks items[].added_at'],
    'saved audiobooks come without it': [/^GET \/me\/audiobooks .*chapters is declared optional$/],
    'the file promises hardly any field, although all responses have them': [
      /^\S+ \S+ (?!param )\S+ is declared required$/,
    ],
  },
  food: {
    'headings come without it': [/foodNutrients\[\]\.id is declared optional$/],
    'an input food may lack any member': [/inputFoods\[\]\.inputFood\.\w+ is declared optional$/],
  },
};

/** Intended differences, by reason: starts of report lines, or patterns that match them. */
export type Exceptions = Readonly<Record<string, readonly (string | RegExp)[]>>;

/** Starts of the paths of bank products, or parts of products, that have no methods. */
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
    'the client adds them to every request': [/ param (client_id|secret)$/],
    'products without methods; call them with `client.request`': [new RegExp(`^POST /(${otherBankProducts})/[^ ]+$`)],
    'for banks, for sign-in at the provider, or legacy; call them with `client.request`': [
      /^POST \/(application\/get|categories\/get|consent\/events\/get|oauth\/\w+)$/,
    ],
    'deprecated; call them with `client.request`': [
      'POST /transfer/balance/get',
      'POST /payment_initiation/payment/token/create',
    ],
    'the FDX interface between banks, which clients of the API do not use': [/^(GET|POST|PUT) \/fdx\/[^ ]+$/],
    'the file declares the values of a string as its fields': [
      /^POST \/link\/token\/get link_sessions\[\]\.(on_)?exit\.metadata\.status\./,
    ],
    'removed by the provider: it responds that the call is not implemented': ['POST /credit/bank_income/refresh'],
    'missing in lists, which have the same records': [
      /^POST \/(identity_verification|watchlist_screening|dashboard_user|payment_initiation)\/[^ ]+ request_id is declared optional$/,
      /^POST \/(identity_verification|watchlist_screening|dashboard_user)\/.*list \w+\[\]\.request_id is not specified$/,
    ],
    'discontinued by the provider': [
      'POST /liabilities/get liabilities.student[].pslf_status is declared optional',
      'POST /processor/liabilities/get liabilities.student[].pslf_status is declared optional',
    ],
    'left out if the rules are only about the balance': [
      'POST /signal/evaluate scores is declared optional',
      'POST /processor/signal/evaluate scores is declared optional',
    ],
    "deprecated, and missing in the file's example": [
      /^POST (\/processor)?\/signal\/evaluate scores\.\w+\.risk_tier is declared optional$/,
    ],
    "Plaid's OpenAPI file and its example leave out scores, against the official client": [
      /^POST \/(processor\/)?identity\/match(\/list)? [^ ]*(legal_name|phone_number|email_address|address)(\.\w+)? is declared (optional|nullable)$/,
    ],
    "announced in Plaid's changelog for 2026-10-27, and newer than the official client": [
      /\.paired_item_id is not specified$/,
    ],
    'recorded responses of the real host lack it': [/[ .](margin_loan_amount|cfi_code|figi) is declared optional$/],
    'promised for every account; a second part of `allOf` repeats them as optional': [
      / accounts?(\[\])?\.(mask|name|official_name) is declared required$/,
    ],
    'promised for every schedule; a second part of `allOf` repeats them as optional': [
      /^POST \/payment_initiation\/.* (payments\[\]\.)?schedule\.\w+ is declared required$/,
    ],
    'deprecated and hidden by the provider, and without effect with Plaid Ledger': [
      /^POST \/transfer\/.* param (origination_account_id|with_guarantee|credit_funds_source)$/,
      /^POST \/transfer\/create param (idempotency_key|type|network|ach_class|user(\..*)?|iso_currency_code)$/,
      /^POST \/transfer\/recurring\/create param (funding_account_id|iso_currency_code)$/,
      /^POST \/transfer\/(get|cancel) param originator_client_id$/,
    ],
    'deprecated, and may be removed at any time': [
      /^POST \/(processor\/)?transactions\/(get|sync) \w+\[\]\.name is declared optional$/,
    ],
    'deprecated, because the API returns the data without it': [
      /^POST \/(processor\/)?transactions\/[^ ]+ param options\.include_(personal_finance_category(_beta)?|logo_and_counterparty_beta)$/,
    ],
    'only in responses, according to its description': [
      'POST /processor/bank_transfer/create param user.routing_number',
    ],
    'sent inside `options`, from the paging params': [
      /^POST \/(processor\/)?(transactions|investments\/transactions)\/get param (options\.)?(count|offset)( is not specified)?$/,
    ],
    'options of products without methods, which are passed on unchecked': [
      /^POST \/link\/token\/create param (base_report|card_switch|cashflow_report|cra_options|credit_partner_insights|payment_configuration)\./,
    ],
    'the official client has no type for the body': [
      /^POST \/credit\/payroll_income\/parsing_config\/update param \w+ is not specified$/,
    ],
    'required only for users of the older kind, who have a token': [
      'POST /credit/bank_income/webhook/update param user_token is declared optional',
    ],
    'the method is for update mode, which requires it': [
      'POST /link/token/create param access_token is declared required',
    ],
    'required so that a repeated call does not move money twice': [
      'POST /transfer/authorization/create param idempotency_key is declared required',
    ],
    'only in `item.get`; all Items have one type': [
      / (item|items\[\])\.(created_at|consented_use_cases|consented_data_scopes) is not specified$/,
    ],
    'only in other accounts; all accounts have one type': [
      /^POST \/asset_report\/(audit_copy\/)?get report\.items\[\]\.accounts\[\]\.(apy|holder_category|verification_\w+)(\.[\w.]+)? is not specified$/,
      /^POST \/asset_report\/(audit_copy\/)?get report\.items\[\]\.accounts\[\]\.verification_status adds /,
      'POST /processor/investments/auth/get account.balances.margin_loan_amount is not specified',
    ],
    'only in `signal.evaluate`; both responses have one type': [
      /^POST \/processor\/signal\/evaluate risk_profile(\.\w+)? is not specified$/,
    ],
    'only in the filters that `link.createToken` accepts; both have one type': [
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
    "the file's schema lacks the envelope that its example has": ['GET /guest_star/channel_settings '],
    "the file's schema nests records differently from its example": [
      'GET /hypetrain/status data[].current.top_contributions[].',
      'GET /hypetrain/status all_time_high',
      'GET /hypetrain/status shared_all_time_high',
    ],
    "the file's examples lack it": [
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
    'responses have been seen without it': [
      'GET /channels data[].',
      'GET /clips data[].',
      'GET /games data[].igdb_id',
      'GET /games/top data[].igdb_id',
      'GET /search/channels data[].tag',
      'GET /streams data[].',
      'GET /streams/followed data[].',
    ],
    'deprecated, and may be removed at any time': [
      'POST /raids data[].is_mature',
      'GET /users data[].view_count',
      'PUT /users data[].view_count',
    ],
    'the groups that were not sent may be absent': ['PUT /users/extensions data.'],
    'left out for a team that has no members': ['GET /teams data[].users'],
  },
  music: {
    'removes fields that the types promise and that paging needs': [/^GET \/playlists\/.* param fields$/],
    'responses have them in `disallows`, and so does the declaration': [/^GET \/me\/player.* actions\./],
    'apps in development mode get responses without it': [
      /[ .](available_markets|publisher|audio_preview_url|album_group) is declared optional$/,
    ],
    'episodes are abbreviated unless `additional_types` asks for them': [/(item|track|queue).* optional$/],
    'recorded responses of the real host lack it': [
      /[ .](html_description|is_playable|total_episodes) is declared optional$/,
    ],
    'an item is the audiobook itself; the object around it is in `raw`': ['GET /me/audiobooks items[].added_at'],
    'saved audiobooks lack it': [/^GET \/me\/audiobooks .*chapters is declared optional$/],
    'the file promises hardly any field, although all responses have them': [
      /^\S+ \S+ (?!param )\S+ is declared required$/,
    ],
  },
  food: {
    'headings lack it': [/foodNutrients\[\]\.id is declared optional$/],
    'an input food may lack any member': [/inputFoods\[\]\.inputFood\.\w+ is declared optional$/],
  },
};

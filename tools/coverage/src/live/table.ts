/** Source of a parameter's value. */
export type Source =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'environment'; readonly variable: string }
  | { readonly kind: 'response'; readonly call: string; readonly field: string };

/** A fixed value. */
export const value = (fixed: unknown): Source => ({ kind: 'value', value: fixed });

/** A variable that the person who runs the tool sets. */
const environment = (variable: string): Source => ({ kind: 'environment', variable });

/** The values of a field in the responses to an earlier call. */
export const from = (call: string, field: string): Source => ({ kind: 'response', call, field });

type Sources = Readonly<Record<string, Source | readonly Source[]>>;

/** One way to make a call. */
export interface Variant {
  /** Distinguishes the variants of an operation; the call is then known as `search album`. Default: none. */
  readonly label?: string;
  /** Sources of parameters, required or not. Other required parameters are filled as for any call. */
  readonly params: Sources;
  /**
   * `user` makes a call for the user that the app could make as well. Default: the app, where the endpoint allows it.
   */
  readonly as?: 'user';
}

/** Facts that the tool cannot get from a provider's declarations. */
export interface LiveTable {
  /** Sources of required parameters by name, for every call of the provider; the first that has a value is used. */
  readonly params?: Sources;
  /** The same for calls that act for the user; they come before `params`. */
  readonly userParams?: Sources;
  /** Variants of operations that are not simply called with their required parameters. */
  readonly calls?: Readonly<Record<string, Variant | readonly Variant[]>>;
  /** Read-only operations that are never called, and why. */
  readonly never?: Readonly<Record<string, string>>;
}

const searchTypes = ['album', 'artist', 'track', 'playlist', 'show', 'episode', 'audiobook'];

const dataTypes = ['Branded', 'Foundation', 'SR Legacy', 'Survey (FNDDS)'];

const self = 'users.list self';
const streamUser = from(self, 'id');
const broadcasters = from('streams.list', 'user_id');

/** Returns variants of bank calls whose `param` is in no response, so that `variable` sets it. */
const withVariable = (variable: string, param: string, ...calls: readonly string[]) =>
  Object.fromEntries(calls.map((call) => [call, { params: { [param]: environment(variable) } }]));

/** Returns variants of music calls that take the IDs that a search finds, and other params. */
const withIds = (type: string, params: Sources, ...calls: readonly string[]) => {
  const ids = from(`search ${type}`, 'id');
  return Object.fromEntries(calls.map((call) => [call, { params: { id: ids, ids, ...params } }]));
};

/** The catalog of shows, episodes and audiobooks depends on the market, which calls without a user have to name. */
const market = { market: value('US') };

/** The tables of the providers. A provider without one has no calls that need more than documented values. */
export const tables: Readonly<Record<string, LiveTable>> = {
  stream: {
    params: {
      broadcaster_id: broadcasters,
      user_id: broadcasters,
      query: value('chess'),
      emote_set_id: from('chat.emotes.list', 'emote_set_id'),
      extension_id: from('users.extensions.list', 'id'),
    },
    userParams: { broadcaster_id: streamUser, moderator_id: streamUser, user_id: streamUser, editor_id: streamUser },
    calls: {
      'users.list': [{ label: 'self', as: 'user', params: {} }, { params: { id: broadcasters } }],
      'games.list': { params: { id: from('games.top', 'id') } },
      'clips.list': { params: { broadcaster_id: broadcasters } },
      'videos.list': { params: { user_id: broadcasters } },
      'channelPoints.redemptions.list': {
        params: { status: value('FULFILLED'), reward_id: from('channelPoints.rewards.list', 'id') },
      },
      'chat.badges.list': { params: { broadcaster_id: broadcasters } },
      'clips.downloads': {
        as: 'user',
        params: { broadcaster_id: from('clips.list', 'broadcaster_id'), clip_id: from('clips.list', 'id') },
      },
      'eventSub.conduits.shards.list': { params: { conduit_id: from('eventSub.conduits.list', 'id') } },
      'guestStar.invites.list': { params: { session_id: from('guestStar.sessions.get', 'id') } },
      'moderation.unbanRequests.list': { params: { status: value('pending') } },
      'streams.markers.list': { params: { user_id: streamUser } },
      'subscriptions.list': { as: 'user', params: {} },
      'subscriptions.get': { as: 'user', params: { broadcaster_id: from('channels.followed', 'broadcaster_id') } },
      'teams.get': { params: { id: from('teams.ofChannel', 'id') } },
      'users.extensions.get': { as: 'user', params: {} },
    },
    never: {
      'streams.key.get': 'its response is a secret: the stream key',
      'extensions.secrets.list': 'its response is a secret: the signing keys of an extension',
    },
  },
  music: {
    params: {
      user_id: [from('users.me', 'id'), from('search playlist', 'owner.id')],
      playlist_id: from('search playlist', 'id'),
      category_id: from('browse.categories.list', 'id'),
    },
    userParams: { playlist_id: from('playlists.list', 'id') },
    calls: {
      search: searchTypes.map((type) => ({ label: type, params: { q: value('a'), type: value(type) } })),
      ...withIds('album', {}, 'albums.get', 'albums.list', 'albums.tracks', 'library.albums.contains'),
      ...withIds('artist', {}, 'artists.get', 'artists.list', 'artists.albums', 'artists.topTracks', 'artists.related'),
      ...withIds('track', {}, 'tracks.get', 'tracks.list', 'library.tracks.contains'),
      ...withIds('track', {}, 'audioFeatures.get', 'audioFeatures.list', 'audioAnalysis.get'),
      ...withIds('show', market, 'shows.get', 'shows.list', 'shows.episodes'),
      ...withIds('show', {}, 'library.shows.contains'),
      ...withIds('episode', market, 'episodes.get', 'episodes.list'),
      ...withIds('episode', {}, 'library.episodes.contains'),
      ...withIds('audiobook', market, 'audiobooks.get', 'audiobooks.list', 'audiobooks.chapters'),
      ...withIds('audiobook', {}, 'library.audiobooks.contains'),
      'chapters.get': { params: { id: from('audiobooks.chapters', 'id'), ...market } },
      'chapters.list': { params: { ids: from('audiobooks.chapters', 'id'), ...market } },
      'following.artists': { params: { type: value('artist') } },
      'following.contains': { params: { type: value('artist'), ids: from('search artist', 'id') } },
      'library.contains': { params: { uris: from('search track', 'uri') } },
      'player.playedAfter': { params: { after: value(1_600_000_000_000) } },
      'recommendations.get': { params: { seed_tracks: from('search track', 'id') } },
    },
  },
  bank: {
    params: {
      watchlist_program_id: from('watchlistScreening.individual.program.list', 'id'),
      watchlist_screening_id: from('watchlistScreening.individual.list', 'id'),
      entity_watchlist_program_id: from('watchlistScreening.entity.program.list', 'id'),
      entity_watchlist_screening_id: from('watchlistScreening.entity.list', 'id'),
      dashboard_user_id: from('dashboardUser.list', 'id'),
      start_date: value('2000-01-01'),
      end_date: value('2100-01-01'),
      country_codes: value(['US']),
      count: value(10),
      offset: value(0),
      query: value('bank'),
      institution_id: from('institutions.get', 'institution_id'),
      after_id: value(0),
      sweep_id: from('transfer.sweep.list', 'id'),
      recurring_transfer_id: from('transfer.recurring.list', 'recurring_transfer_id'),
      test_clock_id: from('sandbox.transfer.testClock.list', 'test_clock_id'),
      recipient_id: from('paymentInitiation.recipient.list', 'recipient_id'),
      payment_id: from('paymentInitiation.payment.list', 'payment_id'),
    },
    calls: {
      ...withVariable(
        'BANK_USER_ID',
        'user_id',
        ...['credit.bankIncome.get', 'credit.bankIncome.pdf.get', 'credit.employment.get', 'credit.payrollIncome.get'],
        ...['credit.payrollIncome.riskSignals.get', 'credit.sessions.get', 'user.get', 'user.items.get'],
      ),
      ...withVariable(
        'BANK_PAYROLL_ACCESS_TOKEN',
        'access_token',
        ...['employment.verification.get', 'income.verification.documents.download'],
        ...['income.verification.paystubs.get', 'income.verification.taxforms.get'],
      ),
      ...withVariable('BANK_ASSET_REPORT_TOKEN', 'asset_report_token', 'assetReport.get'),
      ...withVariable('BANK_ACCESS_TOKEN', 'access_token', 'item.listActivity', 'item.listApplications'),
      'transfer.get': { params: { transfer_id: from('transfer.list', 'id') } },
    },
    never: { 'network.status.get': 'it needs the phone number of a person' },
  },
  food: {
    params: { fdcId: from('foods.search', 'fdcId') },
    calls: {
      // Each data type has its own fields.
      'foods.search': dataTypes.map((label) => ({
        label,
        params: { query: value('milk'), dataType: value([label]) },
      })),
      'foods.get': dataTypes.map((label) => ({ label, params: { fdcId: from(`foods.search ${label}`, 'fdcId') } })),
      'foods.getMany': dataTypes.map((label) => ({
        label,
        params: { fdcIds: from(`foods.search ${label}`, 'fdcId') },
      })),
    },
  },
  quotes: {
    params: { query: value('life') },
    calls: {
      'authors.get': { params: { id: from('authors.list', '_id') } },
      'quotes.get': { params: { id: from('quotes.list', '_id') } },
    },
  },
};

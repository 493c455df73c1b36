import { ApiClient } from '@twurple/api';
import { AppTokenAuthProvider, RefreshingAuthProvider, StaticAuthProvider } from '@twurple/auth';
import { afterAll, beforeAll, expect, it, test, vi } from 'vitest';
import { createClock } from '../../clock/clock.ts';
import { createSandbox } from '../../create-sandbox.ts';
import type { Sandbox } from '../../sandbox.ts';

// The official client's hosts are hard-coded, and it calls the global fetch. Both hosts lead to the sandbox, and other
// hosts are refused. The sandbox's clock is stopped.
const now = new Date('2026-11-21T12:00:00Z');
// It asks for read scopes even where manage scopes would do.
const scopes = [
  ...['bits:read', 'channel:manage:broadcast', 'channel:manage:polls', 'channel:manage:predictions'],
  ...['channel:manage:redemptions', 'channel:read:ads', 'channel:read:charity', 'channel:read:editors'],
  ...['channel:read:goals', 'channel:read:hype_train', 'channel:read:polls', 'channel:read:predictions'],
  ...['channel:read:redemptions', 'channel:read:stream_key', 'channel:read:subscriptions', 'channel:read:vips'],
  ...['clips:edit', 'moderation:read', 'moderator:manage:automod_settings', 'moderator:manage:banned_users'],
  ...['moderator:manage:blocked_terms', 'moderator:manage:chat_settings', 'moderator:manage:shield_mode'],
  ...['moderator:manage:unban_requests', 'moderator:read:automod_settings', 'moderator:read:blocked_terms'],
  ...['moderator:read:chat_settings', 'moderator:read:chatters', 'moderator:read:followers'],
  ...['moderator:read:shield_mode', 'moderator:read:unban_requests', 'user:manage:blocked_users'],
  ...['user:read:blocked_users', 'user:read:broadcast', 'user:read:email', 'user:read:emotes', 'user:read:follows'],
  ...['user:read:moderated_channels', 'user:read:subscriptions', 'user:edit:broadcast'],
];

let sandbox: Sandbox;
/** Reads as the app. */
let app: ApiClient;
/** Reads as the owner of the most popular channel. */
let user: ApiClient;
/** IDs of that owner and of one of the channel's followers. */
let [own, viewer] = ['', ''];

beforeAll(async () => {
  sandbox = await createSandbox({ listen: false, clock: createClock(now.getTime(), false) });
  const { baseUrl, authUrl, clientId, clientSecret } = sandbox.options.stream;
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    const [, host, rest = ''] = /^https:\/\/(api\.twitch\.tv\/helix|id\.twitch\.tv)(\/.*)$/.exec(url) ?? [];
    if (!host) throw new Error(`only the two hosts may be called; got ${url}`);
    return sandbox.fetch((host.startsWith('api') ? baseUrl : authUrl) + rest, init);
  });
  app = new ApiClient({ authProvider: new AppTokenAuthProvider(clientId, clientSecret) });
  const tokens = sandbox.controls.stream.issueUserToken({ scopes });
  own = tokens.userId;
  const authProvider = new RefreshingAuthProvider({ clientId, clientSecret });
  authProvider.addUser(own, { ...tokens, scope: scopes, expiresIn: 3600, obtainmentTimestamp: Date.now() }); // twurple's own clock
  user = new ApiClient({ authProvider });
  const { data } = await user.channels.getChannelFollowers(own, undefined, { limit: 1 });
  viewer = data[0]?.userId ?? '';
});
afterAll(async () => {
  vi.unstubAllGlobals();
  await sandbox.close();
});

/** Creates a client with a user's token, which it cannot renew and whose scopes it has the sandbox validate. */
function clientFor(userId: string, granted: string[]): ApiClient {
  const { accessToken } = sandbox.controls.stream.issueUserToken({ userId, scopes: granted });
  return new ApiClient({ authProvider: new StaticAuthProvider(sandbox.options.stream.clientId, accessToken) });
}

const idsOf = (records: readonly { readonly id: string }[]) => records.map(({ id }) => id);

/** Fields of a record, or of each record in a list. */
type Members<T> = T extends readonly (infer Item)[] ? Members<Item>[] : { [Name in keyof T]?: unknown };

/**
 * Compares the expected members, which are getters. Shows no others if they differ, because each record holds the whole
 * client.
 */
function see<T>(found: T, expected: Members<NonNullable<T>>): void {
  expect(pick(found, expected)).toEqual(expected);
}

function pick(found: unknown, like: unknown): unknown {
  if (Array.isArray(like)) return Array.from(found as unknown[], (item, at) => pick(item, like[at] ?? {}));
  // Dates, matchers and primitives are compared as they are.
  if (like === null || Object.getPrototypeOf(like) !== Object.prototype) return found;
  return Object.fromEntries(
    Object.entries(like as object).map(([name, value]) => [name, pick(Object(found)[name], value)]),
  );
}

/** By group and method of the client. */
const reads: Record<string, () => Promise<void>> = {
  'bits.getLeaderboard': async () => {
    sandbox.controls.stream.cheer({ userId: viewer, broadcasterId: own, bits: 1_000_000 });
    const { entries, totalCount } = await user.bits.getLeaderboard(own, { count: 5 });
    expect([entries.length, totalCount]).toEqual([5, 5]);
    see(entries[0], { userId: viewer, rank: 1 });
    expect(entries[0]?.amount).toBeGreaterThanOrEqual(1_000_000);
  },
  'bits.getCheermotes': async () => {
    const cheermotes = await app.bits.getCheermotes(own);
    const format = { background: 'dark', scale: '2', state: 'animated' } as const;
    const [name = ''] = cheermotes.getPossibleNames();
    see(cheermotes.getCheermoteDisplayInfo(name, 1500, format), {
      url: expect.stringContaining('dark/animated/1000/2.gif'),
      color: expect.stringMatching(/^#/),
    });
  },

  'channels.getChannelInfoByIds': async () => {
    const channels = await app.channels.getChannelInfoByIds([own, '1', viewer]);
    expect(idsOf(channels)).toEqual([own, viewer]);
    see(channels[0], { delay: 0, isBrandedContent: false, tags: expect.any(Array) });
    see(await channels[0]?.getGame(), { name: channels[0]?.gameName });
  },
  'channels.getChannelEditors': async () => {
    const editors = await user.channels.getChannelEditors(own);
    expect(editors).toHaveLength(2);
    for (const editor of editors) expect(editor.creationDate.getTime()).toBeLessThan(now.getTime());
  },
  'channels.getVips': async () => {
    const { data } = await user.channels.getVips(own);
    expect(data.length).toBeGreaterThan(0);
    expect(await user.channels.checkVipForUser(own, data[0]?.id ?? '')).toBe(true);
    expect(await user.channels.checkVipForUser(own, viewer)).toBe(false);
  },
  'channels.getChannelFollowers': async () => {
    const all = await user.channels.getChannelFollowersPaginated(own).getAll();
    expect(all).toHaveLength(await user.channels.getChannelFollowerCount(own));
    const dates = all.map(({ followDate }) => followDate.getTime());
    expect(dates).toEqual(dates.toSorted((a, b) => b - a));
  },
  'channels.getFollowedChannels': async () => {
    const { data, total } = await user.channels.getFollowedChannels(own, undefined, { limit: 100 });
    expect(data).toHaveLength(total);
    for (const { followDate } of data) expect(followDate).toBeInstanceOf(Date);
  },
  'channels.getAdSchedule': async () => {
    const schedule = await user.channels.getAdSchedule(own);
    see(schedule, { snoozeCount: 3, snoozeRefreshDate: null, lastAdDate: null });
    const minutes = ((schedule.nextAdDate?.getTime() ?? 0) - now.getTime()) / 60_000;
    expect(minutes >= 10 && minutes < 60).toBe(true);
  },

  'channelPoints.getCustomRewards': async () => {
    const wanted = { title: 'Sing', cost: 50, maxRedemptionsPerStream: 2, globalCooldown: 60 };
    const made = await user.channelPoints.createCustomReward(own, wanted);
    see(made, wanted);
    const rewards = await user.channelPoints.getCustomRewards(own);
    expect(idsOf(rewards)).toContain(made.id);
    expect(idsOf(await user.channelPoints.getCustomRewards(own, true))).toEqual([made.id]);
    expect(made.getImageUrl(4)).toMatch(/^https:/);
    see(made, { maxRedemptionsPerUserPerStream: null, redemptionsThisStream: 0, autoFulfill: false });
  },
  'channelPoints.getRedemptionsForBroadcaster': async () => {
    const { id: rewardId } = await user.channelPoints.createCustomReward(own, { title: 'Hum', cost: 5 });
    const id = sandbox.controls.stream.redeemReward({ rewardId, userId: viewer });
    const { data } = await user.channelPoints.getRedemptionsForBroadcaster(own, rewardId, 'UNFULFILLED', {});
    see(data, [{ id, userId: viewer, rewardTitle: 'Hum', redemptionDate: now, isFulfilled: false }]);
    see(await user.channelPoints.getRedemptionById(own, rewardId, id), { id });
  },

  'charity.getCharityCampaign': async () => {
    const { id, currentAmount, charityWebsite } = await user.charity.getCharityCampaign(own);
    expect(charityWebsite).toMatch(/^https:/);
    expect(currentAmount.localizedValue).toBe(currentAmount.value / 100);
    const { data } = await user.charity.getCharityCampaignDonations(own, { limit: 100 });
    expect(new Set(data.map(({ campaignId }) => campaignId))).toEqual(new Set([id]));
    expect(data.reduce((sum, { amount }) => sum + amount.value, 0)).toBe(currentAmount.value);
  },

  'chat.getChatters': async () => {
    const chatters = await user.chat.getChattersPaginated(own).getAll();
    const { total } = await user.chat.getChatters(own, { limit: 1 });
    expect(new Set(chatters.map(({ userId }) => userId)).size).toBe(total);
  },
  'chat.getGlobalBadges': async () => {
    const sets = await app.chat.getGlobalBadges();
    const bits = sets.find(({ id }) => id === 'bits');
    see(bits?.getVersion('100'), { title: 'cheer 100', clickAction: null });
  },
  'chat.getChannelBadges': async () => {
    const [, subscriber] = await app.chat.getChannelBadges(own);
    expect(subscriber?.getVersion('6')?.getImageUrl(4)).toMatch(/^https:.*subscriber-6/);
  },
  'chat.getGlobalEmotes': async () => {
    const [emote] = await app.chat.getGlobalEmotes();
    expect(emote?.getImageUrl(2)).toContain(`/${emote?.id}/`);
  },
  'chat.getChannelEmotes': async () => {
    const emotes = await app.chat.getChannelEmotes(own);
    expect(emotes.map(({ tier }) => tier)).toEqual(['1000', '2000', '3000', null, null]);
    const [emote] = await app.chat.getEmotesFromSets([emotes[1]?.emoteSetId ?? '', '1']);
    see(emote, { id: emotes[1]?.id, ownerId: own });
  },
  'chat.getUserEmotes': async () => {
    const emotes = await user.chat.getUserEmotesPaginated(own).getAll();
    const globals = await app.chat.getGlobalEmotes();
    expect(idsOf(emotes)).toEqual(expect.arrayContaining(idsOf(globals)));
    expect(emotes[0]?.getFormattedImageUrl('2.0', 'static', 'dark')).toContain('/static/dark/2.0');
  },
  'chat.getSettings': async () => {
    await user.chat.updateSettings(own, { slowModeEnabled: true, slowModeDelay: 7 });
    const open = { slowModeEnabled: true, slowModeDelay: 7, followerOnlyModeDelay: null, emoteOnlyModeEnabled: false };
    see(await app.chat.getSettings(own), open);
    see(await user.chat.getSettingsPrivileged(own), { ...open, nonModeratorChatDelayEnabled: false });
  },
  'chat.getColorsForUsers': async () => {
    const colors = await app.chat.getColorsForUsers([own, viewer]);
    expect([...colors.keys()]).toEqual([own, viewer]);
    for (const color of colors.values()) expect(color ?? '#000000').toMatch(/^#[\dA-F]{6}$/);
  },
  'chat.getSharedChatSession': async () => {
    const { data } = await app.streams.getStreams({ limit: 20 });
    const sessions = await Promise.all(data.map(({ userId }) => app.chat.getSharedChatSession(userId)));
    const shared = sessions.filter((session) => session !== null);
    expect(shared.length).toBeGreaterThan(0);
    expect(sessions).toContain(null);
    see(shared[0], { createdDate: expect.any(Date), participants: { length: 3 } });
  },

  'clips.getClipsForBroadcaster': async () => {
    const { data, cursor } = await app.clips.getClipsForBroadcaster(own, { limit: 5 });
    expect([data.length, typeof cursor]).toEqual([5, 'string']);
    const { data: next } = await app.clips.getClipsForBroadcaster(own, { limit: 5, after: cursor ?? '' });
    const views = [...data, ...next].map((clip) => clip.views);
    expect(views).toEqual(views.toSorted((a, b) => b - a));
    see(data[0], { broadcasterId: own, creationDate: expect.any(Date), gameId: expect.any(String) });
    const { data: ofGame } = await app.clips.getClipsForGame(data[0]?.gameId ?? '', { limit: 100 });
    for (const clip of ofGame) expect(clip.gameId).toBe(data[0]?.gameId);
  },
  'clips.getClipsByIds': async () => {
    const { data } = await app.clips.getClipsForBroadcaster(own, { limit: 2 });
    expect(idsOf(await app.clips.getClipsByIds([...idsOf(data), 'none']))).toEqual(idsOf(data));
    expect(await app.clips.getClipById('none')).toBeNull();
    expect(await user.clips.createClip({ channel: own })).toMatch(/^\w+-\w+$/);
  },

  'contentClassificationLabels.getAll': async () => {
    const labels = await app.contentClassificationLabels.getAll('de-DE');
    expect(idsOf(labels)).toEqual(expect.arrayContaining(['Gambling', 'ViolentGraphic']));
  },

  'entitlements.getDropsEntitlements': async () => {
    const { data: games } = await app.games.getTopGames({ limit: 100 });
    const id = sandbox.controls.stream.earnDrop({ userId: viewer, gameId: games[0]?.id ?? '' });
    const { data } = await app.entitlements.getDropsEntitlements({
      user: viewer,
      gameId: games[0]?.id ?? '',
      fulfillmentStatus: 'CLAIMED',
    });
    see(data[0], { id, userId: viewer, gameId: games[0]?.id, grantDate: now, updateDate: now });
    see(await app.entitlements.getDropsEntitlementById(id), { id, fulfillmentStatus: 'CLAIMED' });
  },

  'eventSub.getSubscriptions': async () => {
    const transport = { method: 'webhook', callback: 'http://127.0.0.1:9/', secret: 'a secret of tests' } as const;
    const made = await app.eventSub.subscribeToStreamOnlineEvents(own, transport);
    see(made, { type: 'stream.online', condition: { broadcaster_user_id: own }, creationDate: now });
    const { data, total, maxTotalCost } = await app.eventSub.getSubscriptions();
    expect([idsOf(data), total, maxTotalCost]).toEqual([[made.id], 1, 10_000]);
    expect(idsOf((await app.eventSub.getSubscriptionsForUser(own)).data)).toEqual([made.id]);
    expect((await app.eventSub.getSubscriptionsForType('stream.offline')).data).toEqual([]);
    await made.unsubscribe();
    expect((await app.eventSub.getSubscriptions()).data).toEqual([]);
  },
  'eventSub.getConduits': async () => {
    // The client's own method sends the number in the query, but the API documents the body.
    await app.callApi({ url: 'eventsub/conduits', method: 'POST', jsonBody: { shard_count: 3 } });
    const conduits = await app.eventSub.getConduits();
    see(conduits, [{ id: expect.stringMatching(/^[-\da-f]{36}$/), shardCount: 3 }]);
    expect((await app.eventSub.getConduitShards(conduits[0]?.id ?? '')).data).toEqual([]);
  },

  'extensions.getReleasedExtension': async () => {
    const id = sandbox.options.stream.clientId;
    const extension = await app.extensions.getReleasedExtension(id);
    see(extension, { id, version: '1.0.0', screenshotUrls: [expect.any(String)] });
    const channels = await app.extensions.getLiveChannelsWithExtensionPaginated(id).getNext();
    expect(idsOf(channels)).toContain(own);
  },
  'extensions.getExtensionTransactions': async () => {
    const id = sandbox.controls.stream.buyProduct({ userId: viewer, broadcasterId: own, sku: 'horn' });
    const transactions = await app.extensions
      .getExtensionTransactionsPaginated(sandbox.options.stream.clientId)
      .getAll();
    const sale = { id, broadcasterId: own, productSku: 'horn', productCost: 150, transactionDate: now };
    see(transactions[0], sale);
    expect(transactions.length).toBeGreaterThan(20);
    const expirationDate = new Date('2026-12-24T18:00:00Z');
    const gong = { sku: 'gong', cost: 250, displayName: 'Gong' };
    await app.extensions.putExtensionBitsProduct({ ...gong, expirationDate: expirationDate.toISOString() });
    const products = await app.extensions.getExtensionBitsProducts();
    expect(products.map(({ sku }) => sku)).toEqual(['acorn', 'confetti', 'gong', 'horn']);
    see(products[2], { ...gong, expirationDate });
  },

  'games.getTopGames': async () => {
    const games = await app.games.getTopGamesPaginated().getAll();
    expect(new Set(idsOf(games)).size).toBe(120);
    const [one, two, three] = games;
    see(await app.games.getGameByName(one?.name ?? ''), { id: one?.id });
    see(await app.games.getGameByIgdbId(two?.igdbId ?? ''), { id: two?.id });
    expect(idsOf(await app.games.getGamesByIds([three?.id ?? '', '1']))).toEqual([three?.id]);
    expect(one?.getBoxArtUrl(30, 40)).toContain('30x40');
  },

  'goals.getGoals': async () => {
    const goals = await user.goals.getGoals(own);
    expect(goals.map(({ type }) => type)).toContain('follower');
    const { total } = await user.channels.getChannelFollowers(own);
    for (const goal of goals) see(goal, { broadcasterId: own, targetAmount: expect.any(Number) });
    expect(goals.find(({ type }) => type === 'follower')?.currentAmount).toBe(total);
  },

  'hypeTrain.getHypeTrainStatusForBroadcaster': async () => {
    for (const bits of [100, 200, 300]) sandbox.controls.stream.cheer({ userId: viewer, broadcasterId: own, bits });
    const { current, allTimeHigh, sharedAllTimeHigh } = await user.hypeTrain.getHypeTrainStatusForBroadcaster(own);
    see(current, { broadcasterId: own, startDate: now, type: 'regular', isSharedTrain: false });
    see(current?.topContributions[0], { userId: viewer, type: 'bits' });
    expect([allTimeHigh?.achievementDate, sharedAllTimeHigh]).toEqual([expect.any(Date), null]);
  },

  'moderation.getBannedUsers': async () => {
    await user.moderation.banUser(own, { user: viewer, duration: 600, reason: 'too loud' });
    const { data } = await user.moderation.getBannedUsers(own);
    const end = new Date(now.getTime() + 600_000);
    see(data, [{ userId: viewer, reason: 'too loud', creationDate: now, expiryDate: end }]);
    expect(await user.moderation.checkUserBan(own, viewer)).toBe(true);
    await user.moderation.unbanUser(own, viewer);
    expect(await user.moderation.checkUserBan(own, viewer)).toBe(false);
  },
  'moderation.getUnbanRequests': async () => {
    await user.moderation.banUser(own, { user: viewer, reason: 'spam' });
    const id = sandbox.controls.stream.requestUnban({ broadcasterId: own, userId: viewer, text: 'sorry' });
    const { data } = await user.moderation.getUnbanRequests(own, 'pending');
    see(data, [{ id, message: 'sorry', creationDate: now, resolutionDate: null }]);
    const resolved = await user.moderation.resolveUnbanRequest(own, id, true, 'fine');
    see(resolved, { moderatorId: own, resolutionDate: now, resolutionMessage: 'fine' });
  },
  'moderation.getModerators': async () => {
    const { data } = await user.moderation.getModerators(own);
    expect(data).toHaveLength(3);
    expect(await user.moderation.checkUserMod(own, data[0]?.userId ?? '')).toBe(true);
    expect(await user.moderation.checkUserMod(own, viewer)).toBe(false);
  },
  'moderation.getModeratedChannels': async () => {
    const { data } = await user.moderation.getModerators(own);
    const moderator = clientFor(data[0]?.userId ?? '', ['user:read:moderated_channels']);
    const channels = await moderator.moderation.getModeratedChannels(data[0]?.userId ?? '');
    expect(idsOf(channels.data)).toContain(own);
  },
  'moderation.checkAutoModStatus': async () => {
    await user.moderation.addBlockedTerm(own, 'kerfuffle');
    const { data } = await user.moderation.getBlockedTerms(own);
    see(data, [{ text: 'kerfuffle', moderatorId: own, creationDate: now, expirationDate: null }]);
    const results = await user.moderation.checkAutoModStatus(own, [
      { messageId: 'a', messageText: 'hello' },
      { messageId: 'b', messageText: 'what a kerfuffle' },
    ]);
    expect(results.map(({ messageId, isPermitted }) => [messageId, isPermitted])).toEqual([
      ['a', true],
      ['b', false],
    ]);
  },
  'moderation.getAutoModSettings': async () => {
    await user.moderation.updateAutoModSettings(own, { overallLevel: 3 } as never);
    see(await user.moderation.getAutoModSettings(own), [{ overallLevel: 3, bullying: 2, swearing: 0 }]);
  },
  'moderation.getShieldModeStatus': async () => {
    see(await user.moderation.getShieldModeStatus(own), { isActive: false });
    await user.moderation.updateShieldModeStatus(own, true);
    see(await user.moderation.getShieldModeStatus(own), { isActive: true, lastActivationDate: now });
  },

  'polls.getPolls': async () => {
    const made = await user.polls.createPoll(own, { title: 'Tea?', choices: ['Yes', 'No'], duration: 60 });
    sandbox.controls.stream.vote({ pollId: made.id, choiceId: made.choices[1]?.id ?? '', userId: viewer });
    const { data } = await user.polls.getPolls(own);
    see(data, [{ id: made.id, status: 'ACTIVE', startDate: now, durationInSeconds: 60 }]);
    const found = await user.polls.getPollById(own, made.id);
    expect(found?.choices.map(({ title, totalVotes }) => [title, totalVotes])).toEqual([
      ['Yes', 0],
      ['No', 1],
    ]);
  },
  'predictions.getPredictions': async () => {
    const made = await user.predictions.createPrediction(own, {
      title: 'Rain?',
      outcomes: ['Yes', 'No'],
      autoLockAfter: 60,
    });
    const stake = { predictionId: made.id, outcomeId: made.outcomes[0]?.id ?? '', userId: viewer, points: 70 };
    sandbox.controls.stream.predict(stake);
    const { data } = await user.predictions.getPredictions(own);
    see(data, [{ id: made.id, status: 'ACTIVE', creationDate: now, lockDate: null, winningOutcome: null }]);
    const found = await user.predictions.getPredictionById(own, made.id);
    see(found?.outcomes, [
      { totalChannelPoints: 70, color: 'BLUE' },
      { users: 0, color: 'PINK' },
    ]);
    see(found?.outcomes[0]?.topPredictors, [{ userId: viewer, channelPointsUsed: 70 }]);
  },

  'schedule.getSchedule': async () => {
    const { data, cursor } = await app.schedule.getSchedule(own, { limit: 5 });
    expect([data.segments.length, data.vacationStartDate]).toEqual([5, null]);
    const { data: next } = await app.schedule.getSchedule(own, { limit: 5, after: cursor ?? '' });
    const dates = [...data.segments, ...next.segments].map(({ startDate }) => startDate.getTime());
    expect([new Set(dates).size, dates]).toEqual([10, dates.toSorted((a, b) => a - b)]);
    const all = await app.schedule.getScheduleSegmentsPaginated(own).getAll();
    expect(all.length).toBeGreaterThanOrEqual(50);
    const last = all.at(-1);
    see(await app.schedule.getScheduleSegmentById(own, last?.id ?? ''), {
      startDate: last?.startDate,
    });
  },

  'search.searchChannels': async () => {
    const name = (await app.users.getUserById(own))?.name ?? '';
    const { data } = await app.search.searchChannels(name, { liveOnly: true });
    see(data[0], { id: own, isLive: true, startDate: expect.any(Date) });
  },
  'search.searchCategories': async () => {
    const [game] = (await app.games.getTopGames({ limit: 1 })).data;
    const { data } = await app.search.searchCategories(game?.name ?? '');
    expect(idsOf(data)).toContain(game?.id);
  },

  'streams.getStreams': async () => {
    const streams = await app.streams.getStreamsPaginated().getAll();
    expect(new Set(idsOf(streams)).size).toBe(600);
    const [first, second] = streams;
    see(first, { type: 'live', startDate: expect.any(Date), isMature: expect.any(Boolean) });
    expect(first?.getThumbnailUrl(640, 360)).toContain('640x360');
    see(await app.streams.getStreamByUserName(first?.userName ?? ''), { id: first?.id });
    expect(idsOf(await app.streams.getStreamsByUserIds([second?.userId ?? '', '1']))).toEqual([second?.id]);
  },
  'streams.getStreamMarkersForUser': async () => {
    const made = await user.streams.createStreamMarker(own, 'the boss');
    see(made, { description: 'the boss', creationDate: now });
    const { data } = await user.streams.getStreamMarkersForUser(own);
    see(data, [{ id: made.id, positionInSeconds: made.positionInSeconds }]);
    const ofVideo = await user.streams.getStreamMarkersForVideo(own, data[0]?.videoId ?? '');
    expect(idsOf(ofVideo.data)).toEqual([made.id]);
  },
  'streams.getStreamKey': async () => {
    expect(await user.streams.getStreamKey(own)).toMatch(/^live_\d+_\w+$/);
  },
  'streams.getFollowedStreams': async () => {
    const { data } = await user.streams.getFollowedStreams(own);
    const followed = await user.channels.getFollowedChannelsPaginated(own).getAll();
    const ids = followed.map(({ broadcasterId }) => broadcasterId);
    expect(data.filter(({ userId }) => !ids.includes(userId))).toEqual([]);
  },

  'subscriptions.getSubscriptions': async () => {
    sandbox.controls.stream.subscribe({ userId: viewer, broadcasterId: own, tier: '3000' });
    const { data, total, points } = await user.subscriptions.getSubscriptions(own);
    see(data[0], { userId: viewer, tier: '3000', isGift: false, gifterId: null });
    const all = await user.subscriptions.getSubscriptionsPaginated(own).getAll();
    expect([all.length, points > total]).toEqual([total, true]);
    see(await user.subscriptions.getSubscriptionForUser(own, viewer), { userId: viewer });
    expect(await user.subscriptions.checkUserSubscription(own, viewer)).toBeNull();
  },

  'teams.getTeamsForBroadcaster': async () => {
    const { data } = await app.streams.getStreams({ limit: 100 });
    const teams = await Promise.all(data.map(({ userId }) => app.teams.getTeamsForBroadcaster(userId)));
    expect(teams.map(({ length }) => Math.min(length, 1))).toEqual(expect.arrayContaining([0, 1]));
    const [team] = teams.flat();
    see(team, { creationDate: expect.any(Date), updateDate: expect.any(Date) });
    const whole = await app.teams.getTeamByName(team?.name ?? '');
    see(whole, { id: team?.id, displayName: team?.displayName });
    expect(whole?.userRelations.length).toBeGreaterThanOrEqual(3);
    expect(await app.teams.getTeamByName('nobodys')).toBeNull();
  },

  'users.getUsersByIds': async () => {
    const users = await app.users.getUsersByIds([own, '1', viewer]);
    expect(idsOf(users)).toEqual([own, viewer]);
    see(users[0], { broadcasterType: 'partner', creationDate: expect.any(Date) });
    see(await app.users.getUserByName(users[1]?.name ?? ''), { id: viewer });
    expect(await app.users.getUserByName('no_such_user')).toBeNull();
  },
  'users.getAuthenticatedUser': async () => {
    see(await user.users.getAuthenticatedUser(own, true), {
      id: own,
      email: expect.stringContaining('@'),
    });
  },
  'users.getBlocks': async () => {
    await user.users.createBlock(own, viewer, { reason: 'spam' });
    see((await user.users.getBlocks(own)).data, [{ userId: viewer }]);
    await user.users.deleteBlock(own, viewer);
    expect((await user.users.getBlocks(own)).data).toEqual([]);
  },
  'users.getActiveExtensions': async () => {
    const installed = await user.users.getExtensionsForAuthenticatedUser(own, true);
    expect(idsOf(installed)).toContain(sandbox.options.stream.clientId);
    const active = (await app.users.getActiveExtensions(own)).getAllExtensions();
    expect(active.length).toBeGreaterThan(0);
    expect(idsOf(installed)).toEqual(expect.arrayContaining(idsOf(active)));
  },

  'videos.getVideosByUser': async () => {
    const videos = await app.videos.getVideosByUserPaginated(own, { type: 'highlight' }).getAll();
    expect(videos.length).toBeGreaterThan(10);
    for (const video of videos) see(video, { type: 'highlight', streamId: null, isPublic: true });
    const [video] = videos;
    see(video, { creationDate: expect.any(Date), publishDate: expect.any(Date) });
    expect(video?.durationInSeconds).toBeGreaterThanOrEqual(30);
    expect(video?.getThumbnailUrl(32, 18)).toContain('32x18');
    see(await app.videos.getVideoById(video?.id ?? ''), { id: video?.id });
    await expect(app.videos.getVideoById('1')).rejects.toMatchObject({ statusCode: 404 });
  },
};

test.each(Object.entries(reads))('%s', (_, read) => read());

it('every group of the client that has reads is called', () => {
  const names = new Set<string>();
  for (let proto = ApiClient.prototype; proto !== Object.prototype; proto = Object.getPrototypeOf(proto)) {
    for (const [name, { get }] of Object.entries(Object.getOwnPropertyDescriptors(proto))) if (get) names.add(name);
  }
  const others = ['raids', 'whispers', 'rateLimiterStats', '_authProvider', '_batchDelay', '_mockServerPort'];
  const called = Object.keys(reads).map((name) => name.split('.')[0] ?? '');
  expect([...names].filter((name) => !others.includes(name)).sort()).toEqual([...new Set(called)].sort());
});

it("renews a user's token, and reports that the grant has ended", async () => {
  const { clientId, clientSecret } = sandbox.options.stream;
  const { userId, ...tokens } = sandbox.controls.stream.issueUserToken({ userId: viewer, scopes: ['user:read:email'] });
  const authProvider = new RefreshingAuthProvider({ clientId, clientSecret });
  const token = { ...tokens, scope: ['user:read:email'], expiresIn: 3600, obtainmentTimestamp: Date.now() }; // twurple's own clock
  authProvider.addUser(userId, token);
  const renewed = vi.fn();
  authProvider.onRefresh(renewed);
  const { users } = new ApiClient({ authProvider });
  sandbox.controls.stream.expireTokens({ userId });
  expect((await users.getAuthenticatedUser(userId, true)).email).toContain('@');
  expect(renewed.mock.calls).toEqual([[userId, expect.objectContaining({ scope: ['user:read:email'] })]]);
  sandbox.controls.stream.revokeTokens({ userId });
  await expect(users.getAuthenticatedUser(userId, true)).rejects.toThrow(/401|refresh/);
});

it('gets the error bodies it expects', async () => {
  await expect(app.clips.getClipsForGame('1')).rejects.toMatchObject({ statusCode: 404 });
  const outsider = clientFor(viewer, ['channel:read:goals']);
  const error = await outsider
    .callApi({ url: 'goals', query: { broadcaster_id: own }, userId: viewer })
    .catch((each) => each);
  expect(error).toMatchObject({ statusCode: 401, body: expect.stringContaining('must match the user ID') });
});

it('only the two hosts are called', async () => {
  await expect(fetch('https://www.twitch.tv/')).rejects.toThrow('only the two hosts may be called');
  expect(sandbox.requests.every(({ provider }) => provider === 'stream')).toBe(true);
});

import { labels, languages } from '../../../data/stream-extras.ts';
import type { Body } from '../body.ts';
import { malformed, refuse } from '../refusal.ts';
import type { Channel } from '../world/channels.ts';
import { publishInChannel } from '../world/publish.ts';
import type { World } from '../world/world.ts';

const titleLength = 140;
const longestDelay = 900;
const tagsPerChannel = 10;
const tagLength = 25;
const brandChangesPerMinute = 5;

/** Makes what applies the body of `PATCH /channels`: all of it, or none when some of it cannot be. */
export function createChannelChanger(world: World): (broadcasterId: string, body: Body) => void {
  const brandChanges = new Map<string, number[]>();

  // How often is too often is not told; this much no one needs.
  function countBranding(broadcasterId: string): void {
    const lately = (brandChanges.get(broadcasterId) ?? []).filter((at) => at > world.now() - 60_000);
    if (lately.length >= brandChangesPerMinute) refuse(409, 'The branded content flag is being set too often.');
    brandChanges.set(broadcasterId, [...lately, world.now()]);
  }

  return (broadcasterId, body) => {
    const channel = world.channels().get(broadcasterId) ?? refuse(404);
    const changes = readChanges(world, channel, body);
    if (changes.is_branded_content !== undefined) countBranding(broadcasterId);
    Object.assign(channel, changes);
    world.liveChanged();
    const event = {
      title: channel.title,
      language: channel.broadcaster_language,
      category_id: channel.game_id,
      category_name: channel.game_name,
      content_classification_labels: channel.content_classification_labels,
    };
    publishInChannel(world, broadcasterId, 'channel.update', event, { version: '2' });
  };
}

function readChanges(world: World, channel: Channel, body: Body): Partial<Channel> {
  const gameId = body.text('game_id');
  const language = body.text('broadcaster_language');
  const title = body.text('title');
  const delay = body.int('delay', 0, longestDelay);
  const tags = body.texts('tags');
  const asked = body.objects('content_classification_labels');
  const branded = body.flag('is_branded_content');
  if ([gameId, language, title, delay, tags, asked, branded].every((value) => value === undefined))
    refuse(400, 'The request must update at least one property.');
  if (gameId && !/^\d+$/.test(gameId)) malformed('game_id', 'value must be a numeric');
  if (title === '') refuse(400, 'The title field may not contain an empty string.');
  if (title !== undefined && [...title].length > titleLength)
    malformed('title', `the value must be no longer than ${titleLength} characters`);
  if (delay !== undefined && world.users().byId.get(channel.broadcaster_id)?.broadcaster_type !== 'partner')
    refuse(400, 'To update the delay field, the broadcaster must have partner status.');
  if (tags) checkTags(tags);
  const game = gameId ? world.games().byId.get(gameId) : undefined;
  return {
    // An id of no game changes nothing; "0" and "" stand for none.
    ...(game && { game_id: game.id, game_name: game.name }),
    ...((gameId === '' || gameId === '0') && { game_id: '', game_name: '' }),
    ...(language !== undefined && languages.includes(language) && { broadcaster_language: language }),
    ...(title !== undefined && { title }),
    ...(delay !== undefined && { delay }),
    ...(tags && { tags }),
    ...(asked && { content_classification_labels: readLabels(channel, asked) }),
    ...(branded !== undefined && { is_branded_content: branded }),
  };
}

function checkTags(tags: readonly string[]): void {
  if (tags.length > tagsPerChannel) malformed('tags', `there may be at most ${tagsPerChannel} tags`);
  for (const tag of tags) {
    if (tag === '') malformed('tags', 'a tag may not be empty');
    if ([...tag].length > tagLength) malformed('tags', `a tag may have at most ${tagLength} characters`);
    if (!/^[\p{L}\p{N}]+$/u.test(tag)) malformed('tags', 'a tag may not contain spaces or special characters');
  }
}

/** The labels of a channel after those asked for were switched on or off. */
function readLabels(channel: Channel, asked: readonly Body[]): string[] {
  const result = new Set(channel.content_classification_labels);
  const ids = labels.map(({ id }) => id);
  for (const each of asked) {
    const id = each.choice('id', ids) ?? malformed('content_classification_labels', 'id is missing');
    const isOn = each.flag('is_enabled') ?? malformed('content_classification_labels', 'is_enabled is missing');
    if (labels.find((label) => label.id === id)?.automatic) refuse(403, `The label ${id} comes with the game.`);
    if (isOn) result.add(id);
    else result.delete(id);
  }
  return [...result].sort();
}

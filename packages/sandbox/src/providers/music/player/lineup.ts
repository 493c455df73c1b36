import { isPlayable } from '../data/availability.ts';
import { isInsider, type LocalFile } from '../data/playlists.ts';
import type { User } from '../data/users.ts';
import type { World } from '../data/world.ts';
import { invalid, notFound } from '../errors.ts';
import { parseUri } from '../request.ts';
import { restricted } from './player.ts';
import type { Lineup, Playable, PlayContext } from './player-state.ts';
import { viewerOf } from './players.ts';

/** Items that a play command names. */
export interface Choice {
  readonly context?: PlayContext;
  /** Items in their listed order. Not all of them need to be playable. */
  readonly items: readonly (Playable | LocalFile)[];
  /** Index of the item to start with: undefined if the command names none, -1 if the named item is not in the list. */
  readonly start: number | undefined;
}

/** Body of a play command. */
export interface PlayBody {
  readonly context_uri: string;
  readonly uris: readonly string[];
  readonly offset: Offset;
  readonly position_ms: number;
}

/** Item to start with, by index or URI. */
interface Offset {
  readonly position?: number;
  readonly uri?: string;
}

/** Reads a choice: a context or items, and an offset; undefined when the body names nothing. */
export function readChoice(world: World, user: User, body: Partial<PlayBody>): Choice | undefined {
  const { context_uri: contextUri, uris, offset } = body;
  if (contextUri !== undefined && uris) throw invalid('Cannot specify both context_uri and uris');
  if (contextUri !== undefined) {
    const context = readContext(contextUri);
    if (offset && context.type === 'artist') throw invalid("Can't have offset for context type: ARTIST");
    const items = itemsOf(world, user, context);
    if (!items) throw notFound();
    return { context, items, start: readStart(offset, items) };
  }
  if (!uris) return undefined;
  if (uris.length === 0) throw invalid('No uris provided');
  const items = uris.map((uri) => readItem(world, uri));
  return { items, start: readStart(offset, items) };
}

/** Reads the URI of an item to play. */
export function readItem(world: World, uri: string): Playable {
  const { kind, id } = parseUri(uri) ?? {};
  if (!id || (kind !== 'track' && kind !== 'episode')) throw invalid(`Invalid track uri: ${uri}`);
  const item = world[kind].get(id);
  if (!item) throw notFound();
  return item;
}

/**
 * Returns the items of a choice that play for the user, and the index to start with. Refuses if none of them plays, or
 * the requested item does not.
 */
export function lineUp({ context, items, start }: Choice, user: User): { lineup: Lineup; index: number | undefined } {
  const viewer = viewerOf(user);
  const plays = (item: Playable | LocalFile | undefined): item is Playable =>
    item !== undefined && !('local' in item) && isPlayable(item, viewer);
  const lineup = { ...(context && { context }), items: items.filter(plays) };
  if (start === undefined ? lineup.items.length === 0 : !plays(items[start])) throw restricted();
  return { lineup, index: start && items.slice(0, start).filter(plays).length };
}

function readContext(uri: string): PlayContext {
  const { kind, id } = parseUri(uri) ?? {};
  if (!id || (kind !== 'album' && kind !== 'artist' && kind !== 'playlist' && kind !== 'show'))
    throw invalid('Invalid context uri');
  return { type: kind, id };
}

function itemsOf(world: World, user: User, { type, id }: PlayContext): Choice['items'] | undefined {
  switch (type) {
    case 'album':
      return world.album.get(id)?.tracks;
    case 'show':
      return world.show.get(id)?.episodes;
    case 'artist': {
      const artist = world.artist.get(id);
      return artist && world.tracksOf(artist).toSorted((a, b) => b.popularity - a.popularity);
    }
    case 'playlist': {
      const playlist = world.playlist.get(id);
      if (!playlist || !(playlist.public || isInsider(playlist, user))) return undefined;
      return playlist.entries.map(({ item }) => item);
    }
  }
}

function readStart(offset: Offset | undefined, items: Choice['items']): number | undefined {
  if (!offset) return undefined;
  const { position, uri } = offset;
  if ((position === undefined) === (uri === undefined)) throw invalid('Invalid offset');
  if (uri === undefined) return position;
  const { kind, id } = parseUri(uri) ?? {};
  return items.findIndex(
    (item) => !('local' in item) && item.id === id && kind === ('show' in item ? 'episode' : 'track'),
  );
}

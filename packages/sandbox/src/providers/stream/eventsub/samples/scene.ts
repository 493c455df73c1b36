import type { Settings } from '../../options.ts';
import type { World } from '../../world/world.ts';

/** Who and when a sample is about. */
export interface Scene {
  readonly world: World;
  readonly settings: Settings;
  readonly subject: Readonly<Record<string, string>>;
  readonly version: string;
  /** The channel, the viewer and the moderator, under the names of events. */
  readonly channel: object;
  readonly user: object;
  readonly moderator: object;
  readonly userId: string;
  readonly moderatorId: string;
  /** The present, and how far off a time is in seconds. */
  at(seconds?: number): string;
}

/** Makes the default event of a type; what differs between versions asks for the version. */
export type Sample = (scene: Scene) => object;

/** By type. */
export type Samples = Readonly<Record<string, Sample>>;

/** The id of whatever a sample is about. */
export const id = '5f1c9d3e-7a24-4b86-9c0d-2e8b6a417f05';

/** The body of a chat message without emotes. */
export const message = (text: string) => ({
  text,
  fragments: [{ type: 'text', text, cheermote: null, emote: null, mention: null }],
});

/** That somebody has become something in a channel, or is it no more. */
export const roleChange: Sample = ({ channel, user }) => ({ ...channel, ...user });

/** `event` less the members of `names`. */
export const without = (event: object, ...names: string[]) =>
  Object.fromEntries(Object.entries(event).filter(([name]) => !names.includes(name)));

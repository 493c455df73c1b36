import type { SandboxContext } from '../../../shared/context.ts';
import type { Settings } from '../options.ts';
import { createBase } from './base.ts';
import { createChannels } from './channels.ts';
import { createChat } from './chat.ts';
import { createModeration } from './moderation.ts';
import { createPeople } from './people.ts';
import { createRecordings } from './recordings.ts';

/** The data of one sandbox. Each part is made when it is first asked for. */
export type World = ReturnType<typeof createWorld>;

/** The world of `context`'s seed. Each layer is given those above it here, and none below. */
export function createWorld(context: SandboxContext, settings: Settings) {
  const base = createBase(context, settings);
  const people = { ...base, ...createPeople(base), ...createModeration(base) };
  const channels = { ...people, ...createChannels(base) };
  const world = { ...channels, ...createRecordings(channels), ...createChat(channels) };
  // A mistake in your own records is reported when the sandbox is made.
  if (settings.hasOwn) {
    world.streams();
    world.initialChannels();
    world.clips();
  }
  return world;
}

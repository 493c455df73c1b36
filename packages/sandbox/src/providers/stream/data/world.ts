import type { SandboxContext } from '../../../shared/context.ts';
import type { Settings } from '../options.ts';
import { createBase } from './base.ts';
import { createChannels } from './channels.ts';
import { createChat } from './chat.ts';
import { createModeration } from './moderation.ts';
import { createPeople } from './people.ts';
import { createRecordings } from './recordings.ts';

/** Data of one sandbox. Each part is created on first use. */
export type World = ReturnType<typeof createWorld>;

/** Creates the world from `context`'s seed. Each layer gets only those above it here. */
export function createWorld(context: SandboxContext, settings: Settings) {
  const base = createBase(context, settings);
  const people = { ...base, ...createPeople(base), ...createModeration(base) };
  const channels = { ...people, ...createChannels(base) };
  const world = { ...channels, ...createRecordings(channels), ...createChat(channels) };
  // Report mistakes in your own records when the sandbox is created.
  if (settings.hasOwn) {
    world.streams();
    world.initialChannels();
    world.clips();
  }
  return world;
}

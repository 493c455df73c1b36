import { operationsOf } from '@x/core/provider';
import type { Quirks } from '@x/sandbox';
import { type EndpointTest, untyped } from '@x/testing';
import { endpoints } from '../src/index.ts';
import { automod } from './automod.ts';
import { channels } from './channels.ts';
import { chat } from './chat.ts';
import { eventSub } from './event-sub.ts';
import { extensions } from './extensions.ts';
import { guestStar } from './guest-star.ts';
import { moderation } from './moderation.ts';
import { points } from './points.ts';
import { schedule } from './schedule.ts';
import { type Cases, openStage, type Stage, type StreamCalls } from './stage.ts';
import { support } from './support.ts';
import { users } from './users.ts';
import { voting } from './voting.ts';
import { watching } from './watching.ts';

/** For each endpoint, a call that must work, and one that must be refused before any request. */
export const table: Cases = {
  ...watching,
  ...channels,
  ...schedule,
  ...users,
  ...chat,
  ...moderation,
  ...automod,
  ...points,
  ...voting,
  ...support,
  ...extensions,
  ...guestStar,
  ...eventSub,
};

/** Every endpoint by its name. */
export const operations = operationsOf(endpoints);

/** Sets up the test of all endpoints against a sandbox with these quirks. */
export const endpointTest = (quirks?: Quirks): EndpointTest<StreamCalls, Stage> => ({
  open: () => openStage(quirks),
  close: ({ close }) => close(),
  table,
  client: ({ user }) => user,
  appClient: ({ app }) => untyped(app),
  bareClient: ({ bare }) => bare,
  requests: ({ sandbox }) => sandbox.requests,
  answers: ({ recorded }) => recorded.answers,
});

import { operationsOf } from '@x/core/provider';
import type { Quirks } from '@x/sandbox';
import { type EndpointTable, type EndpointTest, untyped } from '@x/testing';
import { endpoints, type MusicAccountClient } from '../src/index.ts';
import { browsing } from './browsing.ts';
import { catalog } from './catalog.ts';
import { library } from './library.ts';
import { player } from './player.ts';
import { playlists } from './playlists.ts';
import { spoken } from './spoken.ts';
import { openStage, type Stage } from './stage.ts';

const groups = [catalog, spoken, playlists, library, player, browsing];

/** The cases of endpoints that are closed to some apps. */
export const closed: EndpointTable<MusicAccountClient, Stage> = Object.assign(
  {},
  ...groups.map((group) => group.closed),
);

/** A case for each endpoint: a call that must work, and one that must be refused before any request. */
export const table: EndpointTable<MusicAccountClient, Stage> = Object.assign(
  {},
  ...groups.map((group) => group.open),
  closed,
);

/** The declarations, by their names on the client. */
export const operations = new Map(operationsOf(endpoints));

/** Returns the cases of the endpoints whose declaration `fits` accepts. */
export const casesOf = (fits: (spec: NonNullable<ReturnType<typeof operations.get>>) => unknown) =>
  Object.entries(table).filter(([name]) => {
    const spec = operations.get(name);
    return spec && fits(spec);
  });

/** Returns the stage with the prerequisites of a case's call. */
export const givenTo = async ({ given }: EndpointTable<MusicAccountClient, Stage>[string], stage: Stage) => ({
  ...stage,
  given: (await given?.(stage.user, stage)) as never,
});

/** Sets up the test of all endpoints against a sandbox with these quirks. */
export const endpointTest = (quirks?: Quirks): EndpointTest<MusicAccountClient, Stage> => ({
  open: () => openStage(quirks),
  close: ({ sandbox }) => sandbox.close(),
  table,
  client: ({ user }) => user,
  appClient: ({ app }) => untyped(app),
  bareClient: ({ bare }) => bare,
  requests: ({ sandbox }) => sandbox.requests,
  answers: ({ recorded }) => recorded.answers,
});

import { failure } from '@x/testing';
import { expect } from 'vitest';
import type { MusicAccountClient } from '../src/index.ts';
import { type Cases, idsOf, row, type Stage, unknown, userId } from './stage.ts';

const market = 'US';
const heardMs = 61_000;

/** Lets the user play the beginning of an episode, and returns its ID. */
async function halfHeard(stage: Stage, music: MusicAccountClient) {
  const [id = ''] = stage.known.episodes;
  const device_id = stage.sandbox.controls.music.connectDevice(userId);
  await music.player.play({ device_id, uris: [`spotify:episode:${id}`] });
  await music.player.pause({ device_id });
  await music.player.seek({ device_id, position_ms: heardMs });
  stage.sandbox.controls.music.disconnectDevice(userId, device_id);
  return id;
}

/** Returns the expected resume point of the partly played episode: none for the app. */
const resumePoint = (stage: Stage, music: MusicAccountClient) =>
  stage.isApp(music) ? undefined : { fully_played: false, resume_position_ms: heardMs };

const firstChapter = async (stage: Stage) =>
  (await stage.user.audiobooks.chapters({ id: stage.known.audiobook, limit: 1 })).items[0]?.id ?? '';

/** Podcasts and audiobooks. */
export const spoken: Cases = {
  open: {
    'shows.get': {
      async works(music, { known }) {
        const show = await music.shows.get({ id: known.show, market });
        expect(show).toMatchObject({ type: 'show', id: known.show, episodes: { total: show.total_episodes } });
        expect(show.episodes.items).toHaveLength(show.total_episodes ?? 0);
        const dates = show.episodes.items.flatMap((episode) => episode?.release_date ?? []);
        expect(dates).toEqual(dates.toSorted().reverse());
        expect(await failure(music.shows.get({ id: unknown }))).toMatchObject({ code: 'not_found' });
      },
      refused: (music, { known }) => music.shows.get({ id: known.show, market: 'usa' }),
    },
    'shows.episodes': {
      async works(music, { known }) {
        const episodes = await music.shows.episodes({ id: known.show, market, limit: 3 }).toArray({ limit: 100 });
        const show = await music.shows.get({ id: known.show, market });
        expect(episodes).toEqual(show.episodes.items.filter((episode) => episode !== null));
      },
      refused: (music, { known }) => music.shows.episodes({ id: known.show, limit: 0 }),
    },
    'episodes.get': row({
      given: (client, stage) => halfHeard(stage, client),
      async works(music, { given: id, ...stage }) {
        const episode = await music.episodes.get({ id, market });
        expect(episode).toMatchObject({ type: 'episode', id, is_playable: true, show: { type: 'show' } });
        expect(episode.resume_point).toEqual(resumePoint(stage, music));
        const { items } = await music.shows.episodes({ id: episode.show.id, market, limit: 50 });
        expect(idsOf(items)).toContain(id);
      },
      refused: (music) => music.episodes.get({ id: `spotify:episode:${unknown}` }),
    }),
    'audiobooks.get': {
      async works(music, { known }) {
        const book = await music.audiobooks.get({ id: known.audiobook, market });
        expect(book).toMatchObject({
          type: 'audiobook',
          id: known.audiobook,
          chapters: { total: book.total_chapters ?? book.chapters.total },
        });
        expect(book.authors.length).toBeGreaterThan(0);
      },
      refused: (music, { known }) => music.audiobooks.get({ id: known.audiobook, chapters: 5 } as never),
    },
    'audiobooks.chapters': {
      async works(music, { known }) {
        const call = music.audiobooks.chapters({ id: known.audiobook, market, limit: 4 });
        const chapters = await call.toArray({ limit: 1000 });
        expect(chapters).toHaveLength((await call).total ?? 0);
        const { chapters: within } = await music.audiobooks.get({ id: known.audiobook, market });
        expect(chapters.slice(0, within.items.length)).toEqual(within.items);
        const numbers = chapters.map(({ chapter_number }) => chapter_number);
        expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
      },
      refused: (music, { known }) => music.audiobooks.chapters({ id: known.audiobook, offset: -1 }),
    },
    'chapters.get': row({
      given: (_, stage) => firstChapter(stage),
      async works(music, { given: id, known, isApp }) {
        const chapter = await music.chapters.get({ id, market });
        expect(chapter).toMatchObject({ id, is_playable: true, audiobook: { id: known.audiobook } });
        expect('resume_point' in chapter).toBe(!isApp(music));
      },
      refused: (music) => music.chapters.get({ id: '' }),
    }),
  },
  closed: {
    'shows.list': {
      async works(music, { known }) {
        const { items, missing } = await music.shows.list({ ids: [known.show, unknown], market });
        const { episodes, ...show } = await music.shows.get({ id: known.show, market });
        expect([items, missing]).toEqual([[show], [unknown]]);
      },
      refused: (music) => music.shows.list({ ids: ['..'] }),
    },
    'episodes.list': row({
      given: (client, stage) => halfHeard(stage, client),
      async works(music, { given: id, ...stage }) {
        const { items, missing } = await music.episodes.list({ ids: [unknown, id], market });
        expect(missing).toEqual([unknown]);
        expect(items).toEqual([await music.episodes.get({ id, market })]);
        expect(items[0]?.resume_point).toEqual(resumePoint(stage, music));
      },
      refused: (music) => music.episodes.list({ ids: [] }),
    }),
    'audiobooks.list': {
      async works(music, { known, app }) {
        const { items, missing } = await music.audiobooks.list({ ids: [known.audiobook, unknown], market });
        expect(items).toEqual([await music.audiobooks.get({ id: known.audiobook, market })]);
        expect(missing).toEqual([unknown]);
        const elsewhere = await app.audiobooks.list({ ids: known.audiobook, market: 'DE' });
        expect(elsewhere).toMatchObject({ items: [], missing: [known.audiobook] });
      },
      refused: (music, { known }) => music.audiobooks.list({ ids: known.audiobook, market: 1 } as never),
    },
    'chapters.list': row({
      given: (_, stage) => firstChapter(stage),
      async works(music, { given: id }) {
        const { items, missing } = await music.chapters.list({ ids: [id, unknown], market });
        expect(items).toEqual([await music.chapters.get({ id, market })]);
        expect(missing).toEqual([unknown]);
      },
      refused: (music) => music.chapters.list({ ids: 'one,two' }),
    }),
  },
};

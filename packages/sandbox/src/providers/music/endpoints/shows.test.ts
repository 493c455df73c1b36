import { describe, expect, it } from 'vitest';
import { idle, type Json, refusal, startMusic } from '../../../../test/music.ts';

describe('shows, episodes, audiobooks and chapters', () => {
  const music = startMusic();
  const show = async (): Promise<Json> => (await music.read('/v1/search?q=the&type=show')).shows.items[0];
  const book = async (): Promise<Json> =>
    (await music.read('/v1/search?q=frankenstein&type=audiobook')).audiobooks.items[0];
  it('have fewer fields in development mode', async () => {
    const development = startMusic({ mode: 'development' });
    for (const path of [`shows/${(await show()).id}`, `audiobooks/${(await book()).id}`])
      for (const field of ['available_markets', 'publisher'])
        expect(await development.read(`/v1/${path}?market=US`)).not.toHaveProperty(field);
  });

  it('hide audiobooks where they are not sold', async () => {
    const { id } = await book();
    const [chapter] = (await music.read(`/v1/audiobooks/${id}/chapters?market=GB`)).items;
    expect(chapter).toMatchObject({ is_playable: true });
    expect(chapter).not.toHaveProperty('available_markets');
    for (const path of [`/v1/audiobooks/${id}`, `/v1/audiobooks/${id}/chapters`])
      expect(await music.read(`${path}?market=SE`)).toEqual(refusal(404, 'Resource not found'));
    expect(await music.read(`/v1/audiobooks?ids=${id}&market=SE`)).toEqual({ audiobooks: [null] });
    expect(await music.read(`/v1/chapters/${chapter.id}?market=SE`)).toMatchObject({
      is_playable: false,
      restrictions: { reason: 'market' },
    });
  });

  it('do not play explicit episodes for users who filter them', async () => {
    const { shows } = await music.read('/v1/search?q=the&type=show&limit=50');
    const { id } = shows.items.find(({ explicit }: Json) => explicit);
    const [episode] = (await music.read(`/v1/shows/${id}/episodes`, music.user(idle))).items;
    expect(episode).toMatchObject({ is_playable: false, restrictions: { reason: 'explicit' } });
  });

  it('report how far the user has listened, with the right scope', async () => {
    const token = music.user('sandbox', 'user-read-playback-position');
    for (const path of [`/v1/shows/${(await show()).id}/episodes`, `/v1/audiobooks/${(await book()).id}/chapters`]) {
      const { items } = await music.read(`${path}?limit=50`, token);
      expect(items.some((item: Json) => item.resume_point.fully_played)).toBe(true);
      const begun = items.find((item: Json) => item.resume_point.resume_position_ms > 0);
      expect(begun.resume_point.resume_position_ms).toBeLessThan(begun.duration_ms);
      const one = await music.read(begun.href.replace('http://sandbox.test/music', ''), token);
      expect(one.resume_point).toEqual(begun.resume_point);
      for (const [query, other] of [['?market=US'], ['', music.user('sandbox', 'user-library-read')]] as const)
        expect((await music.read(path + query, other)).items[0]).not.toHaveProperty('resume_point');
    }
  });

  it('hide shows and episodes from an app token without a market', async () => {
    const { id } = await show();
    const [episode] = (await music.read(`/v1/shows/${id}/episodes?market=US`)).items;
    for (const path of [`shows/${id}`, `shows/${id}/episodes`, `episodes/${episode.id}`]) {
      expect(await music.read(`/v1/${path}`)).toEqual(refusal(404, 'Resource not found'));
      for (const [query, token] of [['?market=US'], ['', music.user('sandbox')]] as const)
        expect((await music.get(`/v1/${path}${query}`, token)).status).toBe(200);
    }
    expect(await music.read(`/v1/shows?ids=${id}`)).toEqual({ shows: [null] });
    expect(await music.read(`/v1/episodes?ids=${episode.id}`)).toEqual({ episodes: [null] });
  });
});

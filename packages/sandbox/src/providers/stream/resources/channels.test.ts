import { beforeEach, describe, expect, test } from 'vitest';
import { type TestStream, testStream } from '../testing.ts';
import { userId } from '../world/values.ts';

const [partner, affiliate] = [0, 100];
let stream: TestStream;
beforeEach(() => {
  stream = testStream();
});

const change = (rank: number, body: object, id = userId(rank)) =>
  stream.send('PATCH', `/channels?broadcaster_id=${id}`, stream.as(rank, 'channel:manage:broadcast'), body);
const read = async (rank: number, token?: string) =>
  (await stream.get(`/channels?broadcaster_id=${userId(rank)}`, token)).body.data[0];

describe('PATCH /channels', () => {
  test('what is written is reported', async () => {
    const [game] = (await stream.get('/games?id=500613')).body.data;
    const labels = { Gambling: true, SexualThemes: false };
    await change(partner, {
      title: 'new title',
      game_id: game.id,
      broadcaster_language: 'fr',
      tags: ['Été', '日本語'],
      content_classification_labels: Object.entries(labels).map(([id, is_enabled]) => ({ id, is_enabled })),
    });
    const channel = await read(partner);
    expect(channel).toMatchObject({ tags: ['Été', '日本語'] });
    expect(channel.content_classification_labels).not.toContain('SexualThemes');
    expect(stream.happenings).toMatchObject([
      {
        type: 'channel.update',
        version: '2',
        subject: { broadcaster_user_id: userId(partner) },
        event: {
          title: 'new title',
          language: 'fr',
          category_id: game.id,
          category_name: game.name,
          content_classification_labels: channel.content_classification_labels,
        },
      },
    ]);
  });

  test('the game "" stands for none', async () => {
    expect((await change(partner, { game_id: '' })).status).toBe(204);
    expect(await read(partner)).toMatchObject({ game_id: '', game_name: '' });
  });

  test('unknown games and languages change nothing', async () => {
    const before = await read(partner);
    expect((await change(partner, { game_id: '1', broadcaster_language: 'tlh' })).status).toBe(204);
    expect(await read(partner)).toEqual(before);
  });

  test('the delay is for partners, and nobody else sees it', async () => {
    await change(partner, { delay: 900 });
    expect(await read(partner, stream.as(1))).toMatchObject({ delay: 0 });
    expect((await change(affiliate, { delay: 5 })).body.message).toBe(
      'To update the delay field, the broadcaster must have partner status.',
    );
  });

  test('nothing is written when a part is refused', async () => {
    const before = await read(partner);
    expect((await change(partner, { title: 'x', tags: ['a b'] })).status).toBe(400);
    expect(await read(partner)).toEqual(before);
    expect(stream.happenings).toEqual([]);
  });

  test('the branded content flag may not be set too often', async () => {
    for (let count = 0; count < 5; count += 1)
      expect((await change(partner, { is_branded_content: true })).status).toBe(204);
    expect((await change(partner, { is_branded_content: false })).status).toBe(409);
    await stream.clock.advance(60_000);
    expect((await change(partner, { is_branded_content: false })).status).toBe(204);
  });

  test.each([
    [{}, 400],
    [{ title: '' }, 400],
    [{ title: 'é'.repeat(141) }, 400],
    [{ delay: 901 }, 400],
    [{ game_id: 'chess' }, 400],
    [{ tags: Array.from({ length: 11 }, (_, index) => `tag${index}`) }, 400],
    [{ tags: [''] }, 400],
    [{ tags: ['x'.repeat(26)] }, 400],
    [{ tags: ['no-dash'] }, 400],
    [{ tags: 'chill' }, 400],
    [{ content_classification_labels: [{ id: 'Boredom', is_enabled: true }] }, 400],
    [{ content_classification_labels: [{ id: 'Gambling' }] }, 400],
    [{ content_classification_labels: [{ id: 'MatureGame', is_enabled: true }] }, 403],
  ])('%j gets status %i', async (body, status) => {
    expect((await change(partner, body)).status).toBe(status);
  });
});

test('labels, in every documented locale', async () => {
  const { body } = await stream.get('/content_classification_labels?locale=de-DE');
  expect(body.data.map(({ id }) => id)).toEqual([
    'DebatedSocialIssuesAndPolitics',
    'DrugsIntoxication',
    'Gambling',
    'MatureGame',
    'ProfanityVulgarity',
    'SexualThemes',
    'ViolentGraphic',
  ]);
  expect((await stream.get('/content_classification_labels?locale=xx-XX')).status).toBe(400);
});

test('a stream is found by the new game and language of its channel at once', async () => {
  const [, game] = (await stream.get('/games/top?first=2')).body.data;
  const found = async (filter: string) => {
    const { data } = (await stream.get(`/streams?first=100&${filter}`)).body;
    return data.some(({ user_id }) => user_id === userId(partner));
  };
  const game_id = (game?.id === (await read(partner)).game_id ? '' : game?.id) ?? '';
  const filter = `user_id=${userId(partner)}&game_id=${game_id || game?.id}`;
  const isFoundBefore = await found(filter);
  await change(partner, { game_id, broadcaster_language: 'fr' });
  expect(await found(filter)).toBe(!isFoundBefore);
  expect(await found(`user_id=${userId(partner)}&language=fr`)).toBe(true);
});

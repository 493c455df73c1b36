import { expect, test } from 'vitest';
import { testContext } from '../../../../test/sandbox.ts';
import { testStream } from '../../../../test/stream.ts';
import { realEvent, realResponse } from './real-forms.ts';

test('with real quirks, a team has no logo', async () => {
  for (const realQuirks of [false, true]) {
    const { get } = testStream({}, testContext('stream', { realQuirks }));
    const [team] = (await get('/teams?name=teamnight')).body.data;
    expect(team?.thumbnail_url === null).toBe(realQuirks);
  }
});

test('with real quirks, an event omits the fields that do not apply', () => {
  const cheer = { bits: 5, type: 'cheer', message: null, power_up: null, custom_power_up: null };
  expect(realEvent('channel.bits.use', cheer)).toEqual({ bits: 5, type: 'cheer' });
  expect(realEvent('stream.offline', { reply: null })).toEqual({ reply: null });
});

test('with real quirks, an empty list of polls or predictions is null', () => {
  const pagination = {};
  expect(realResponse('GET /polls', { data: [], pagination })).toEqual({ data: null, pagination });
  expect(realResponse('GET /predictions', { data: [], pagination })).toEqual({ data: null, pagination });
  expect(realResponse('GET /games', { data: [], pagination })).toEqual({ data: [], pagination });
});

import { assertType, expectTypeOf, test } from 'vitest';
import type {
  BankAccountOverride,
  BankUserConfiguration,
  FoodRecord,
  MusicTrackRecord,
  Records,
  SandboxOptions,
  StreamUserRecord,
} from './index.ts';

test('your own data are options with the field names of the APIs', () => {
  assertType<SandboxOptions>({
    stream: {
      users: { generated: 20, own: [{ login: 'ann', display_name: 'Ann' }] },
      games: [{ name: 'House Chess' }],
      streams: [{ user_login: 'ann', game_name: 'House Chess' }],
      clips: 50,
    },
    music: { tracks: [{ name: 'Boiler Song', artists: [{ name: 'Cellar Choir' }] }] },
    bank: {
      users: {
        ann: {
          override_accounts: [
            { type: 'credit', liability: { type: 'credit', purchase_apr: 9.9 } },
            { type: 'depository', inflow_model: { type: 'none', payment_day_of_month: 'last' }, currency: null },
          ],
        },
      },
    },
    food: { foods: [{ description: 'Sourdough', foodNutrients: [{ number: 203, amount: 10 }] }] },
  });
  expectTypeOf<number>().toExtend<Records<StreamUserRecord>>();
});

test('unknown fields, missing fields and values of other types are errors', () => {
  // @ts-expect-error a user needs a login
  assertType<StreamUserRecord>({ display_name: 'Ann' });
  // @ts-expect-error the field is called display_name
  assertType<StreamUserRecord>({ login: 'ann', displayName: 'Ann' });
  // @ts-expect-error a length is a number
  assertType<MusicTrackRecord>({ name: 'Boiler Song', duration_ms: '61000' });
  // @ts-expect-error there is no such type of food
  assertType<FoodRecord>({ description: 'Sourdough', dataType: 'Bread' });
  // @ts-expect-error a principal belongs to student loans
  assertType<BankAccountOverride['liability']>({ type: 'credit', principal: 1 });
  // @ts-expect-error there is no such error
  assertType<BankUserConfiguration>({ force_error: 'OOPS' });
});

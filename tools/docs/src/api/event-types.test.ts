import { eventSubTypes } from '@x/stream';
import { expect, it } from 'vitest';
import { openEventFields, renderEventTypes } from './event-types.ts';
import { openSources } from './program.ts';

const rowOf = (definition: object, fields: readonly string[] = ['a']) =>
  renderEventTypes({ 'channel.x': { 1: definition } }, () => fields)
    .split('\n')
    .find((line) => line.startsWith('| `channel.x`'));

it('a row shows the required, optional and alternative members of a condition', () => {
  expect(rowOf({ required: ['a_id', 'b_id'], optional: ['c'] })).toBe(
    '| `channel.x` | 1 | `a_id`, `b_id`; optional: `c` | none | `a` |',
  );
  expect(rowOf({ oneOf: ['from_id', 'to_id'] })).toContain('| either `from_id` or `to_id` |');
});

it('a row shows alternative scopes, groups of scopes, and scopes for bots', () => {
  expect(rowOf({ scopes: [['read', 'manage']] })).toContain('| `read` or `manage` |');
  expect(rowOf({ scopes: [['a', 'b'], ['c']] })).toContain('| 1. `a` or `b`; 2. `c` |');
  expect(rowOf({ scopes: [['chat']], botScopes: ['user:bot'] })).toContain(
    '| `chat`; app tokens also need `user:bot` |',
  );
});

it('a row combines the fields of an account into one', () => {
  expect(rowOf({}, ['user_id', 'user_login', 'user_name', 'reward_id'])).toContain(
    '| `user_{id,login,name}`, `reward_id` |',
  );
});

const fieldsOf = openEventFields(openSources(['packages/stream/src/webhooks.ts']));

it('an event that is a list shows the fields of its entries', () => {
  expect(fieldsOf('drop.entitlement.grant', '1')).toEqual(['id', 'data']);
});

it('every type and version has fields', () => {
  const without = Object.entries(eventSubTypes).flatMap(([type, versions]) =>
    Object.keys(versions)
      .filter((version) => fieldsOf(type, version).length === 0)
      .map((version) => `${type} ${version}`),
  );
  expect(without).toEqual([]);
});

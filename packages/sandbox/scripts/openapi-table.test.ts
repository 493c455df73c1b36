import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';

const script = fileURLToPath(new URL('openapi-table.ts', import.meta.url));

const official = `
info: { version: '7' }
paths:
  /things/create:
    post:
      deprecated: true
      security: [{ oauth: [things-write] }]
      responses: { '201': {} }
      requestBody:
        content:
          application/json:
            schema:
              required: [name, client_id]
              properties:
                client_id: { type: string }
                name: { type: string, minLength: 1, description: Left out. }
                kind: { $ref: '#/components/schemas/Kind' }
                days: { type: integer, minimum: 1, maximum: 730, default: 90, nullable: true }
  /things:
    get:
      parameters: [{ in: query, name: ids, required: true, schema: { type: array, maxItems: 50, items: { type: string } } }]
      responses: { '200': {} }
components:
  schemas:
    Kind: { type: string, enum: [a, b] }
    Thing: { properties: { id: { type: string }, note: { type: string, nullable: true } } }
`;

/** Fills in a table in a temporary folder, and returns it. */
function fillIn(table: object): unknown {
  const folder = mkdtempSync(join(tmpdir(), 'openapi-table-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [from, to] = [join(folder, 'official.yml'), join(folder, 'table.json')];
  writeFileSync(from, official);
  writeFileSync(to, JSON.stringify(table));
  execFileSync(process.execPath, [script, from, to], { stdio: 'pipe' });
  return JSON.parse(readFileSync(to, 'utf8'));
}

it('fills in the operations that a table names, without prose and without what it omits', () => {
  const operations = { 'POST /things/create': {}, 'GET /things': {} };
  expect(fillIn({ omit: ['client_id'], operations, nulls: { Thing: [] } })).toEqual({
    omit: ['client_id'],
    version: '7',
    operations: {
      'GET /things': { query: { ids: { required: true, maxItems: 50, items: {} } } },
      'POST /things/create': {
        deprecated: true,
        scopes: ['things-write'],
        status: 201,
        body: {
          name: { required: true, minLength: 1 },
          kind: { shape: 'Kind' },
          days: { nullable: true, type: 'integer', min: 1, max: 730, default: 90 },
        },
      },
    },
    shapes: { Kind: { enum: ['a', 'b'] } },
    nulls: { Thing: ['note'] },
  });
});

it('fails for an operation that the official file does not have', () => {
  expect(() => fillIn({ operations: { 'POST /things/remove': {} } })).toThrow('has no POST /things/remove');
});

import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { withoutPostgres } from '../../../packages/postgres/test/postgres-server.ts';
import { withoutRedis } from '../../../packages/redis/test/redis-server.ts';

const run = promisify(execFile);
const program = fileURLToPath(new URL('measure.ts', import.meta.url));

it.skipIf(withoutRedis() || withoutPostgres())(
  'measures a fleet, and finds no change lost or applied twice',
  { timeout: 300_000 },
  async () => {
    const options = ['--items', '20', '--workers', '2', '--kill-every', '30'];
    const { stdout } = await run(process.execPath, ['--conditions=@x/source', program, ...options]);
    const [head = '', , fleet = ''] = stdout.slice(stdout.indexOf('| Workers')).split('\n');
    const cells = (row: string) => row.split('|').map((cell) => cell.trim());
    const figures = Object.fromEntries(cells(head).map((name, index) => [name, cells(fleet)[index]]));
    expect(figures).toMatchObject({ Workers: '2', '429s': '0', Lost: '0', Doubled: '0' });
    expect(Number(figures.Jobs)).toBeGreaterThan(20);
    expect(stdout).toMatch(/^\d+ jobs\/s, /m);
    expect(stdout).toMatch(/\| Item in PostgreSQL, bytes +\| [\d.]+ +\|/);
  },
);

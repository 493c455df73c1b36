import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSandbox, type Sandbox } from '@x/sandbox';
import { environmentOf } from '@x/testing/programs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runCli } from '../../test/run-cli.ts';
import { catalogOf } from '../apis.ts';
import { exitCodes } from '../failure.ts';

let sandbox: Sandbox;
let folder: string;
beforeAll(async () => {
  sandbox = await createSandbox();
  folder = mkdtempSync(join(tmpdir(), 'x-backup-'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await sandbox.close();
});

const scopes = [...new Set(catalogOf('music').operations.flatMap((each) => each.scopes ?? []))];

/** Returns a function that runs commands for one of the sandbox's users. */
const runAs = (index: number) => {
  const userId = sandbox.controls.music.users()[index]?.id ?? '';
  const { accessToken } = sandbox.controls.music.issueUserToken({ userId, scopes });
  const env = { ...environmentOf(sandbox), MUSIC_USER_TOKEN: accessToken };
  return (line: string) => runCli(line.split(' '), { env });
};
const contentsOf = (name: string) =>
  readFileSync(join(folder, name, 'backup.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

it('x music backup writes playlists and library, which x music restore gives to another user', async () => {
  const [ann, ben] = [runAs(0), runAs(1)];
  const { stdout, stderr, exitCode } = await ann(`music backup --to ${folder}/ann`);
  expect([stderr, exitCode]).toEqual(['', 0]);
  const all = contentsOf('ann');
  const listed: { name: string; entries: number; file: string }[] = JSON.parse(stdout);
  expect(listed.map(({ name }) => name)).toEqual(all.filter(({ own }) => own).map(({ name }) => name));
  expect(readdirSync(`${folder}/ann`)).toHaveLength(1 + 2 * listed.length);
  for (const { entries, file } of listed) {
    const [head, ...rows] = readFileSync(file, 'utf8').trim().split('\n');
    expect(head).toMatch(/^"Track URI","Track Name","Artist URI\(s\)"/);
    expect(rows).toHaveLength(entries);
    expect(readFileSync(file.replace(/csv$/, 'm3u'), 'utf8').match(/^#EXTINF/gm) ?? []).toHaveLength(entries);
  }

  const before = sandbox.requests.length;
  const refused = await ben(`music restore --from ${folder}/ann`);
  expect(refused.stderr).toMatch(
    / has \d+ playlists with \d+ entries, and \d+ saved records\nx: \d+ entries are left out.*\n.* Pass --yes to do it\n/,
  );
  expect([refused.exitCode, sandbox.requests.length]).toEqual([exitCodes.not_confirmed, before]);
  expect((await ben(`music restore --from ${folder}/ann --yes`)).stderr).toMatch(/x: restored\n$/);
  await ben(`music backup --to ${folder}/ben`);
  const urisOf = (records: { type: string; name: string; uri?: string | null }[], name: string) => {
    const start = records.findIndex((record) => record.type === 'playlist' && record.name === name);
    const end = records.findIndex(({ type }, index) => index > start && type !== 'entry');
    return records.slice(start + 1, end).flatMap(({ uri }) => uri ?? []);
  };
  for (const { name } of listed) expect(urisOf(contentsOf('ben'), name)).toEqual(urisOf(all, name));
});

it('Ctrl+C leaves the backup before it, and no other file', async () => {
  const run = runAs(0);
  await run(`music backup --to ${folder}/kept`);
  const [before, names] = [contentsOf('kept'), readdirSync(`${folder}/kept`)];
  const isWaiting = () => sandbox.requests.some(({ path, status }) => path === '/v1/me/albums' && status === undefined);
  const repair = sandbox.faults.add({ provider: 'music', path: '/v1/me/albums', delayMs: 3_600_000 });
  const running = run(`music backup --to ${folder}/kept`);
  await expect.poll(isWaiting).toBe(true);
  process.emit('SIGINT');
  const { stderr, exitCode } = await running;
  repair();
  expect([stderr, exitCode]).toEqual(['x: stopped. Run the command again to continue\n', exitCodes.aborted]);
  expect([contentsOf('kept'), readdirSync(`${folder}/kept`)]).toEqual([before, names]);
});

it('x music restore says how to get a backup', async () => {
  const { stderr, exitCode } = await runAs(0)(`music restore --from ${folder}/none --yes`);
  expect(stderr).toMatch(/^x: .*none has no backup \(ENOENT.*\)\. Create it with x music backup --to .*none\n$/);
  expect(exitCode).toBe(exitCodes.not_found);
});

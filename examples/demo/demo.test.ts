import { execFileSync, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const main = fileURLToPath(new URL('main.ts', import.meta.url));
const { STREAM_CLIENT_ID, MUSIC_CLIENT_ID, BANK_CLIENT_ID, FOOD_API_KEY, QUOTES_URL, ...env } = process.env;

it('shows all five, one token request each, and one error of each', () => {
  const output = execFileSync(process.execPath, ['--conditions=@x/source', main], { encoding: 'utf8', env });
  for (const title of ['Live now', 'Tracks', 'Bank', 'Cheddar', 'Quote', 'A cursor resumes'])
    expect(output).toContain(title);
  expect(output).toMatch(/1250 of 1250/);
  expect(output).toMatch(/Protein +[\d.]+ +g/);
  expect(output).toMatch(/stream +\d+ +requests +1 +token/);
  expect(output).toMatch(/music +\d+ +requests +1 +token/);
  for (const row of [
    /stream +rejected +400/,
    /music +not_found +404/,
    /bank +unauthenticated +400 +INVALID_ACCESS_TOKEN/,
    /food +not_found +404/,
    /quotes +not_found +404/,
  ])
    expect(output).toMatch(row);
});

it('--live says which credentials are missing and where to get them', () => {
  const { stdout, status } = spawnSync(process.execPath, ['--conditions=@x/source', main, '--live'], {
    encoding: 'utf8',
    env,
  });
  expect(status).toBe(0);
  for (const variable of ['STREAM_CLIENT_ID', 'MUSIC_CLIENT_SECRET', 'BANK_SECRET', 'FOOD_API_KEY', 'QUOTES_URL'])
    expect(stdout).toContain(variable);
  expect(stdout).toContain('https://dev.twitch.tv/console/apps');
});

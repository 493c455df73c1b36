import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { widthOf } from './terminal.ts';

const main = fileURLToPath(new URL('main.ts', import.meta.url));
const { STREAM_CLIENT_ID, MUSIC_CLIENT_ID, BANK_CLIENT_ID, FOOD_API_KEY, QUOTES_URL, ...env } = process.env;

const run = (args: string[] = [], more = {}) =>
  spawnSync(process.execPath, ['--conditions=@x/source', main, ...args], {
    encoding: 'utf8',
    env: { ...env, ...more },
  });

describe('the demo', () => {
  const { stdout: output, stderr, status } = run();
  const linesAfter = (title: string) => (output.split(`\n${title}`)[1] ?? '').split('\n\n')[0] ?? '';

  it('shows all five APIs, with one token request and one error each', () => {
    expect([stderr, status]).toEqual(['', 0]);
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

  it('prints no line wider than the terminal, or than 80 columns', () => {
    const widest = (text: string) => Math.max(...text.split('\n').map(widthOf));
    expect(widest(output)).toBeLessThanOrEqual(80);
    expect(widest(run([], { COLUMNS: '60' }).stdout)).toBeLessThanOrEqual(60);
  });

  it('prints what docs/images/demo.svg shows', () => {
    const picture = readFileSync(new URL('../../docs/images/demo.svg', import.meta.url), 'utf8');
    const [, , ...lines] = [...picture.matchAll(/<text [^>]*>(.*)<\/text>/g)].map(([, line = '']) =>
      line.replaceAll(/<[^>]*>/g, '').replaceAll('&amp;', '&'),
    );
    expect(lines.length).toBeGreaterThan(20);
    for (const line of lines) expect(output.split('\n')).toContain(line);
  });

  it('prints error messages in full', () => {
    const errors = linesAfter('One way to catch errors');
    expect(errors).not.toContain('…');
    expect(errors.replace(/\s+/g, ' ')).toContain(
      'foods.get: the API responded 404 Not Found. No food has this fdcId: a record gets a new one whenever it is published again. Find it with foods.search.',
    );
  });

  it('continues from the cursor in a second process, with the next streams', () => {
    const resumed = linesAfter('A cursor resumes');
    const [, first, second] = /in process (\d+); process (\d+) continues/.exec(resumed) ?? [];
    expect(Number(first)).toBeGreaterThan(0);
    expect(Number(second)).toBeGreaterThan(0);
    expect(second).not.toBe(first);
    const viewers = [...resumed.matchAll(/^ +(\d+) +\w+$/gm)].map(([, count]) => Number(count));
    expect(viewers).toHaveLength(6);
    expect(viewers).toEqual(viewers.toSorted((one, other) => other - one));
  });

  it('ends with a summary and next steps', () => {
    const end = linesAfter('What you saw').replace(/\s+/g, ' ');
    for (const next of ['README.md', 'docs/index.md', 'npx pnpm@12 sandbox']) expect(end).toContain(next);
  });
});

it.each(['--help', '-h'])('%s prints the options and calls no API', (flag) => {
  const { stdout, stderr, status } = run([flag]);
  expect([stderr, status]).toEqual(['', 0]);
  for (const text of ['Usage: npx pnpm@12 demo', '--live', '--help']) expect(stdout).toContain(text);
  expect(stdout).not.toContain('Live now');
});

it('refuses an unknown option, and lists the valid ones', () => {
  const { stderr, status } = run(['--lve']);
  expect(status).toBe(2);
  expect(stderr).toMatch(/'--lve'[\s\S]*Usage: npx pnpm@12 demo/);
});

it('--live reports which credentials are missing and where to get them', () => {
  const { stdout, status } = run(['--live']);
  expect(status).toBe(0);
  for (const variable of [
    'STREAM_CLIENT_ID',
    'MUSIC_CLIENT_SECRET',
    'BANK_CLIENT_SECRET',
    'FOOD_API_KEY',
    'QUOTES_URL',
  ])
    expect(stdout).toContain(variable);
  expect(stdout).toContain('https://dev.twitch.tv/console/apps');
  for (const line of stdout.split('\n')) expect(line.length, line).toBeLessThanOrEqual(80);
});

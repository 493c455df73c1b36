import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from './readme.ts';

// Runs the tests of the packages as if it were another day, one package at a time, and prints a table. Their sandboxes
// start at that time too, not at the fixed time of the tests.

const newYork = 'America/New_York';

/** Times at which the tests run, and the time zone of their processes. */
const days: Readonly<Record<string, { readonly at: string; readonly zone?: string }>> = {
  Saturday: { at: '2026-11-28T10:00:00Z' },
  'Sunday 23:58': { at: '2026-11-29T23:58:00Z' },
  'Dec 31 23:58': { at: '2026-12-31T23:58:00Z' },
  'Feb 29': { at: '2028-02-29T10:00:00Z' },
  'spring, 2 min before': { at: '2027-03-14T06:58:00Z', zone: newYork },
  'fall, 2 min before': { at: '2027-11-07T05:58:00Z', zone: newYork },
  'the 31st': { at: '2027-03-31T10:00:00Z' },
};

const { values } = parseArgs({ options: { day: { type: 'string' }, only: { type: 'string' } } });
const chosen = Object.entries(days).filter(([name]) => (values.day ?? name) === name);
const packages = globSync('packages/*/package.json', { cwd: root })
  .map((file) => ({ folder: join(root, dirname(file)), ...JSON.parse(readFileSync(join(root, file), 'utf8')) }))
  .filter(({ name, scripts }) => scripts.test && (values.only?.split(',').includes(name.slice(3)) ?? true));
const [library] = globSync('/usr/lib/*/faketime/libfaketimeMT.so.1');
if (!library || chosen.length === 0 || packages.length === 0) {
  console.error(
    library
      ? `days: nothing to run. --day is one of: ${Object.keys(days).join(', ')}; --only takes names such as core,bank`
      : 'days: libfaketime is missing. Install it: apt-get install faketime',
  );
  process.exit(2);
}

/** Runs a package's tests at a time. Returns the number of tests that passed, or undefined if any failed. */
function runAt({ at, zone }: (typeof days)[string], { folder, scripts }: (typeof packages)[number]) {
  const offset = Math.round((Date.parse(at) - Date.now()) / 1000);
  const env = {
    ...process.env,
    PATH: [join(folder, 'node_modules/.bin'), dirname(process.execPath), process.env.PATH].join(delimiter),
    // Redis's allocator hangs under libfaketime. With the C library next, all programs use its allocator.
    LD_PRELOAD: `${library} libc.so.6`,
    // An offset, so that child processes have the same time. File times stay real, as Node reads them.
    FAKETIME: `${offset < 0 ? '' : '+'}${offset}`,
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    NO_FAKE_STAT: '1',
    SANDBOX_NOW: '',
    NO_COLOR: '1',
    ...(zone && { TZ: zone }),
  };
  const { status, stdout } = spawnSync(`${scripts.test} 2>&1`, {
    cwd: folder,
    env,
    shell: true,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  if (status !== 0)
    console.log(
      stdout
        .split('\n')
        .filter((line) => !line.includes('✓'))
        .join('\n'),
    );
  return status === 0 ? (/Tests +(\d+) passed/.exec(stdout)?.[1] ?? '0') : undefined;
}

const table = [
  ['', ...chosen.map(([name]) => name)],
  ['---', ...chosen.map(() => '---')],
];
for (const each of packages) {
  const row = [each.name];
  for (const [name, day] of chosen) {
    const passed = runAt(day, each);
    console.log(`${each.name} on ${name}: ${passed === undefined ? 'failed' : `${passed} passed`}`);
    row.push(passed ?? 'failed');
    if (passed === undefined) process.exitCode = 1;
  }
  table.push(row);
}
console.log(`\n${table.map((row) => `| ${row.join(' | ')} |`).join('\n')}`);

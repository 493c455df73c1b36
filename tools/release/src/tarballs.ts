import { spawnSync } from 'node:child_process';

// Builds and packs every public package. Prints only the command that installs the tarballs, or what went wrong.

const build = [
  'exec',
  'turbo',
  'run',
  'build',
  '--filter=./packages/*',
  '--concurrency=50%',
  '--output-logs=errors-only',
];
const env = { ...process.env, TURBO_TELEMETRY_DISABLED: '1' };
const { status, stdout, stderr } = spawnSync('pnpm', build, { encoding: 'utf8', env });
if (status === 0) await import('./pack.ts');
else {
  console.error(stdout, stderr);
  process.exitCode = 1;
}

import { spawnSync } from 'node:child_process';

// `pull-request.ts PATCH` puts a patch of versions and changelogs on a branch, and opens a pull request for it unless
// one is open. Another job has made the patch, with the code of dependencies, so only files that a release changes are
// accepted.

const [patch = 'versions.patch'] = process.argv.slice(2);
const branch = 'changeset-release/main';
const title = 'Version packages';
const body = 'Merge this to release these versions. Close and reopen it to start the checks.';
const ownFiles = /^(\.changeset\/[\w-]+\.(md|json)|packages\/[\w-]+\/(package\.json|CHANGELOG\.md)|pnpm-lock\.yaml)$/;

/** Runs a program. Returns its output. */
function run(program: 'git' | 'gh', ...options: string[]): string {
  const { status, stdout, error } = spawnSync(program, options, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (error) throw error;
  if (status !== 0) throw new Error(`${program} ${options.join(' ')} failed`);
  return stdout;
}

run('git', 'switch', '--quiet', '--force-create', branch);
run('git', 'apply', '--index', patch);
const changed = run('git', 'diff', '--cached', '--name-only', '--no-renames').trim().split('\n');
const foreign = changed.filter((file) => !ownFiles.test(file));
if (foreign.length > 0) throw new Error(`no release changes these files of ${patch}: ${foreign.join(', ')}`);

const bot = 'github-actions[bot]';
const author = ['-c', `user.name=${bot}`, '-c', `user.email=41898282+${bot}@users.noreply.github.com`];
run('git', ...author, 'commit', '--quiet', '--message', title);
run('gh', 'auth', 'setup-git'); // lets `git push` use the token of `gh`
run('git', 'push', '--quiet', '--force', 'origin', branch);
const open = run('gh', 'pr', 'list', '--head', branch, '--state', 'open', '--json', 'number', '--jq', 'length');
if (open.trim() === '0')
  run('gh', 'pr', 'create', '--base', 'main', '--head', branch, '--title', title, '--body', body);

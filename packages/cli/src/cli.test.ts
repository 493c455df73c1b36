import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { spawn } from '@lydell/node-pty';
import { bareEnvironment } from '@x/testing/programs';
import { describe, expect, it } from 'vitest';
import { drawSession } from '../test/picture.ts';
import { fromSource, runCli } from '../test/run-cli.ts';
import { exitCodes } from './failure.ts';

const env = { ...bareEnvironment, SANDBOX_NOW: '2026-01-14T15:00:00Z', NO_COLOR: '1' };
const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

/** Runs a command in a terminal of 80 columns. Sends `keys` when it asks something. */
function inTerminal(args: readonly string[], keys?: string): Promise<{ text: string; exitCode: number }> {
  return new Promise((resolve) => {
    const program = spawn(process.execPath, [...fromSource, ...args], { cols: 80, env });
    let text = '';
    program.onData((data) => {
      text += data;
      if (keys !== undefined && /\?[\s\S]*No/.test(text)) {
        program.write(keys);
        keys = undefined;
      }
    });
    program.onExit(({ exitCode }) => resolve({ text: text.replaceAll('\r\n', '\n'), exitCode }));
  });
}

const [, session = ''] = /```console\n([\s\S]+?)```/.exec(readme) ?? [];
const transcript = session
  .split(/^\$ x /m)
  .slice(1)
  .map((entry) => {
    const [line = '', ...output] = entry.split('\n');
    return { args: line.split(' '), line, output: output.join('\n') };
  });

describe('the session in the README', () => {
  it('has twelve commands', () => {
    expect(transcript).toHaveLength(12);
  });

  it.each(transcript)('shows what a terminal shows: x $line', async ({ args, output }) => {
    const { text } = await inTerminal(args);
    expect(text.replaceAll(/(?<=--cursor )\S+/g, '…')).toBe(output);
  });

  it.each(transcript)('prints only data through pipes: x $line', async ({ args, line }) => {
    const { stdout, stderr, exitCode } = await runCli(args, { env });
    expect(stdout).not.toContain('\u001b');
    if (exitCode !== 0) expect([stdout, stderr]).toEqual(['', expect.stringMatching(/^x: |\nx: /)]);
    else if (!/-o csv|--dry-run/.test(line)) expect(JSON.parse(stdout)).toBeTypeOf('object');
  });
});

it('docs/images/command-line.svg shows a part of that session', async () => {
  const drawn = transcript.filter(({ line }) => /^(music search|food|bank transactions|music playlists)/.test(line));
  await expect(drawSession(drawn)).toMatchFileSnapshot('../../../docs/images/command-line.svg'); // pnpm picture draws it
});

describe('a question', () => {
  const create = ['music', 'playlists', 'create', '--name', 'Mix', '--sandbox'];

  it.each([
    ['yes', 'y', 0, /name +Mix/],
    ['no', '\r', exitCodes.not_confirmed, /was not confirmed\. Nothing was sent/],
    ['Ctrl-C', '\u0003', exitCodes.not_confirmed, /was not confirmed\. Nothing was sent/],
  ])('on a terminal may be answered with %s', async (_, keys, code, text) => {
    const ran = await inTerminal(create, keys);
    expect(ran.text).toMatch(/music\.playlists\.create at Spotify Web API \(sandbox\)\..*\n {2}name: "Mix"/);
    expect(ran.text).toMatch(text);
    expect(ran.exitCode).toBe(code);
  });
});

it('ends quietly when the reader of a pipe has enough', async () => {
  const command = [process.execPath, ...fromSource].map((word) => `'${word}'`).join(' ');
  const line = `${command} music search --q a --type track --all --sandbox -o jsonl | head -n 1`;
  const { stdout, stderr } = await promisify(execFile)('sh', ['-c', line], { env });
  expect(JSON.parse(stdout)).toBeTypeOf('object');
  expect(stderr).toBe('');
});

it.skipIf(process.platform !== 'linux')('says in one line that the disk is full', async () => {
  const command = [process.execPath, ...fromSource].map((word) => `'${word}'`).join(' ');
  await expect(promisify(execFile)('sh', ['-c', `${command} --version > /dev/full`], { env })).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^x: the output cannot be written: ENOSPC.*\n$/),
  });
});

it.each([
  ['sandbox', /^Usage: sandbox/],
  ['mcp', /^Usage: mcp/],
])('passes the arguments of x %s on', async (program, usage) => {
  const { stdout } = await promisify(execFile)(process.execPath, [...fromSource, program, '--help'], { env });
  expect(stdout).toMatch(usage);
});

it('completes in bash', async () => {
  const script = `
x() { ${[process.execPath, ...fromSource].map((word) => `'${word}'`).join(' ')} "$@"; }
source <(x completion bash)
_get_comp_words_by_ref() { cur=al words=("\${COMP_WORDS[@]}"); } # of the package bash-completion
compopt() { :; } # works only while a person completes
COMP_WORDS=(x music search --q a --type al)
__x_complete
echo "\${COMPREPLY[@]}"`;
  const { stdout } = await promisify(execFile)('bash', ['-c', script], { env });
  expect(stdout).toBe('album\n');
});

const guide = readFileSync(new URL('../../../docs/guides/command-line.md', import.meta.url), 'utf8');
const shown = [...guide.matchAll(/```sh\n([\s\S]+?)```/g)].flatMap(([, code = '']) => code.trim().split('\n'));

it.each(shown.map((line) => line.replace(/^.*\| |^npx @x\/cli/, '').replace(/^x? ?/, '')))(
  'has the command and the flags that the guide shows: x %s',
  async (line) => {
    const [words = '', ...flags] = line.split(/ (?=--?[a-z])/);
    const { stdout, exitCode } = await runCli([...words.split(' '), '--help']);
    expect([exitCode, stdout]).toEqual([0, expect.stringMatching(/^Examples:/)]);
    for (const flag of flags.filter((each) => each !== '--help'))
      expect(stdout).toMatch(new RegExp(` ${flag.split(' ')[0]}[ ,\\n]`));
  },
);

it('documents the exit code of each error code', () => {
  const rows = [...readme.matchAll(/^\| (\d+) +\| ([^|]*)\|/gm)];
  const documented = rows.flatMap(([, exit, codes = '']) =>
    [...codes.matchAll(/`(\w+)`/g)].map(([, code]) => [code, Number(exit)]),
  );
  expect(Object.fromEntries(documented)).toEqual(exitCodes);
});

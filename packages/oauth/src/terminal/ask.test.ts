import { PassThrough } from 'node:stream';
import { expect, it, onTestFinished, vi } from 'vitest';
import { askHidden } from './ask.ts';

function ask(signal = new AbortController().signal) {
  const stdin = new PassThrough();
  const spies = [
    vi.spyOn(process, 'stdin', 'get').mockReturnValue(stdin as unknown as typeof process.stdin),
    vi.spyOn(process.stderr, 'write').mockReturnValue(true),
  ];
  onTestFinished(() => {
    for (const spy of spies) spy.mockRestore();
  });
  return { stdin, line: askHidden('Paste: ', signal) };
}

it('reads the first line that is not blank, even if several arrive at once', async () => {
  const { stdin, line } = ask();
  stdin.write('\n \r\nhttps://a.test/\nrest\n');
  expect(await line).toBe('https://a.test/');
});

it('reads a line that has no end, and fails if there is none', async () => {
  const { stdin, line } = ask();
  stdin.end('\nhttps://a.test/');
  expect(await line).toBe('https://a.test/');
  const empty = ask();
  empty.stdin.end('\n');
  await expect(empty.line).rejects.toThrow('standard input ended');
});

it('ends with its signal', async () => {
  const ended = new AbortController();
  const { line } = ask(ended.signal);
  ended.abort(new Error('enough'));
  await expect(line).rejects.toThrow('enough');
});

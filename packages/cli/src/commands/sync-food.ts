import { existsSync } from 'node:fs';
import type { ImportProgress } from '@x/food/local';
import type { Run } from '../command.ts';
import { Problem } from '../failure.ts';
import { untilInterrupted } from '../interrupt.ts';
import { say, type Terminal } from '../terminal.ts';

/** Runs `x sync food`. */
export const runSyncFood: Run<{ readonly from: string; readonly to: string }> = async (terminal, { from, to }) => {
  const [, path] = /^sqlite:(.+)$/.exec(to) ?? [];
  if (path === undefined) throw new Problem(`--to must be sqlite:FILE; got ${JSON.stringify(to)}`);
  if (!existsSync(from)) throw new Problem(`there is no folder ${from}`, 'not_found');
  const [{ DatabaseSync }, { importFoods }] = await Promise.all([import('node:sqlite'), import('@x/food/local')]);
  const database = new DatabaseSync(path);
  try {
    await untilInterrupted((signal) => importFoods({ from, database, onProgress: showProgress(terminal), signal }));
    if (terminal.stderr.isTTY) terminal.stderr.write('\r\u001b[K');
    const found = database.prepare('SELECT count(*) AS foods FROM food').get();
    say(terminal, `${found?.foods} foods are in ${path}`);
  } finally {
    database.close();
  }
};

/** Returns an observer that draws a line on a terminal, and otherwise writes one for each file. */
function showProgress({ stderr }: Terminal): (progress: ImportProgress) => void {
  let last = '';
  return ({ step, records, bytes, totalBytes }) => {
    const percent = Math.floor((100 * bytes) / Math.max(1, totalBytes));
    if (stderr.isTTY) stderr.write(`\r\u001b[K${percent}% ${step}: ${records}`);
    else if (step !== last) stderr.write(`${percent}% ${step}\n`);
    last = step;
  };
}

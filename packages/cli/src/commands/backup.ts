import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { operationsIn } from '@x/catalog';
import {
  type BackupEntry,
  type BackupRecord,
  backup,
  fromJsonLines,
  type MusicAccountClient,
  restore,
  toCsv,
  toJsonLines,
  toM3u,
} from '@x/music';
import { catalogOf } from '../apis.ts';
import type { Run } from '../command.ts';
import { Problem } from '../failure.ts';
import { untilInterrupted } from '../interrupt.ts';
import { agree } from '../operation/confirm.ts';
import type { CallFlags } from '../operation/flags.ts';
import { openApi, outputOf } from '../operation/open.ts';
import { ListOutput } from '../output/output.ts';
import { say, type Terminal } from '../terminal.ts';

/** File in the folder of a backup that has all of it. The others are for other programs. */
const main = 'backup.jsonl';

/** Writes a file, which is there when it is complete. */
async function writeFile(path: string, chunks: AsyncIterable<string>, signal: AbortSignal): Promise<void> {
  const unfinished = `${path}.new`;
  try {
    await pipeline(chunks, createWriteStream(unfinished), { signal });
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw signal.aborted ? signal.reason : error;
  }
}

const read = (folder: string): AsyncIterable<BackupRecord> => fromJsonLines(createReadStream(join(folder, main)));

/** Passes records on, and draws their number on a terminal. */
async function* showing({ stderr }: Terminal, records: AsyncIterable<BackupRecord>): AsyncGenerator<BackupRecord> {
  let count = 0;
  try {
    for await (const record of records) {
      count += 1;
      if (stderr.isTTY && count % 50 === 0) stderr.write(`\r\u001b[K${count} records`);
      yield record;
    }
  } finally {
    if (stderr.isTTY) stderr.write('\r\u001b[K');
  }
}

/** A playlist of the user, with its contents. */
interface Contents {
  readonly id: string;
  readonly name: string;
  readonly entries: BackupEntry[];
}

/** Reads the user's playlists in a backup, one after the other. */
async function* playlistsIn(folder: string): AsyncGenerator<Contents> {
  let playlist: Contents | undefined;
  for await (const record of read(folder)) {
    if (record.type === 'entry') {
      playlist?.entries.push(record);
      continue;
    }
    if (playlist) yield playlist;
    playlist = record.type === 'playlist' && record.own ? { ...record, entries: [] } : undefined;
  }
  if (playlist) yield playlist;
}

/** Counts the playlists, entries and saved records of a backup, and the entries that cannot be restored. */
async function countRecords(
  folder: string,
): Promise<[playlists: number, entries: number, saved: number, lost: number]> {
  const found = { playlist: 0, entry: 0, saved: 0 };
  let lost = 0;
  try {
    for await (const record of read(folder)) {
      found[record.type] += 1;
      if (record.type === 'entry' && record.uri === null) lost += 1;
    }
  } catch (error) {
    const { message } = error as Error;
    throw new Problem(
      `${folder} has no backup (${message}). Create it with x music backup --to ${folder}`,
      'not_found',
    );
  }
  return [found.playlist, found.entry, found.saved, lost];
}

/** Opens the client of a user. */
const openUser = async (terminal: Terminal, flags: CallFlags, secrets: Parameters<Run<CallFlags>>[3]) => {
  const operation = operationsIn(catalogOf('music')).get('users.me');
  const { api, close } = await openApi(terminal, 'music', flags, { secrets, ...(operation && { operation }) });
  return { music: api.client as MusicAccountClient, close };
};

/** Runs `x music backup`. */
export const runBackup: Run<CallFlags & { readonly to: string }> = async (terminal, flags, _, secrets) => {
  const { to } = flags;
  const { music, close } = await openUser(terminal, flags, secrets);
  try {
    await untilInterrupted(async (signal) => {
      await mkdir(to, { recursive: true });
      await writeFile(join(to, main), toJsonLines(showing(terminal, backup(music, { signal }))), signal);
      const output = new ListOutput(terminal, outputOf(terminal, flags, secrets));
      for await (const { id, name, entries } of playlistsIn(to)) {
        const file = join(to, `${name.replaceAll(/[^\p{L}\p{N}]+/gu, '-').slice(0, 60)}-${id}`);
        await writeFile(`${file}.csv`, toCsv(Readable.from(entries)), signal);
        await writeFile(`${file}.m3u`, toM3u(Readable.from(entries)), signal);
        await output.page([{ name, entries: entries.length, file: `${file}.csv` }]);
      }
      await output.end();
    });
  } finally {
    await close();
  }
};

/** Runs `x music restore`. */
export const runRestore: Run<CallFlags & { readonly from: string }> = async (terminal, flags, _, secrets) => {
  const { from } = flags;
  const [playlists, entries, saved, lost] = await countRecords(from);
  const { music, close } = await openUser(terminal, flags, secrets);
  try {
    say(terminal, `${from} has ${playlists} playlists with ${entries} entries, and ${saved} saved records`);
    if (lost > 0) say(terminal, `${lost} entries are left out, because they are not in the catalog`);
    await agree(terminal, flags, 'music restore changes playlists', 'Restore them?');
    await untilInterrupted((signal) => restore(music, showing(terminal, read(from)), { signal }));
    say(terminal, 'restored');
  } finally {
    await close();
  }
};

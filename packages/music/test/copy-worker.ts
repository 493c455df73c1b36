import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createMusicClient, type MusicTokenOptions } from '../src/index.ts';

/** A copy that a process makes, and continues after a crash. */
export interface Copy {
  readonly options: MusicTokenOptions;
  readonly playlist_id: string;
  readonly uris: readonly string[];
  /** File that holds the cursor between two runs. */
  readonly file: string;
}

const { options, playlist_id, uris, file } = JSON.parse(readFileSync(0, 'utf8')) as Copy;
const { playlists } = createMusicClient({ ...options, retries: 20 });
let cursor: string | undefined;
try {
  cursor = readFileSync(file, 'utf8');
} catch {} // the first run
await playlists.addAll(
  { playlist_id, uris },
  {
    cursor,
    onProgress(progress) {
      writeFileSync(`${file}.new`, progress.cursor);
      renameSync(`${file}.new`, file);
    },
  },
);

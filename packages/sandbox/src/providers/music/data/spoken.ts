import type { Random } from '../../../shared/random.ts';
import { spotifyId } from './catalog.ts';
import { adjectives, audiobookMarkets, books, catalogMarkets, labels, nouns, subjects } from './source.ts';

export interface Show {
  readonly id: string;
  readonly name: string;
  readonly publisher: string;
  readonly description: string;
  readonly explicit: boolean;
  readonly markets: readonly string[];
  readonly episodes: Episode[];
}

export interface Episode {
  readonly id: string;
  readonly name: string;
  readonly show: Show;
  readonly description: string;
  readonly durationMs: number;
  readonly released: string;
}

export interface Audiobook {
  readonly id: string;
  readonly name: string;
  readonly authors: readonly string[];
  readonly narrators: readonly string[];
  readonly publisher: string;
  readonly description: string;
  readonly edition: string;
  readonly released: string;
  readonly chapters: Chapter[];
  readonly markets: readonly string[];
}

export interface Chapter {
  readonly id: string;
  readonly name: string;
  readonly audiobook: Audiobook;
  readonly number: number;
  readonly description: string;
  readonly durationMs: number;
}

export interface Spoken {
  readonly shows: readonly Show[];
  readonly episodes: readonly Episode[];
  readonly audiobooks: readonly Audiobook[];
  readonly chapters: readonly Chapter[];
}

/** Invents shows, their episodes and audiobooks. */
export function makeSpoken(random: Random, size: { shows: number; audiobooks: number }): Spoken {
  const shows = Array.from({ length: size.shows }, () => makeShow(random));
  const audiobooks = Array.from({ length: size.audiobooks }, (_, at) => makeAudiobook(random, at));
  return {
    shows,
    episodes: shows.flatMap((show) => show.episodes),
    audiobooks,
    chapters: audiobooks.flatMap((audiobook) => audiobook.chapters),
  };
}

function makeShow(random: Random): Show {
  const [first, second] = random.sample(subjects, 2);
  const show: Show = {
    id: spotifyId(random),
    name: `The ${random.pick(adjectives)} ${random.pick(nouns)}`,
    publisher: random.pick(labels),
    description: `A weekly talk about ${first} and ${second}.`,
    explicit: random.int(1, 8) === 1,
    markets: catalogMarkets,
    episodes: [],
  };
  const start = Date.UTC(random.int(2019, 2024), random.int(0, 11), random.int(1, 28));
  for (let number = random.int(8, 20); number > 0; number -= 1) {
    const subject = random.pick(subjects);
    show.episodes.push({
      id: spotifyId(random),
      name: `#${number} ${random.pick(adjectives)} ${subject}`,
      show,
      description: `What ${subject} can teach us.`,
      durationMs: random.int(900_000, 5_400_000),
      released: new Date(start + number * 7 * 86_400_000).toISOString().slice(0, 10),
    });
  }
  return show;
}

function makeAudiobook(random: Random, at: number): Audiobook {
  const [name, author] = books[at % books.length] ?? ['', ''];
  const volume = Math.floor(at / books.length) + 1;
  const audiobook: Audiobook = {
    id: spotifyId(random),
    name: volume === 1 ? name : `${name}, Reading ${volume}`,
    authors: [author],
    narrators: [`${random.pick(adjectives)} Voices`],
    publisher: random.pick(labels),
    description: `${name} by ${author}, read aloud.`,
    edition: 'Unabridged',
    released: new Date(Date.UTC(random.int(2018, 2024), random.int(0, 11), random.int(1, 28)))
      .toISOString()
      .slice(0, 10),
    chapters: [],
    markets: audiobookMarkets,
  };
  const count = random.int(10, 60);
  for (let number = 1; number <= count; number += 1)
    audiobook.chapters.push({
      id: spotifyId(random),
      name: `Chapter ${number}`,
      audiobook,
      number,
      description: `Chapter ${number} of ${audiobook.name}.`,
      durationMs: random.int(300_000, 2_700_000),
    });
  return audiobook;
}

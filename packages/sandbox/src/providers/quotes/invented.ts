import type { Random } from '../../random.ts';
import { type Draft, quotesData } from './data.ts';

const { adjectives, actors, verbs, things, firstNames, lastNames } = quotesData;

/** How many quotes each of the invented authors has, until all names are used up and they get more. */
const quotesPerAuthor = 3;

/** `count` maxims that nobody has ever said, tagged with some of `tags`. */
export function inventQuotes(draw: Random, count: number, tags: readonly string[]): Draft[] {
  const taken = new Set<string>();
  return Array.from({ length: count }, (_, index) => {
    const name = nameOf(Math.floor(index / quotesPerAuthor));
    let content: string;
    do {
      const [adjective, actor] = [draw.pick(adjectives), draw.pick(actors)];
      const article = /^[aeiou]/.test(adjective) ? 'An' : 'A';
      content = `${article} ${adjective} ${actor} ${draw.pick(verbs)} ${draw.pick(things)}.`;
    } while (taken.has(content));
    taken.add(content);
    const author = { name, description: 'Invented sage', bio: `${name} exists in this sandbox only.`, link: '' };
    return { content, author, tags: draw.sample(tags, draw.int(1, 3)) };
  });
}

function nameOf(index: number): string {
  const first = firstNames[index % firstNames.length];
  const last = lastNames[Math.floor(index / firstNames.length) % lastNames.length];
  return `${first} ${last}`;
}

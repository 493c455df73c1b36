import type { Random } from '../../random.ts';
import type { Draft } from './draft.ts';

const words = (text: string) => text.trim().split(/\s+/);

const adjectives = words(`
  anxious borrowed careful cheerful clever distant drowsy earnest forgotten generous gentle hurried idle lonely modest
  neighbourly obstinate patient polished quiet reluctant sleepless stubborn sudden tidy unread weary young
`);
const actors = words(`
  apprentice baker beekeeper bellringer candle carpenter clockmaker cobbler ferryman gardener glacier harbour innkeeper
  kettle lantern lighthouse mapmaker miller mirror orchard pilgrim piper potter river shepherd tailor tide weaver
`);
const verbs = words(`
  answers befriends carries counts envies feeds follows forgives invites mends mourns outlives praises repays shelters
  sweetens teaches trusts warms weighs
`);
const things = words(`
  autumn bread distance doubt echoes envy fog gossip gratitude hunger laughter luck memory mischief music patience
  promises rain rumour sawdust shadows silence sleep snow sorrow thunder tomorrow winter
`);
const firstNames = words(`
  Abelard Beatrix Caspian Delphine Eustace Florian Griselda Horatio Isolde Jasper Kerensa Leopold Mirabel Nestor Ottoline
  Phineas Quentin Rosalind Septimus Tabitha Ulric Verity Wilfred Xanthe Yolande Zebedee
`);
const lastNames = words(`
  Applegarth Birdwhistle Candlewick Dandelyon Elderbrook Featherstone Gooseberry Hollowbread Inkpenny Juniperry
  Kettlewright Larkspurling Mossgarden Nettlefold Oakenshade Periwinkleton Quillfeather Rainbarrow Saltmarshall
  Thistledown Underbough Velvetreed Wickerby Yarrowfield
`);

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

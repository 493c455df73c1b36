import type { Random } from '../../../shared/random.ts';
import { nameId } from '../own-data.ts';
import { slugOf } from './names.ts';
import { type Draft, inventQuotes, quotesData } from './source.ts';
import { createTable, type Table } from './table.ts';

/** When a record was added and changed, `YYYY-MM-DD`. A few lack one or the other, as in the real data. */
export interface Dated {
  readonly dateAdded?: string;
  readonly dateModified?: string;
}

/** A quotation. */
export interface Quote extends Dated {
  readonly _id: string;
  readonly content: string;
  readonly author: string;
  readonly tags: readonly string[];
  readonly authorId: string;
  readonly authorSlug: string;
  /** UTF-16 code units of `content`. */
  readonly length: number;
}

/** Author of quotations. */
export interface Author extends Dated {
  readonly _id: string;
  readonly name: string;
  readonly link: string;
  readonly bio: string;
  readonly description: string;
  readonly slug: string;
  readonly quoteCount: number;
}

/** Subject of quotations. */
export interface Tag extends Dated {
  readonly _id: string;
  readonly name: string;
  readonly quoteCount: number;
}

/** The data of one sandbox. */
export interface Collection {
  readonly quotes: Table<Quote>;
  readonly authors: Table<Author>;
  readonly tags: Table<Tag>;
  readonly authorBySlug: ReadonlyMap<string, Author>;
  /** Quotes by author ID. */
  readonly quotesByAuthor: ReadonlyMap<string, readonly Quote[]>;
}

const firstDay = Date.UTC(2019, 0, 1);
const lastDay = Date.UTC(2023, 3, 14);
const day = 86_400_000;

/** Makes `size` quotes (default: all real ones) and the quotes in `own`, with their authors and tags. */
export function createCollection(
  random: (label: string) => Random,
  size?: number,
  own: readonly Draft[] = [],
): Collection {
  const draw = random('collection');
  const real = quotesData.authors.flatMap(({ quotes, ...author }) =>
    quotes.map(([content, ...tags]): Draft => ({ author, content, tags })),
  );
  const drafts = draw.sample(real, size ?? real.length);
  if (size && size > real.length) {
    const tags = [...new Set(real.flatMap((draft) => draft.tags))];
    drafts.push(...inventQuotes(random('invented'), size - real.length, tags));
  }
  const identify = createIds(random('ids'), new Set(own.flatMap((draft) => draft.own?._id ?? [])));
  const dates = () => drawDates(draw);

  const authorOf = new Map<string, Draft['author'] & { _id: string; slug: string; isOwn: boolean }>();
  const quotesByAuthor = new Map<string, Quote[]>();
  const tagCounts = new Map<string, { quoteCount: number; isOwn: boolean }>();
  function findAuthor({ author, own: given }: Draft) {
    const known = authorOf.get(author.name);
    if (known) return known;
    const _id = given ? nameId('author', author.name) : identify();
    const made = { ...author, _id, slug: slugOf(encodeURI(author.name)), isOwn: given !== undefined };
    authorOf.set(author.name, made);
    return made;
  }
  const quotes = [...drafts, ...own].map((draft): Quote => {
    const { content, tags, own: given } = draft;
    const author = findAuthor(draft);
    for (const tag of tags) {
      const known = tagCounts.get(tag) ?? { quoteCount: 0, isOwn: given !== undefined };
      known.quoteCount += 1;
      tagCounts.set(tag, known);
    }
    const quote = {
      _id: given?._id ?? identify(),
      content,
      author: author.name,
      tags,
      authorId: author._id,
      authorSlug: author.slug,
      length: content.length,
      ...(given ? given.dates : dates()),
    };
    const others = quotesByAuthor.get(author._id);
    if (others) others.push(quote);
    else quotesByAuthor.set(author._id, [quote]);
    return quote;
  });
  const authors = [...authorOf.values()].map(
    ({ _id, name, description, bio, slug, link, isOwn }): Author => ({
      _id,
      name,
      link: link ?? encodeURI(`https://en.wikipedia.org/wiki/${name.replaceAll(' ', '_')}`),
      bio,
      description,
      slug,
      quoteCount: quotesByAuthor.get(_id)?.length ?? 0,
      ...(isOwn ? {} : dates()),
    }),
  );
  const tags = [...tagCounts].map(
    ([name, { quoteCount, isOwn }]): Tag => ({
      _id: isOwn ? nameId('tag', name) : identify(),
      name,
      quoteCount,
      ...(isOwn ? {} : dates()),
    }),
  );
  return {
    quotes: createTable(quotes),
    authors: createTable(authors, 'letters'), // the only model of the server with a collation
    tags: createTable(tags),
    authorBySlug: new Map(authors.map((author) => [author.slug, author])),
    quotesByAuthor,
  };
}

// Most IDs have 10 to 12 characters; the oldest are shorter or longer.
function createIds(draw: Random, taken: Set<string>): () => string {
  const alphabet = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_-';
  return () => {
    let id: string;
    do id = draw.text(draw.int(0, 4) === 0 ? draw.int(7, 14) : draw.int(10, 12), alphabet);
    while (taken.has(id));
    taken.add(id);
    return id;
  };
}

function drawDates(draw: Random): Dated {
  const format = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  const added = firstDay + draw.int(0, (lastDay - firstDay) / day) * day;
  const modified = added + draw.int(0, (lastDay - added) / day) * day;
  return {
    ...(draw.int(0, 29) > 0 && { dateAdded: format(added) }),
    ...(draw.int(0, 19) > 0 && { dateModified: format(modified) }),
  };
}

import { crc32 } from 'node:zlib';

/** A file to pack. */
export interface PackedFile {
  readonly name: string;
  readonly content: Buffer;
}

/** 1980-01-01, the first day that ZIP knows: the files have no date. */
const date = 0x21;

const numbers = (...values: readonly [value: number, bytes: 2 | 4][]): Buffer =>
  Buffer.concat(
    values.map(([value, bytes]) => {
      const part = Buffer.alloc(bytes);
      part.writeUIntLE(value, 0, bytes);
      return part;
    }),
  );

/** A ZIP archive of files that are stored as they are. */
export function zip(files: readonly PackedFile[]): Buffer {
  const bodies: Buffer[] = [];
  const index: Buffer[] = [];
  let offset = 0;
  for (const { name, content } of files) {
    const title = Buffer.from(name);
    const facts = numbers(
      [20, 2], // version that is needed
      [0, 2],
      [0, 2], // stored
      [0, 2],
      [date, 2],
      [crc32(content), 4],
      [content.length, 4],
      [content.length, 4],
      [title.length, 2],
      [0, 2],
    );
    const body = Buffer.concat([numbers([0x04034b50, 4]), facts, title, content]);
    const rest = numbers([0, 2], [0, 2], [0, 2], [0, 4], [offset, 4]);
    index.push(Buffer.concat([numbers([0x02014b50, 4], [20, 2]), facts, rest, title]));
    bodies.push(body);
    offset += body.length;
  }
  const central = Buffer.concat(index);
  const count = files.length;
  const end = numbers(
    [0x06054b50, 4],
    [0, 2],
    [0, 2],
    [count, 2],
    [count, 2],
    [central.length, 4],
    [offset, 4],
    [0, 2],
  );
  return Buffer.concat([...bodies, central, end]);
}

/** Reused for every body: a new buffer of that size costs more than what is done with it. */
let scratch = new Uint8Array();

/**
 * Joins the chunks of a body.
 *
 * @param size Their bytes.
 * @returns All of them as one, valid until the next chunks are joined.
 * @internal
 */
export function gathered(chunks: readonly Uint8Array[], size: number): Uint8Array {
  const [first] = chunks;
  if (first && chunks.length === 1) return first;
  if (size > 2 ** 20) return Buffer.concat(chunks);
  if (size > scratch.length) scratch = new Uint8Array(2 ** Math.ceil(Math.log2(size)));
  let end = 0;
  for (const chunk of chunks) {
    scratch.set(chunk, end);
    end += chunk.length;
  }
  return scratch.subarray(0, size);
}

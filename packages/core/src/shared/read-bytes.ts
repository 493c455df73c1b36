/**
 * Reads the whole body; undefined if it has more than `limit` bytes. When `signal` aborts, the rest is discarded, which
 * closes the connection even if the stream's own source does not listen to the signal.
 */
export async function readBytes(
  body: Response['body'],
  limit: number,
  signal?: AbortSignal,
): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  const reader = body?.getReader();
  const discard = () => void reader?.cancel().catch(() => {});
  signal?.addEventListener('abort', discard);
  if (signal?.aborted) discard();
  try {
    let size = 0;
    while (reader) {
      const { done, value } = await reader.read();
      if (done) break;
      chunks.push(value);
      size += value.length;
      if (size > limit) {
        await reader.cancel();
        return undefined;
      }
    }
  } finally {
    signal?.removeEventListener('abort', discard);
  }
  return chunks.length === 1 ? chunks[0] : new Uint8Array(await new Blob(chunks).arrayBuffer());
}

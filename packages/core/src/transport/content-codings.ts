import type Zlib from 'node:zlib';

/** Content codings that a request accepts. Node has zstd since 22.15. */
export const acceptedCodings = `gzip, deflate, br${process.versions.zstd ? ', zstd' : ''}`;

type Decoder = (bytes: Uint8Array, options: Zlib.ZlibOptions, done: Zlib.CompressCallback) => void;

function findDecoder(coding: string, zlib: typeof Zlib): Decoder | undefined {
  switch (coding) {
    case 'gzip':
      return zlib.gunzip;
    case 'deflate':
      // Some servers omit the header.
      return (bytes, ...rest) => (Number(bytes[0]) % 16 === 8 ? zlib.inflate : zlib.inflateRaw)(bytes, ...rest);
    case 'br':
      return (bytes, { maxOutputLength }, done) => zlib.brotliDecompress(bytes, { maxOutputLength }, done);
    case 'zstd':
      return (bytes, { maxOutputLength }, done) => zlib.zstdDecompress(bytes, { maxOutputLength }, done);
    default:
      return undefined;
  }
}

/**
 * Removes the content codings of `bytes`, the last applied first. Resolves to undefined if the result has more than
 * `limit` bytes.
 */
export async function decode(bytes: Uint8Array, codings: string, limit: number): Promise<Uint8Array | undefined> {
  let plain = bytes;
  const layers = codings.toLowerCase().split(',');
  // As in `fetch`, because each layer may require the full limit's work again.
  if (layers.length > 5) throw new Error('the response has more than 5 content codings');
  const { default: zlib } = await import('node:zlib'); // loaded late, because core would take longer to load
  const options = { maxOutputLength: limit, finishFlush: zlib.constants.Z_SYNC_FLUSH };
  for (const coding of layers.reverse()) {
    const decoder = findDecoder(coding.trim().replace(/^x-/, ''), zlib);
    // As in `fetch`, an unknown coding is left in place, and a truncated stream yields the part that it contains.
    if (!decoder || !plain.length) continue;
    try {
      plain = await new Promise((resolve, reject) => {
        decoder(plain, options, (error, result) => (error ? reject(error) : resolve(result)));
      });
    } catch (error) {
      if ((error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE') return undefined;
      throw error;
    }
  }
  return plain;
}

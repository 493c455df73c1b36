import { endpoint, limit } from '@x/core/provider';
import * as v from 'valibot';
import { docs, noResult } from '../declarations.ts';
import { images } from '../records/shared.ts';
import { playlistParams } from '../schema.ts';

const imageBytes = 192 * 1024;
const bytes: v.GenericSchema<Uint8Array> = v.instance(Uint8Array);

/** The cover of a playlist. */
export const playlistImage = {
  /**
   * Returns the cover in its sizes, widest first: an empty array when the playlist is empty and has no picture of its
   * own.
   */
  get: endpoint({
    method: 'GET',
    path: '/v1/playlists/{playlist_id}/images',
    personal: true,
    auth: 'app-or-user',
    params: playlistParams,
    response: images,
    docs: docs('get-playlist-cover'),
  }),

  /**
   * Replaces the cover. The new one may take a while to appear. Needs the scope `ugc-image-upload`, and the scope for
   * changing the playlist.
   */
  upload: endpoint({
    method: 'PUT',
    path: '/v1/playlists/{playlist_id}/images',
    auth: 'user',
    scopes: ['ugc-image-upload'],
    params: playlistParams,
    body: v.object({
      /** Contents of a JPEG file, 1 to 196,608 bytes (192 KiB). In base64, as the API counts, that is 256 KiB. */
      image: v.pipe(
        bytes,
        v.check(({ length }) => length > 0, `must have 1 to ${imageBytes} bytes`),
        limit(({ length }) => length <= imageBytes, `must have 1 to ${imageBytes} bytes`),
      ),
    }),
    contentType: 'image/jpeg',
    write: ({ image }: { image: Uint8Array }) => btoa(Array.from(image, (byte) => String.fromCharCode(byte)).join('')),
    ...noResult,
    docs: docs('upload-custom-playlist-cover'),
  }),
};

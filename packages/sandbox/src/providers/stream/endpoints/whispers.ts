import type { World } from '../data/world.ts';
import type { Endpoints } from '../endpoint.ts';
import { refuse } from '../errors.ts';

/** Whispers. */
export function whisperEndpoints({ blocks, whispers }: World): Endpoints {
  return {
    'POST /whispers'({ ownId: fromId, namedId: toId, body }) {
      const text = body.requiredText('message');
      if (fromId === toId) refuse(400, 'A user cannot whisper to themselves.');
      // Whispers that the recipient's settings refuse are reported. Blocked users are the only such setting here.
      if (blocks.has(toId, fromId)) refuse(400, 'The recipient takes no whispers of the sender.');
      if (!whispers().allows(fromId, toId)) refuse(429, 'Too Many Requests');
      whispers().send(fromId, toId, text);
    },
  };
}

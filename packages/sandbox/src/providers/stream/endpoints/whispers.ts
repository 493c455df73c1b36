import type { World } from '../data/world.ts';
import type { Endpoints } from '../endpoint.ts';
import { refuse } from '../errors.ts';

export function whisperEndpoints({ blocks, whispers }: World): Endpoints {
  return {
    'POST /whispers'({ ownId: fromId, namedId: toId, body }) {
      const text = body.requiredText('message');
      if (fromId === toId) refuse(400, 'A user cannot whisper to themselves.');
      // Whispers that the recipient's settings refuse get an error. Here blocking is the only such setting.
      if (blocks.has(toId, fromId)) refuse(400, 'The recipient does not accept whispers from the sender.');
      if (!whispers().allows(fromId, toId)) refuse(429, 'Too Many Requests');
      whispers().send(fromId, toId, text);
    },
  };
}

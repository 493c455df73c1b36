import type { Call, Endpoint } from '../endpoint.ts';
import { malformed, missing, refuse } from '../refusal.ts';
import { timestamp } from '../world/values.ts';
import type { World } from '../world/world.ts';
import { requireUser } from './moderated.ts';

const segments = ['broadcaster', 'developer', 'global'] as const;
const minute = 60_000;
const segmentBytes = 5 * 1024;
const chatLength = 280;
const leastDelaySeconds = 300;
const formatVersion = 1;

/** What the back end of an extension does with the JWTs it signs. */
export function extensionBackendEndpoints(world: World): Endpoint[] {
  const showSecrets = () => ({
    data: [
      {
        format_version: formatVersion,
        secrets: world.extensions().secrets.map(({ content, activeAt, expiresAt }) => ({
          content,
          active_at: timestamp(activeAt),
          expires_at: timestamp(expiresAt),
        })),
      },
    ],
  });

  /** Refuses an extension that is not the one whose back end asks. */
  function requireOwn({ token }: Call, id: string): void {
    if (id !== token.clientId) refuse(401, 'The JWT does not belong to this extension.');
  }

  function findVersion(call: Call): { id: string; version: string; name: string } {
    const id = call.body.requiredText('extension_id');
    requireOwn(call, id);
    const version = call.body.requiredText('extension_version');
    return world.extensions().find(id, version) ?? malformed('extension_version', 'there is no such version');
  }

  return [
    {
      method: 'GET',
      path: '/extensions/configurations',
      token: 'extension',
      limit: { limit: 20, windowMs: minute, per: 'segment' },
      answer(call) {
        const { query } = call;
        requireOwn(call, query.requiredText('extension_id'));
        const broadcasterId = query.id('broadcaster_id');
        query.requiredText('segment');
        const asked = query.texts('segment').map((name) => {
          const segment = segments.find((each) => each === name) ?? malformed('segment', 'there is no such segment');
          if (segment !== 'global' && broadcasterId === undefined) missing('broadcaster_id');
          return segment;
        });
        return {
          data: asked.flatMap((segment) => {
            const channel = segment === 'global' ? {} : { broadcaster_id: broadcasterId };
            const stored = world.extensions().configurations.get(segmentKey(segment, broadcasterId));
            return stored ? [{ segment, ...channel, ...stored }] : [];
          }),
        };
      },
    },
    {
      method: 'PUT',
      path: '/extensions/configurations',
      token: 'extension',
      limit: { limit: 20, windowMs: minute },
      answer(call) {
        const { body } = call;
        requireOwn(call, body.requiredText('extension_id'));
        body.requiredText('segment');
        const segment = body.choice('segment', segments) ?? missing('segment');
        const broadcasterId = segment === 'global' ? undefined : body.requiredId('broadcaster_id');
        if (broadcasterId !== undefined) requireUser(world, broadcasterId, 'broadcaster_id');
        const { configurations } = world.extensions();
        const key = segmentKey(segment, broadcasterId);
        const content = body.text('content') ?? '';
        if (Buffer.byteLength(content) > segmentBytes) malformed('content', 'the segment is limited to 5 KB');
        const version = body.text('version') ?? configurations.get(key)?.version ?? '';
        configurations.set(key, { content, version });
        return undefined;
      },
    },
    {
      method: 'PUT',
      path: '/extensions/required_configuration',
      token: 'extension',
      answer(call) {
        const broadcasterId = call.query.requiredId('broadcaster_id');
        requireUser(world, broadcasterId, 'broadcaster_id');
        const { version } = findVersion(call);
        const text = call.body.requiredText('required_configuration');
        world.extensions().required.set(broadcasterId, { version, text });
        return undefined;
      },
    },
    {
      method: 'POST',
      path: '/extensions/pubsub',
      token: 'extension',
      limit: { limit: 100, windowMs: minute },
      answer({ body, token }) {
        const targets = body.texts('target') ?? missing('target');
        const text = body.requiredText('message');
        const isGlobal = body.flag('is_global_broadcast') ?? false;
        if (isGlobal && body.has('broadcaster_id'))
          refuse(400, 'broadcaster_id may only be set if is_global_broadcast is false.');
        const broadcasterId = isGlobal ? undefined : body.requiredId('broadcaster_id');
        if (targets.length === 0 || targets.includes('global') !== isGlobal || !targets.every(isTarget))
          malformed('target', 'value must be "global" for all channels, else "broadcast" or "whisper-<user-id>"');
        const { channel_id, pubsub_perms } = token.claims ?? {};
        const allowed = pubsub_perms?.send ?? [];
        if (channel_id !== (broadcasterId ?? 'all'))
          refuse(401, 'The channel_id of the JWT is that of another channel.');
        const forbidden = targets.find((target) => !allowed.includes('*') && !allowed.includes(target));
        if (forbidden) refuse(401, `The pubsub_perms of the JWT do not allow sending to ${forbidden}.`);
        if (Buffer.byteLength(text) > segmentBytes) refuse(422, 'The message is too large.');
        const where = broadcasterId === undefined ? {} : { broadcasterId };
        world.extensions().messages.push({ by: 'pubsub', targets, ...where, text });
        return undefined;
      },
    },
    {
      method: 'POST',
      path: '/extensions/chat',
      token: 'extension',
      limit: { limit: 12, windowMs: minute },
      answer(call) {
        const broadcasterId = call.query.requiredId('broadcaster_id');
        if (call.token.claims?.channel_id !== broadcasterId)
          refuse(401, 'The ID in broadcaster_id must match the channel_id of the JWT.');
        const text = call.body.requiredText('text');
        findVersion(call);
        if ([...text].length > chatLength)
          malformed('text', `the value must be no longer than ${chatLength} characters`);
        world.extensions().messages.push({ by: 'chat', targets: ['broadcast'], broadcasterId, text });
        return undefined;
      },
    },
    {
      method: 'GET',
      path: '/extensions/jwt/secrets',
      token: 'extension',
      answer(call) {
        const id = call.query.text('extension_id');
        if (id) requireOwn(call, id);
        return showSecrets();
      },
    },
    {
      method: 'POST',
      path: '/extensions/jwt/secrets',
      token: 'extension',
      answer(call) {
        requireOwn(call, call.query.requiredText('extension_id'));
        const delay = call.query.number('delay', leastDelaySeconds, Number.MAX_SAFE_INTEGER) ?? leastDelaySeconds;
        world.extensions().addSecret(delay * 1000);
        return showSecrets();
      },
    },
  ];
}

const isTarget = (target: string) => /^(broadcast|global|whisper-.+)$/.test(target);

const segmentKey = (segment: string, broadcasterId = '') =>
  segment === 'global' ? segment : `${segment}/${broadcasterId}`;

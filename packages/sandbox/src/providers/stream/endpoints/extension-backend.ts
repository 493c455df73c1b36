import type { Random } from '../../../shared/random.ts';
import { day, hour, timestamp } from '../data/values.ts';
import type { World } from '../data/world.ts';
import { type Call, type Endpoints, requireUser } from '../endpoint.ts';
import { malformed, missing, refuse } from '../errors.ts';
import { limitValue } from '../request/query.ts';
import { readExtensionToken } from '../sign-in/extension-token.ts';

/** A message that the app's extension has sent. */
export interface ExtensionMessage {
  /** Where it was sent: over PubSub or in the chat room. */
  readonly by: 'pubsub' | 'chat';
  readonly targets: readonly string[];
  /** ID of the channel; missing for a message to all channels. */
  readonly broadcasterId?: string;
  readonly text: string;
}

const segments = ['broadcaster', 'developer', 'global'] as const;
const segmentBytes = 5 * 1024;
const chatLength = 280;
const leastDelaySeconds = 300;
const foreverMs = 36_500 * day;

const isTarget = (target: string) => /^(broadcast|global|whisper-.+)$/.test(target);

const segmentKey = (segment: string, broadcasterId = '') =>
  segment === 'global' ? segment : `${segment}/${broadcasterId}`;

/** A secret that signs JWTs, and when it is valid, in Unix milliseconds. */
interface Secret {
  readonly content: string;
  readonly activeAt: number;
  expiresAt: number;
}

/** Endpoints that an extension's back end calls with its signed JWTs. `find` returns a version of an extension. */
export class ExtensionBackend {
  private readonly world: World;
  private readonly find: (id: string, version: string) => object | undefined;
  private readonly draw: Random;
  /** Configurations by segment, and by channel if the segment has one. */
  private readonly configurations = new Map([['global', { content: '', version: '' }]]);
  /** The channels that have the configuration that a version requires. */
  private readonly configured = new Set<string>();
  private readonly secrets: Secret[];
  /** Messages the back end has sent, oldest first. */
  readonly messages: ExtensionMessage[] = [];
  readonly endpoints: Endpoints = {
    'GET /extensions/configurations': (call) => {
      const { query } = call;
      this.requireOwn(call, query.requiredText('extension_id'));
      const broadcasterId = query.id('broadcaster_id');
      query.requiredText('segment');
      const asked = query.texts('segment');
      for (const name of asked) {
        if (!segments.some((segment) => segment === name)) malformed('segment', 'there is no such segment');
        if (name !== 'global' && broadcasterId === undefined) missing('broadcaster_id');
      }
      return asked.flatMap((segment) => {
        const channel = segment === 'global' ? {} : { broadcaster_id: broadcasterId };
        const stored = this.configurations.get(segmentKey(segment, broadcasterId));
        return stored ? [{ segment, ...channel, ...stored }] : [];
      });
    },
    'PUT /extensions/configurations': (call) => {
      const { body } = call;
      this.requireOwn(call, body.requiredText('extension_id'));
      body.requiredText('segment');
      const segment = body.requiredChoice('segment', segments);
      const broadcasterId = segment === 'global' ? undefined : body.requiredId('broadcaster_id');
      if (broadcasterId !== undefined) requireUser(this.world, broadcasterId, 'broadcaster_id');
      const key = segmentKey(segment, broadcasterId);
      const content = body.text('content') ?? '';
      if (Buffer.byteLength(content) > segmentBytes) malformed('content', 'the segment is limited to 5 KB');
      this.configurations.set(key, {
        content,
        version: body.text('version') ?? this.configurations.get(key)?.version ?? '',
      });
    },
    'PUT /extensions/required_configuration': (call) => {
      this.requireVersion(call);
      call.body.requiredText('required_configuration');
      this.configured.add(call.namedId);
    },
    'POST /extensions/pubsub': ({ body, token }) => {
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
      if (channel_id !== (broadcasterId ?? 'all')) refuse(401, 'The channel_id of the JWT is that of another channel.');
      const forbidden = targets.find((target) => !allowed.includes('*') && !allowed.includes(target));
      if (forbidden) refuse(401, `The pubsub_perms of the JWT do not allow sending to ${forbidden}.`);
      if (Buffer.byteLength(text) > segmentBytes) refuse(422, 'The message is too large.');
      this.messages.push({ by: 'pubsub', targets, ...(broadcasterId !== undefined && { broadcasterId }), text });
    },
    'POST /extensions/chat': (call) => {
      const broadcasterId = call.query.requiredId('broadcaster_id');
      if (call.token.claims?.channel_id !== broadcasterId)
        refuse(401, 'The ID in broadcaster_id must match the channel_id of the JWT.');
      const text = call.body.requiredText('text');
      this.requireVersion(call);
      limitValue('text', text, chatLength);
      this.messages.push({ by: 'chat', targets: ['broadcast'], broadcasterId, text });
    },
    'GET /extensions/jwt/secrets': (call) => {
      const id = call.query.text('extension_id');
      if (id) this.requireOwn(call, id);
      return this.showSecrets();
    },
    'POST /extensions/jwt/secrets': (call) => {
      this.requireOwn(call, call.query.requiredText('extension_id'));
      const delay = call.query.number('delay', leastDelaySeconds, Number.MAX_SAFE_INTEGER) ?? leastDelaySeconds;
      const activeAt = this.world.now() + delay * 1000;
      // Tokens signed just before the change stay valid for an hour.
      for (const secret of this.secrets) secret.expiresAt = Math.min(secret.expiresAt, activeAt + hour);
      const content = Buffer.from(this.draw.text(32)).toString('base64');
      this.secrets.push({ content, activeAt, expiresAt: activeAt + foreverMs });
      return this.showSecrets();
    },
  };

  constructor(world: World, find: (id: string, version: string) => object | undefined) {
    this.world = world;
    this.find = find;
    this.draw = world.random('extension secrets');
    const { settings, epoch } = world;
    this.secrets = [{ content: settings.extension.secret, activeAt: epoch - 30 * day, expiresAt: epoch + foreverMs }];
  }

  /** Whether a channel has configured the app's extension. */
  isConfigured(id: string) {
    return this.configured.has(id) || this.configurations.has(`broadcaster/${id}`);
  }

  /** Returns the claims of a JWT signed with a valid secret. */
  read(jwt: string) {
    const valid = this.secrets.filter(
      ({ activeAt, expiresAt }) => activeAt <= this.world.now() && expiresAt > this.world.now(),
    );
    const contents = valid.map(({ content }) => content);
    return readExtensionToken(jwt, contents, this.world.now());
  }

  private showSecrets() {
    return [
      {
        format_version: 1,
        secrets: this.secrets.map(({ content, activeAt, expiresAt }) => ({
          content,
          active_at: timestamp(activeAt),
          expires_at: timestamp(expiresAt),
        })),
      },
    ];
  }

  /** Refuses an extension other than the one whose back end is calling. */
  private requireOwn({ token }: Call, id: string): void {
    if (id !== token.clientId) refuse(401, 'The JWT does not belong to this extension.');
  }

  private requireVersion(call: Call): void {
    const id = call.body.requiredText('extension_id');
    this.requireOwn(call, id);
    if (!this.find(id, call.body.requiredText('extension_version')))
      malformed('extension_version', 'there is no such version');
  }
}

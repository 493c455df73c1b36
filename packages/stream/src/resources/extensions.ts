import { endpoint, known, list, named, oneOrMany, whole } from '@x/core';
import * as v from 'valibot';
import { docs, noResult, oneRecord } from '../declarations.ts';
import { cursorPages, pageParams, singlePage } from '../paging.ts';
import { broadcasterParams, nonEmptyStringUpTo } from '../schema.ts';

const viewerFields = { viewer_url: v.string() };
const linkFields = { ...viewerFields, can_link_external_content: v.boolean() };

const extensionSchema = v.object({
  author_name: v.string(),
  bits_enabled: v.boolean(),
  can_install: v.boolean(),
  configuration_location: known('hosted', 'custom', 'none'),
  description: v.string(),
  eula_tos_url: v.string(),
  has_chat_support: v.boolean(),
  icon_url: v.string(),
  icon_urls: v.object({
    '24x24': v.optional(v.string()),
    '100x100': v.optional(v.string()),
    '300x200': v.optional(v.string()),
  }),
  id: v.string(),
  name: v.string(),
  privacy_policy_url: v.string(),
  request_identity_link: v.boolean(),
  screenshot_urls: v.array(v.string()),
  state: known(
    'Approved',
    'AssetsUploaded',
    'Deleted',
    'Deprecated',
    'InReview',
    'InTest',
    'PendingAction',
    'Rejected',
    'Released',
  ),
  subscriptions_support_level: known('none', 'optional'),
  summary: v.string(),
  support_email: v.string(),
  version: v.string(),
  viewer_summary: v.string(),
  views: v.object({
    /** Null or absent when the extension has no such view. */
    mobile: v.nullish(v.object(viewerFields)),
    /** Null or absent when the extension has no such view. */
    panel: v.nullish(v.object({ ...linkFields, height: v.number() })),
    /** Null or absent when the extension has no such view. */
    video_overlay: v.nullish(v.object(linkFields)),
    /** Null or absent when the extension has no such view. */
    component: v.nullish(
      v.object({
        ...linkFields,
        aspect_ratio_x: v.number(),
        aspect_ratio_y: v.number(),
        autoscale: v.boolean(),
        scale_pixels: v.number(),
        target_height: v.number(),
      }),
    ),
    /** Null or absent when the extension has no such view. */
    config: v.nullish(v.object(linkFields)),
  }),
  allowlisted_config_urls: v.array(v.string()),
  allowlisted_panel_urls: v.array(v.string()),
});

/** A version of an extension. `views` has those places in which it can be shown. */
export interface Extension extends v.InferOutput<typeof extensionSchema> {}

const liveChannelSchema = v.object({
  ...broadcasterParams,
  broadcaster_name: v.string(),
  game_id: v.string(),
  game_name: v.string(),
  title: v.string(),
});

/** A live channel that uses an extension. */
export interface ExtensionLiveChannel extends v.InferOutput<typeof liveChannelSchema> {}

const configurationSchema = v.object({
  segment: known('broadcaster', 'developer', 'global'),
  broadcaster_id: v.optional(v.string()),
  content: v.string(),
  version: v.string(),
});

/** A part of an extension's configuration. `broadcaster_id` is absent in the global one. */
export interface ExtensionConfiguration extends v.InferOutput<typeof configurationSchema> {}

const secretsSchema = v.object({
  format_version: v.number(),
  secrets: v.array(v.object({ content: v.string(), active_at: v.string(), expires_at: v.string() })),
});

/** Secrets that sign the tokens of an extension, each good from `active_at` to `expires_at`. */
export interface ExtensionSecrets extends v.InferOutput<typeof secretsSchema> {}

const bitsProductSchema = v.object({
  sku: v.string(),
  cost: v.object({ amount: v.number(), type: known('bits') }),
  in_development: v.boolean(),
  display_name: v.string(),
  /** RFC 3339; null, absent or empty when the product does not expire. */
  expiration: v.nullish(v.string()),
  is_broadcast: v.boolean(),
});

/** Something that an extension sells for Bits. `is_broadcast` tells all viewers of the channel of a purchase. */
export interface BitsProduct extends v.InferOutput<typeof bitsProductSchema> {}

const extensionId = { extension_id: v.string() };
const optionalVersionParams = { ...extensionId, extension_version: v.optional(v.string()) };
const versionParams = { ...extensionId, extension_version: v.string() };
const segment = v.picklist(['broadcaster', 'developer', 'global']);
const nonEmptyName = nonEmptyStringUpTo(255);

const ofChannel = <Params extends { segment: string | readonly string[]; broadcaster_id?: string | undefined }>() =>
  v.check<Params, string>(
    (params) => [params.segment].flat().every((name) => name === 'global') === (params.broadcaster_id === undefined),
    'give broadcaster_id, or only the segment global',
  );

/** Where a message goes. */
type Target = 'broadcast' | 'global' | `whisper-${string}`;

/**
 * Extensions. Calls by a signed token are made by the back end of the extension: they need the client's option
 * `extension`, and sign by themselves.
 */
export const extensions = {
  /**
   * Gives a version of an extension, by signed token; by default the one that is released. Undefined when nothing is
   * released and no version asked for.
   *
   * @see https://dev.twitch.tv/docs/api/reference/#get-extensions
   */
  get: endpoint({
    method: 'GET',
    path: '/extensions',
    auth: 'jwt',
    query: v.object(optionalVersionParams),
    ...oneRecord(v.optional(named<Extension>(extensionSchema))),
    docs: docs('get-extensions'),
  }),

  /**
   * Gives a released extension, by default in its latest version; `not_found` when it is not released.
   *
   * @see https://dev.twitch.tv/docs/api/reference/#get-released-extensions
   */
  released: endpoint({
    method: 'GET',
    path: '/extensions/released',
    auth: 'app-or-user',
    query: v.object(optionalVersionParams),
    ...oneRecord(named<Extension>(extensionSchema)),
    docs: docs('get-released-extensions'),
  }),

  /**
   * Lists live channels that have installed or activated an extension, some minutes late. `not_found` when there is no
   * such extension, or no live channel uses it.
   *
   * @see https://dev.twitch.tv/docs/api/reference/#get-extension-live-channels
   */
  live: list({
    method: 'GET',
    path: '/extensions/live',
    auth: 'app-or-user',
    query: v.object({ ...extensionId, ...pageParams }),
    item: named<ExtensionLiveChannel>(liveChannelSchema),
    // Here the cursor stands by itself.
    paging: { ...cursorPages, cursor: 'pagination' },
    docs: docs('get-extension-live-channels'),
  }),

  /** What an extension keeps with the platform, by signed token; at most 20 calls a minute and segment. */
  configurations: {
    /**
     * Lists segments of the configuration. `broadcaster_id` goes with `broadcaster` and `developer`, and not with
     * `global` alone.
     *
     * @see https://dev.twitch.tv/docs/api/reference/#get-extension-configuration-segment
     */
    list: list({
      method: 'GET',
      path: '/extensions/configurations',
      auth: 'jwt',
      query: v.pipe(
        v.object({ ...extensionId, segment: oneOrMany(segment, 3), broadcaster_id: v.optional(v.string()) }),
        ofChannel(),
      ),
      item: named<ExtensionConfiguration>(configurationSchema),
      paging: singlePage,
      docs: docs('get-extension-configuration-segment'),
    }),

    /**
     * Writes a segment, of up to 5 KB; `version` defaults to the latest. Channels where the extension is active are not
     * told.
     *
     * @see https://dev.twitch.tv/docs/api/reference/#set-extension-configuration-segment
     */
    update: endpoint({
      method: 'PUT',
      path: '/extensions/configurations',
      auth: 'jwt',
      body: v.pipe(
        v.object({
          ...extensionId,
          segment,
          broadcaster_id: v.optional(v.string()),
          content: v.optional(v.string()),
          version: v.optional(v.string()),
        }),
        ofChannel(),
      ),
      ...noResult,
      docs: docs('set-extension-configuration-segment'),
    }),

    /**
     * Writes the text that says that a broadcaster has configured a version of the extension, where it must be
     * configured before it is activated.
     *
     * @see https://dev.twitch.tv/docs/api/reference/#set-extension-required-configuration
     */
    updateRequired: endpoint({
      method: 'PUT',
      path: '/extensions/required_configuration',
      auth: 'jwt',
      query: v.object(broadcasterParams),
      body: v.object({ ...versionParams, required_configuration: v.string() }),
      ...noResult,
      docs: docs('set-extension-required-configuration'),
    }),
  },

  /** Messages to the viewers of an extension, by signed token. */
  pubsub: {
    /**
     * Sends a message of up to 5 KB to the viewers of a channel (`target` `['broadcast']`), to one of them
     * (`whisper-<user id>`), or with `is_global_broadcast` and without `broadcaster_id` to all channels
     * (`['global']`). At most 100 a minute and channel. `rejected` when it is too large.
     *
     * @see https://dev.twitch.tv/docs/api/reference/#send-extension-pubsub-message
     */
    send: endpoint({
      method: 'POST',
      path: '/extensions/pubsub',
      auth: 'jwt',
      body: v.pipe(
        v.object({
          target: v.pipe(v.array(v.string() as v.GenericSchema<Target>), v.nonEmpty()),
          broadcaster_id: v.optional(v.string()),
          is_global_broadcast: v.optional(v.boolean()),
          message: v.string(),
        }),
        v.check(
          (params) => (params.broadcaster_id === undefined) === (params.is_global_broadcast === true),
          'give broadcaster_id, or is_global_broadcast: true',
        ),
      ),
      ...noResult,
      docs: docs('send-extension-pubsub-message'),
    }),
  },

  /** Chat, where the extension writes under its own name; by signed token. */
  chat: {
    /**
     * Writes up to 280 characters into the chat of a channel; at most 12 messages a minute and channel.
     *
     * @see https://dev.twitch.tv/docs/api/reference/#send-extension-chat-message
     */
    send: endpoint({
      method: 'POST',
      path: '/extensions/chat',
      auth: 'jwt',
      query: v.object(broadcasterParams),
      body: v.object({ ...versionParams, text: nonEmptyStringUpTo(280) }),
      ...noResult,
      docs: docs('send-extension-chat-message'),
    }),
  },

  /** Secrets that sign the tokens of an extension; by signed token. */
  secrets: {
    /**
     * Lists the secrets that can be used.
     *
     * @see https://dev.twitch.tv/docs/api/reference/#get-extension-secrets
     */
    list: list({
      method: 'GET',
      path: '/extensions/jwt/secrets',
      auth: 'jwt',
      query: v.object(extensionId),
      item: named<ExtensionSecrets>(secretsSchema),
      paging: singlePage,
      docs: docs('get-extension-secrets'),
    }),

    /**
     * Makes a secret that takes the place of the others in `delay` seconds, at least 300 (the default), and gives it
     * with those. Make sure that it gets to where tokens are checked before that.
     *
     * @see https://dev.twitch.tv/docs/api/reference/#create-extension-secret
     */
    create: endpoint({
      method: 'POST',
      path: '/extensions/jwt/secrets',
      auth: 'jwt',
      query: v.object({ ...extensionId, delay: v.optional(whole(300)) }),
      ...oneRecord(named<ExtensionSecrets>(secretsSchema)),
      docs: docs('create-extension-secret'),
    }),
  },

  /** What an extension sells for Bits. The extension is the app of the token. */
  products: {
    /**
     * Lists the products by `sku`; with `should_include_all` those that are disabled or expired too.
     *
     * @see https://dev.twitch.tv/docs/api/reference/#get-extension-bits-products
     */
    list: list({
      method: 'GET',
      path: '/bits/extensions',
      auth: 'app',
      query: v.object({ should_include_all: v.optional(v.boolean()) }),
      item: named<BitsProduct>(bitsProductSchema),
      paging: singlePage,
      docs: docs('get-extension-bits-products'),
    }),

    /**
     * Adds a product, or changes the one with this `sku`: up to 255 letters, digits, `-`, `_` and `.`. It costs 1 to
     * 10,000 Bits; `display_name` has up to 255 characters; an `expiration` (RFC 3339) in the past disables it. Gives
     * the products.
     *
     * @see https://dev.twitch.tv/docs/api/reference/#update-extension-bits-product
     */
    update: endpoint({
      method: 'PUT',
      path: '/bits/extensions',
      auth: 'app',
      body: v.object({
        sku: nonEmptyName,
        cost: v.object({ amount: whole(1, 10_000), type: v.picklist(['bits']) }),
        display_name: nonEmptyName,
        in_development: v.optional(v.boolean()),
        expiration: v.optional(v.string()),
        is_broadcast: v.optional(v.boolean()),
      }),
      response: v.object({ data: v.array(named<BitsProduct>(bitsProductSchema)) }),
      unwrap: 'data',
      docs: docs('update-extension-bits-product'),
    }),
  },
};

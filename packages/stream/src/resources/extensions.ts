import { endpoint, list, named, oneOf, oneOrMany, whole } from '@x/core/provider';
import * as v from 'valibot';
import { docs, noResult, oneRecord } from '../declarations.ts';
import { cursorPages, pageParams, singlePage } from '../paging.ts';
import {
  type BitsProduct,
  bitsProductSchema,
  configurationSchema,
  type Extension,
  type ExtensionConfiguration,
  type ExtensionLiveChannel,
  type ExtensionSecrets,
  extensionSchema,
  liveChannelSchema,
  secretsSchema,
} from '../records/extensions.ts';
import { broadcasterParams, nonEmptyStringUpTo } from '../schema.ts';

const extensionId = {
  /** Client ID of the extension. */
  extension_id: v.string(),
};
const optionalVersionParams = {
  ...extensionId,
  /** Version of the extension. Default: the released version. */
  extension_version: v.optional(v.string()),
};
const versionParams = {
  ...extensionId,
  /** Version of the extension, such as `1.0.0`. */
  extension_version: v.string(),
};
const segment = oneOf(['broadcaster', 'developer', 'global']);
const nonEmptyName = nonEmptyStringUpTo(255);

const ofChannel = <Params extends { segment: string | readonly string[]; broadcaster_id?: string | undefined }>() =>
  v.check<Params, string>(
    (params) => [params.segment].flat().every((name) => name === 'global') === (params.broadcaster_id === undefined),
    'pass broadcaster_id, or only the segment global',
  );

/** Who receives a message. */
type Target = 'broadcast' | 'global' | `whisper-${string}`;

/**
 * Extensions. Calls that use a signed token are made by the back end of an extension: they need the client's option
 * `extension`, and are signed automatically.
 */
export const extensions = {
  /**
   * Returns a version of an extension, or undefined when no version is released and none is passed. Uses a signed
   * token.
   */
  get: endpoint({
    method: 'GET',
    path: '/extensions',
    auth: 'jwt',
    query: v.object(optionalVersionParams),
    ...oneRecord(v.optional(named<Extension>(extensionSchema))),
    docs: docs('extensions/#get-extensions'),
  }),

  /** Returns a released version of an extension. Fails with `not_found` when it is not released. */
  released: endpoint({
    method: 'GET',
    path: '/extensions/released',
    auth: 'app-or-user',
    query: v.object(optionalVersionParams),
    ...oneRecord(named<Extension>(extensionSchema)),
    docs: docs('extensions/#get-released-extensions'),
  }),

  /**
   * Lists the live channels that have installed or activated an extension, some minutes late. Fails with `not_found`
   * when there is no such extension or no live channel uses it.
   */
  live: list({
    method: 'GET',
    path: '/extensions/live',
    auth: 'app-or-user',
    query: v.object({ ...extensionId, ...pageParams }),
    item: named<ExtensionLiveChannel>(liveChannelSchema),
    // Here `pagination` is the cursor itself, not an object.
    paging: { ...cursorPages, cursor: 'pagination' },
    docs: docs('extensions/#get-extension-live-channels'),
  }),

  /**
   * Configuration of an extension that the platform stores, in segments; at most 20 calls per minute and segment. These
   * calls use a signed token.
   */
  configurations: {
    /** Lists segments of the configuration, in the order in which they are passed. */
    list: list({
      method: 'GET',
      path: '/extensions/configurations',
      auth: 'jwt',
      query: v.pipe(
        v.object({
          ...extensionId,
          /** Segments to return. */
          segment: oneOrMany(segment, 3),
          /**
           * User ID of the broadcaster. Required for the segments `broadcaster` and `developer`; leave it out when only
           * `global` is listed.
           */
          broadcaster_id: v.optional(v.string()),
        }),
        ofChannel(),
      ),
      item: named<ExtensionConfiguration>(configurationSchema),
      paging: singlePage,
      docs: docs('extensions/#get-extension-configuration-segment'),
    }),

    /** Writes a segment of the configuration. Channels where the extension is active are not notified. */
    update: endpoint({
      method: 'PUT',
      path: '/extensions/configurations',
      auth: 'jwt',
      body: v.pipe(
        v.object({
          ...extensionId,
          /** Segment to write. */
          segment,
          /**
           * User ID of the broadcaster. Required for the segments `broadcaster` and `developer`; leave it out for
           * `global`.
           */
          broadcaster_id: v.optional(v.string()),
          /** New content, up to 5 KB: plain text, or JSON as a string. */
          content: v.optional(v.string()),
          /** Version of the content. Default: the latest version. */
          version: v.optional(v.string()),
        }),
        ofChannel(),
      ),
      ...noResult,
      docs: docs('extensions/#set-extension-configuration-segment'),
    }),

    /**
     * Marks a version as configured by a broadcaster, for extensions that must be configured before they are activated.
     */
    updateRequired: endpoint({
      method: 'PUT',
      path: '/extensions/required_configuration',
      auth: 'jwt',
      query: v.object(broadcasterParams),
      body: v.object({
        ...versionParams,
        /** String that the version's settings demand; writing it marks the version as configured. */
        required_configuration: v.string(),
      }),
      ...noResult,
      docs: docs('extensions/#set-extension-required-configuration'),
    }),
  },

  /** Messages to the viewers of an extension. These calls use a signed token. */
  pubsub: {
    /**
     * Sends a message to the viewers of a channel, to one viewer, or to all channels; at most 100 per minute and
     * channel. Fails with `rejected` when the message is too large.
     */
    send: endpoint({
      method: 'POST',
      path: '/extensions/pubsub',
      auth: 'jwt',
      body: v.pipe(
        v.object({
          /**
           * Who receives the message: `broadcast` (all viewers of the channel), `whisper-<user id>` (one viewer), or
           * `global` (all channels).
           */
          target: v.pipe(v.array(v.string() as v.GenericSchema<Target>), v.nonEmpty()),
          /** User ID of the broadcaster. Required unless `is_global_broadcast` is true. */
          broadcaster_id: v.optional(v.string()),
          /**
           * Whether to send to all channels where the extension is active; `target` is then `['global']`. Default
           * false.
           */
          is_global_broadcast: v.optional(v.boolean()),
          /** Message of up to 5 KB: plain text, or JSON as a string. */
          message: v.string(),
        }),
        v.check(
          (params) => (params.broadcaster_id === undefined) === (params.is_global_broadcast === true),
          'pass broadcaster_id, or is_global_broadcast: true',
        ),
      ),
      ...noResult,
      docs: docs('extensions/#send-extension-pubsub-message'),
    }),
  },

  /** Chat messages that the extension writes under its own name. These calls use a signed token. */
  chat: {
    /** Writes a message to the chat of a channel; at most 12 per minute and channel. */
    send: endpoint({
      method: 'POST',
      path: '/extensions/chat',
      auth: 'jwt',
      query: v.object(broadcasterParams),
      body: v.object({
        ...versionParams,
        /** Text of the message, 1 to 280 characters. */
        text: nonEmptyStringUpTo(280),
      }),
      ...noResult,
      docs: docs('extensions/#send-extension-chat-message'),
    }),
  },

  /** Secrets that sign the tokens of an extension. These calls use a signed token. */
  secrets: {
    /** Lists the secrets that are valid. */
    list: list({
      method: 'GET',
      path: '/extensions/jwt/secrets',
      auth: 'jwt',
      query: v.object(extensionId),
      item: named<ExtensionSecrets>(secretsSchema),
      paging: singlePage,
      docs: docs('extensions/#get-extension-secrets'),
    }),

    /**
     * Creates a secret that replaces the others after `delay`, and returns all secrets. Deploy it to everything that
     * verifies tokens before then.
     */
    create: endpoint({
      method: 'POST',
      path: '/extensions/jwt/secrets',
      auth: 'jwt',
      query: v.object({
        ...extensionId,
        /** Seconds until the new secret becomes active, at least 300. Default 300. */
        delay: v.optional(whole(300)),
      }),
      ...oneRecord(named<ExtensionSecrets>(secretsSchema)),
      docs: docs('extensions/#create-extension-secret'),
    }),
  },

  /** Products that an extension sells for Bits. The extension must be the app of the token. */
  products: {
    /** Lists the products, by `sku`. */
    list: list({
      method: 'GET',
      path: '/bits/extensions',
      auth: 'app',
      query: v.object({
        /** Whether to include products that are disabled or expired. Default false. */
        should_include_all: v.optional(v.boolean()),
      }),
      item: named<BitsProduct>(bitsProductSchema),
      paging: singlePage,
      docs: docs('extensions/#get-extension-bits-products'),
    }),

    /** Adds a product, or changes the one with this `sku`, and returns all products. */
    update: endpoint({
      method: 'PUT',
      path: '/bits/extensions',
      auth: 'app',
      body: v.object({
        /** ID of the product, 1 to 255 letters, digits, `-`, `_` and `.`; unique within the extension. */
        sku: nonEmptyName,
        /** Price of the product. */
        cost: v.object({
          /** Number of Bits, 1 to 10,000. */
          amount: whole(1, 10_000),
          /** Currency of the price; always `bits`. */
          type: oneOf(['bits']),
        }),
        /** Name of the product that viewers see, 1 to 255 characters. */
        display_name: nonEmptyName,
        /** Whether the product is still being tested, and cannot be bought by viewers. Default false. */
        in_development: v.optional(v.boolean()),
        /** When the product expires, RFC 3339. A time in the past disables it. Default: never. */
        expiration: v.optional(v.string()),
        /** Whether all instances of the extension in a channel are notified of a purchase. Default false. */
        is_broadcast: v.optional(v.boolean()),
      }),
      response: v.object({ data: v.array(named<BitsProduct>(bitsProductSchema)) }),
      unwrap: 'data',
      docs: docs('extensions/#update-extension-bits-product'),
    }),
  },
};

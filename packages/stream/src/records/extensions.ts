import { known } from '@x/core/provider';
import * as v from 'valibot';
import { broadcasterParams } from '../schema.ts';

const viewerFields = {
  /** Address of the HTML file that viewers see. */
  viewer_url: v.string(),
};
const linkFields = {
  ...viewerFields,
  /** Whether the view may link to content outside of the platform. */
  can_link_external_content: v.boolean(),
};

export const extensionSchema = v.object({
  /** Name of the extension's owner. */
  author_name: v.string(),
  /** Whether the extension has features that cost Bits. */
  bits_enabled: v.boolean(),
  /** Whether users can install the extension. */
  can_install: v.boolean(),
  /** Where the configuration is stored: with the platform (`hosted`), by the extension (`custom`), or nowhere. */
  configuration_location: known('hosted', 'custom', 'none'),
  /** Long description, shown on the page of the extension. */
  description: v.string(),
  /** Address of the terms of service. */
  eula_tos_url: v.string(),
  /** Whether the extension can write to chats. */
  has_chat_support: v.boolean(),
  /** Address of the default icon. */
  icon_url: v.string(),
  /** Addresses of the icons by size in pixels. */
  icon_urls: v.object({
    /** Icon of 24 by 24 pixels. */
    '24x24': v.optional(v.string()),
    /** Icon of 100 by 100 pixels. */
    '100x100': v.optional(v.string()),
    /** Icon of 300 by 200 pixels. */
    '300x200': v.optional(v.string()),
  }),
  /** Client ID of the extension. */
  id: v.string(),
  /** Name of the extension. */
  name: v.string(),
  /** Address of the privacy policy. */
  privacy_policy_url: v.string(),
  /** Whether the extension asks viewers to share their user ID. */
  request_identity_link: v.boolean(),
  /** Addresses of screenshots. */
  screenshot_urls: v.array(v.string()),
  /** State of this version. */
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
  /** Whether the extension can see whether a viewer subscribes to the channel. */
  subscriptions_support_level: known('none', 'optional'),
  /** Short description of the extension. */
  summary: v.string(),
  /** Email address for support. */
  support_email: v.string(),
  /** Version number of this version. */
  version: v.string(),
  /** Short description for viewers. */
  viewer_summary: v.string(),
  /** Places where the extension can be shown. */
  views: v.object({
    /** View in mobile apps. Null or absent when the extension has none. */
    mobile: v.nullish(v.object(viewerFields)),
    /** Panel below the video. Null or absent when the extension has none. */
    panel: v.nullish(
      v.object({
        ...linkFields,
        /** Height of the panel in pixels. */
        height: v.number(),
      }),
    ),
    /** View on top of the whole video. Null or absent when the extension has none. */
    video_overlay: v.nullish(v.object(linkFields)),
    /** View on top of a part of the video. Null or absent when the extension has none. */
    component: v.nullish(
      v.object({
        ...linkFields,
        /** Width of the component, in relation to `aspect_ratio_y`. */
        aspect_ratio_x: v.number(),
        /** Height of the component, in relation to `aspect_ratio_x`. */
        aspect_ratio_y: v.number(),
        /** Whether the content is scaled with the size of the player. */
        autoscale: v.boolean(),
        /** Width in pixels that the content is made for, when it is scaled. */
        scale_pixels: v.number(),
        /** Height of the component, as a share of the video's height. */
        target_height: v.number(),
      }),
    ),
    /** Configuration page. Null or absent when the extension has none. */
    config: v.nullish(v.object(linkFields)),
  }),
  /** Addresses that the configuration page may contact. */
  allowlisted_config_urls: v.array(v.string()),
  /** Addresses that the other views may contact. */
  allowlisted_panel_urls: v.array(v.string()),
});

/** A version of an extension. `views` has the places where it can be shown. */
export interface Extension extends v.InferOutput<typeof extensionSchema> {}

export const liveChannelSchema = v.object({
  ...broadcasterParams,
  /** Display name of the broadcaster. */
  broadcaster_name: v.string(),
  /** ID of the game that is played; empty when none is set. */
  game_id: v.string(),
  /** Name of the game that is played; empty when none is set. */
  game_name: v.string(),
  /** Title of the broadcast; may be empty. */
  title: v.string(),
});

/** A live channel that uses an extension. */
export interface ExtensionLiveChannel extends v.InferOutput<typeof liveChannelSchema> {}

export const configurationSchema = v.object({
  /** Part of the configuration. */
  segment: known('broadcaster', 'developer', 'global'),
  /** User ID of the broadcaster whose channel it is for. Absent in the segment `global`. */
  broadcaster_id: v.optional(v.string()),
  /** Content of the segment: plain text, or JSON as a string. */
  content: v.string(),
  /** Version of the content, chosen by the extension. */
  version: v.string(),
});

/** A segment of an extension's configuration. */
export interface ExtensionConfiguration extends v.InferOutput<typeof configurationSchema> {}

export const secretsSchema = v.object({
  /** Version of the format of the secrets. */
  format_version: v.number(),
  /** Secrets of the extension, each with its validity. */
  secrets: v.array(
    v.object({
      /** Secret that signs tokens, in base64. Do not log it. */
      content: v.string(),
      /** From when the secret may sign tokens, RFC 3339. */
      active_at: v.string(),
      /** Time until which tokens of the secret are valid, RFC 3339. */
      expires_at: v.string(),
    }),
  ),
});

/** Secrets that sign the tokens of an extension. */
export interface ExtensionSecrets extends v.InferOutput<typeof secretsSchema> {}

export const bitsProductSchema = v.object({
  /** ID of the product, unique within the extension. */
  sku: v.string(),
  /** Price of the product. */
  cost: v.object({
    /** Number of Bits, 1 to 10,000. */
    amount: v.number(),
    /** Currency of the price; always `bits`. */
    type: known('bits'),
  }),
  /** Whether the product is still being tested, and cannot be bought by viewers. */
  in_development: v.boolean(),
  /** Name of the product that viewers see. */
  display_name: v.string(),
  /** When the product expires, RFC 3339. Null, absent or empty when it does not expire. */
  expiration: v.nullish(v.string()),
  /** Whether all instances of the extension in a channel are notified of a purchase. */
  is_broadcast: v.boolean(),
});

/** A product that an extension sells for Bits. */
export interface BitsProduct extends v.InferOutput<typeof bitsProductSchema> {}

import type { ExtensionType } from '../../../data/stream-extras.ts';
import type { Endpoint } from '../endpoint.ts';
import { malformed, missing, refuse } from '../refusal.ts';
import type { Extension } from '../world/extensions.ts';
import { assetHost } from '../world/values.ts';
import type { World } from '../world/world.ts';

/** Extensions, as anybody may see them, and what they sell. */
export function extensionEndpoints(world: World): Endpoint[] {
  return [
    {
      method: 'GET',
      path: '/extensions',
      token: 'extension',
      answer({ query }) {
        const id = query.requiredText('extension_id');
        const { all, find } = world.extensions();
        if (!all.some((each) => each.id === id)) refuse(404, 'The extension was not found.');
        const found = find(id, query.text('extension_version'));
        return { data: found ? [show(found)] : [] };
      },
    },
    {
      method: 'GET',
      path: '/extensions/released',
      answer({ query }) {
        const found = world.extensions().find(query.requiredText('extension_id'), query.text('extension_version'));
        return {
          data: [found?.state === 'Released' ? show(found) : refuse(404, 'There is no such released extension.')],
        };
      },
    },
    {
      method: 'GET',
      path: '/extensions/live',
      answer({ query, page }) {
        const id = query.requiredText('extension_id');
        const { installed } = world.extensions();
        const live = world.streams().filter((stream) => installed(stream.user_id).some((each) => each.id === id));
        if (live.length === 0) refuse(404, 'The extension was not found, or is in no live stream.');
        const { data, pagination } = page(live);
        return {
          data: data.flatMap(({ user_id }) => {
            const channel = world.channels().get(user_id);
            if (!channel) return [];
            const { broadcaster_id, broadcaster_name, game_name, game_id, title } = channel;
            return [{ broadcaster_id, broadcaster_name, game_name, game_id, title }];
          }),
          // Here, unlike anywhere else, it is the cursor itself.
          pagination: pagination.cursor ?? '',
        };
      },
    },
    {
      method: 'GET',
      path: '/extensions/transactions',
      token: 'app',
      answer({ query, token, page }) {
        if (query.requiredText('extension_id') !== token.clientId)
          refuse(401, 'The ID in extension_id must match the client ID of the access token.');
        const ids = query.texts('id');
        const { transactions } = world.shop();
        if (ids.some((id) => !transactions.some((each) => each.id === id)))
          refuse(404, 'One or more of the transactions were not found.');
        return page(ids.length > 0 ? transactions.filter(({ id }) => ids.includes(id)) : transactions);
      },
    },
    {
      method: 'GET',
      path: '/bits/extensions',
      token: 'app',
      answer({ query }) {
        const all = query.flag('should_include_all') ?? false;
        const isOnSale = (expiration: string) => !expiration || Date.parse(expiration) > world.now();
        const products = [...world.shop().products.values()].filter((each) => all || isOnSale(each.expiration));
        return { data: products.sort((one, other) => (one.sku < other.sku ? -1 : 1)) };
      },
    },
    {
      method: 'PUT',
      path: '/bits/extensions',
      token: 'app',
      answer({ body }) {
        const sku = body.requiredText('sku');
        if (!/^[\w.-]{1,255}$/.test(sku))
          malformed('sku', 'value may have letters, digits, dashes, underscores, periods');
        const cost = body.object('cost') ?? missing('cost');
        const amount = cost.requiredInt('amount', 1, 10_000);
        const type = cost.choice('type', ['bits']) ?? missing('type');
        const display_name = body.requiredText('display_name');
        if ([...display_name].length > 255)
          malformed('display_name', 'the value must be no longer than 255 characters');
        const expiration = body.time('expiration') === undefined ? '' : (body.text('expiration') ?? '');
        const { products } = world.shop();
        const product = {
          sku,
          cost: { amount, type },
          in_development: body.flag('in_development') ?? false,
          display_name,
          expiration,
          is_broadcast: body.flag('is_broadcast') ?? false,
        };
        products.set(sku, product);
        return { data: [product] };
      },
    },
  ];
}

function show({ id, version, name, types, state }: Extension) {
  // A view the extension does not have is there all the same, without an address.
  const page = (view: string, type?: ExtensionType) => ({
    viewer_url: type && !types.includes(type) ? '' : `https://${id}.ext.example/${id}/${version}/${view}.html`,
    can_link_external_content: false,
  });
  const icon = (size: string) => `${assetHost}/extensions/${id}/${version}/${size}.png`;
  return {
    author_name: 'Sandbox Developers',
    bits_enabled: true,
    can_install: state === 'Released',
    configuration_location: 'hosted',
    description: `${name} for the channel page.`,
    eula_tos_url: '',
    has_chat_support: true,
    icon_url: icon('100x100'),
    icon_urls: { '100x100': icon('100x100'), '24x24': icon('24x24'), '300x200': icon('300x200') },
    id,
    name,
    privacy_policy_url: '',
    request_identity_link: false,
    screenshot_urls: [icon('1024x768')],
    state,
    subscriptions_support_level: 'optional',
    summary: name,
    support_email: 'support@mail.example',
    version,
    viewer_summary: `Shows ${name}.`,
    views: {
      mobile: { viewer_url: page('mobile', 'mobile').viewer_url },
      panel: { ...page('panel', 'panel'), height: 300 },
      video_overlay: page('video_overlay', 'overlay'),
      component: {
        ...page('component', 'component'),
        aspect_ratio_x: 48_000,
        aspect_ratio_y: 36_000,
        autoscale: true,
        scale_pixels: 1024,
        target_height: 5333,
      },
      config: page('config'),
    },
    allowlisted_config_urls: [],
    allowlisted_panel_urls: [],
  };
}

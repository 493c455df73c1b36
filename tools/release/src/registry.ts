import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';

/** A version's package.json as it was published, with where its tarball lies. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly dependencies?: Record<string, string>;
  readonly devDependencies?: Record<string, string>;
  readonly dist: { tarball: string };
}

/** What a registry knows of a package. */
interface Packument {
  readonly name: string;
  readonly 'dist-tags': Record<string, string>;
  readonly versions: Record<string, Manifest>;
}

/** What `npm publish` sends: a packument of one version, with the tarball inside. */
interface Publication extends Packument {
  readonly _attachments: Record<string, { readonly data: string }>;
}

export interface Registry {
  /** Its address, without a slash at the end. */
  readonly url: string;
  /** The token that `Authorization: Bearer` must contain in writes. */
  readonly token: string;
  /** The packages published here, by name. */
  readonly packages: ReadonlyMap<string, Packument>;
  /** The gzipped tarball of a version published here. */
  tarball(name: string, version: string): Buffer;
  close(): Promise<void>;
}

const tarballPath = (name: string, version: string) => `/${name}/-/${name.replace(/^@.+\//, '')}-${version}.tgz`;

/**
 * Starts an npm registry on a free loopback port, which holds in memory what is published to it: publishing, packuments, tarballs and
 * dist-tags. Everything else is read from the registry `upstream`, except for the names of `own`: those exist only once published.
 * It is what a rehearsal needs of one, so that none has to be installed for that.
 */
export async function startRegistry(upstream: string, own: (name: string) => boolean): Promise<Registry> {
  const packages = new Map<string, Packument>();
  const tarballs = new Map<string, Buffer>();
  /** Where upstream keeps a tarball: not every registry keeps it below the package's name. */
  const origins = new Map<string, string>();
  const token = randomUUID();
  const base = upstream.replace(/\/$/, '');

  // `@scope/name` comes as `@scope%2fname` from some clients.
  const app = new Hono({ getPath: ({ url }) => decodeURIComponent(new URL(url).pathname) });
  const name = ':name{(?:@[^/]+/)?[^/@]+}';

  app.on(['PUT', 'POST', 'DELETE'], '*', async (context, next) =>
    context.req.header('authorization') === `Bearer ${token}` ? next() : context.json({ error: 'no valid token' }, 401),
  );

  app.put(`/${name}`, async (context) => {
    const publication = await context.req.json<Publication>();
    const known = packages.get(publication.name) ?? { ...publication, versions: {}, 'dist-tags': {} };
    for (const version of Object.keys(publication.versions))
      if (known.versions[version]) return context.json({ error: `${version} is published already` }, 403);
    for (const [version, manifest] of Object.entries(publication.versions)) {
      const path = tarballPath(publication.name, version);
      const [attachment] = Object.values(publication._attachments);
      tarballs.set(path, Buffer.from(attachment?.data ?? '', 'base64'));
      known.versions[version] = { ...manifest, dist: { ...manifest.dist, tarball: url + path } };
    }
    Object.assign(known['dist-tags'], publication['dist-tags']);
    packages.set(publication.name, { name: known.name, 'dist-tags': known['dist-tags'], versions: known.versions });
    return context.json({ ok: true }, 201);
  });

  app.get(`/-/package/${name}/dist-tags`, (context) => {
    const found = packages.get(context.req.param('name'));
    return found ? context.json(found['dist-tags']) : context.json({ error: 'not found' }, 404);
  });

  app.put(`/-/package/${name}/dist-tags/:tag`, async (context) => {
    const { name, tag } = context.req.param();
    const found = packages.get(name);
    const version = await context.req.json<string>();
    if (!found?.versions[version]) return context.json({ error: 'not found' }, 404);
    found['dist-tags'][tag] = version;
    return context.json({ ok: true });
  });

  app.get(`/${name}`, async (context) => {
    const asked = context.req.param('name');
    const found = packages.get(asked);
    if (found) return context.json(found);
    if (own(asked)) return context.json({ error: 'not found' }, 404);
    const answer = await fetch(`${base}/${asked.replace('/', '%2f')}`, {
      headers: { accept: context.req.header('accept') ?? 'application/json' },
    });
    if (!answer.ok) return new Response(await answer.text(), { status: answer.status });
    const packument = (await answer.json()) as Packument;
    for (const { version, dist } of Object.values(packument.versions)) {
      const path = tarballPath(asked, version);
      origins.set(path, dist.tarball);
      dist.tarball = url + path;
    }
    return context.json(packument);
  });

  app.get(`/${name}/-/:file`, async (context) => {
    const { path } = context.req;
    const found = tarballs.get(path);
    if (found) return new Response(new Uint8Array(found));
    if (own(context.req.param('name'))) return context.json({ error: 'not found' }, 404);
    const answer = await fetch(origins.get(path) ?? base + path);
    return new Response(answer.body, { status: answer.status });
  });

  const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 });
  await new Promise((resolve) => server.once('listening', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    url,
    token,
    packages,
    tarball(name, version) {
      const found = tarballs.get(tarballPath(name, version));
      if (!found) throw new Error(`${name}@${version} is not published`);
      return found;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        if ('closeAllConnections' in server) server.closeAllConnections();
      }),
  };
}

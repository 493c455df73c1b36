import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { listen } from '@x/testing/programs';

/** A version's package.json as it was published, with the address of its tarball. */
interface Manifest {
  readonly [field: string]: unknown;
  readonly dependencies?: Record<string, string>;
  readonly dist: { readonly tarball: string };
}

/** A registry's record of a package. */
interface Packument {
  readonly name: string;
  readonly 'dist-tags': Record<string, string>;
  readonly versions: Record<string, Manifest>;
}

/** Body that `npm publish` sends: a packument of one version that contains the tarball. */
interface Publication extends Packument {
  readonly _attachments: Record<string, { readonly data: string }>;
}

/** An npm registry for a rehearsal. */
export interface Registry {
  /** Address, without a trailing slash. */
  readonly url: string;
  /** The packages published here, by name. */
  readonly packages: ReadonlyMap<string, Packument>;
}

/** Starts an npm registry on a free loopback port. It keeps published packages in memory, and has no others. */
export async function startRegistry(): Promise<Registry> {
  const packages = new Map<string, Packument>();
  const tarballs = new Map<string, Buffer>();
  const server = createServer(async (request, response) => {
    const respond = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const path = decodeURIComponent(new URL(request.url ?? '/', url).pathname); // npm sends `@x/core` as `@x%2fcore`
    if (request.method === 'PUT') {
      const { name, versions, 'dist-tags': tags, _attachments } = (await json(request)) as Publication;
      const known = packages.get(name) ?? { name, versions: {}, 'dist-tags': {} };
      const [[version, manifest] = ['', undefined]] = Object.entries(versions);
      const [{ data } = { data: '' }] = Object.values(_attachments);
      if (!manifest || known.versions[version])
        return respond(403, { error: `${name}@${version} is already published` });
      const file = `/${name}/-/${version}.tgz`;
      tarballs.set(file, Buffer.from(data, 'base64'));
      known.versions[version] = { ...manifest, dist: { ...manifest.dist, tarball: url + file } };
      Object.assign(known['dist-tags'], tags);
      packages.set(name, known);
      return respond(201, { ok: true });
    }
    const tarball = tarballs.get(path);
    if (tarball) return response.end(tarball);
    const found = packages.get(path.slice(1));
    return found ? respond(200, found) : respond(404, { error: 'not found' });
  });
  const url = await listen(server);
  return { url, packages };
}

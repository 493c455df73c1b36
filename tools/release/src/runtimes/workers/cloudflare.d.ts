/** The parts of Cloudflare's runtime that the worker imports. */
declare module 'cloudflare:workers' {
  export const env: unknown;
}

/** The parts of its runtime that a worker imports. */
declare module 'cloudflare:workers' {
  export const env: unknown;
}

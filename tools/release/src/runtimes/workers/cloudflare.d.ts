/** What a worker imports of its runtime. */
declare module 'cloudflare:workers' {
  export const env: unknown;
}

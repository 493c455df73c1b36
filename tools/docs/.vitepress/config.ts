// Node loads the configuration, because VitePress's own bundler resolves our packages only once they are built.
export default (await import(new URL('../src/config.ts', import.meta.url).href)).default;

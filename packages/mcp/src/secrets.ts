import type { Grant, TokenStore } from '@x/core';

/** Length of the shortest secret that is hidden. Shorter ones would be found in every other word. */
const shortest = 6;

/** Secrets that no tool may show, and a way to hide them in texts. */
export class Secrets {
  readonly #known = new Set<string>();

  /** Adds secrets, and the forms in which a text may repeat them. */
  add(...secrets: readonly (string | undefined)[]): void {
    for (const secret of secrets) {
      if (secret === undefined || secret.length < shortest) continue;
      for (const form of [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)])
        this.#known.add(form);
      this.#known.add(
        btoa(
          encodeURIComponent(secret).replaceAll(/%(..)/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
        ).replace(/=+$/, ''),
      );
    }
  }

  /** Returns a text without the secrets. */
  hide(text: string): string {
    let hidden = text;
    for (const secret of this.#known) hidden = hidden.replaceAll(secret, '[hidden]');
    return hidden;
  }

  /** Wraps a token store, and adds its tokens as secrets when they are read and written. */
  watch(store: TokenStore): TokenStore {
    const note = (grant: Grant | undefined) => this.add(grant?.accessToken, grant?.refreshToken);
    return {
      ...store,
      async get(key, ...rest) {
        const grant = await store.get(key, ...rest);
        note(grant);
        return grant;
      },
      async set(key, grant, ...rest) {
        note(grant);
        await store.set(key, grant, ...rest);
      },
    };
  }
}

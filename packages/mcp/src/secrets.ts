import type { Grant, TokenStore } from '@x/core';

/** Shorter secrets would be found in every other word. */
const shortest = 6;

/** Everything that no tool may show, and the texts without it. */
export class Secrets {
  readonly #known = new Set<string>();

  /** Notes secrets, and the forms in which a text may repeat them. */
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

  /** A text without the secrets. */
  hide(text: string): string {
    let hidden = text;
    for (const secret of this.#known) hidden = hidden.replaceAll(secret, '[hidden]');
    return hidden;
  }

  /** A token store whose tokens are noted as they are read and written. */
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

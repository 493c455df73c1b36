import type { Grant, TokenStore } from '@x/core';
import { createRedactor, keepRecent } from '@x/core/provider';

/** Maximum number of tokens of watched stores that are kept: those used last. */
const mostTokens = 100;

/** Secrets that no tool may show, and a way to hide them in texts. */
export class Secrets {
  readonly #added = new Set<string>();
  readonly #tokens = new Map<string, true>();
  #redactor: ReturnType<typeof createRedactor> | undefined;

  /** Adds secrets of at least 4 characters. They are hidden in every usual encoding. */
  add(...secrets: readonly (string | undefined)[]): void {
    for (const secret of secrets) if (secret !== undefined) this.#added.add(secret);
    this.#redactor = undefined;
  }

  /** Returns a text without the secrets. */
  hide(text: string): string {
    this.#redactor ??= createRedactor([...this.#added, ...this.#tokens.keys()]);
    return this.#redactor.hide(text);
  }

  /** Wraps a token store, and hides the tokens that are read and written: the last 100 of all stores. */
  watch<Store extends TokenStore>(store: Store): Store {
    const note = (grant: Grant | undefined) => {
      for (const token of [grant?.accessToken, grant?.refreshToken]) {
        if (token === undefined) continue;
        if (!this.#tokens.has(token)) this.#redactor = undefined;
        keepRecent(this.#tokens, token, true, mostTokens);
      }
    };
    const own: Partial<TokenStore> = {
      async get(...given) {
        const grant = await store.get(...given);
        note(grant);
        return grant;
      },
      set(key, grant, ...rest) {
        note(grant);
        return store.set(key, grant, ...rest);
      },
    };
    // All other members are the store's own, with its private fields.
    return new Proxy({} as Store, {
      has: (_, name) => name in store,
      get(_, name) {
        const member: unknown = Reflect.get(name in own ? own : store, name);
        return typeof member === 'function' && !(name in own) ? member.bind(store) : member;
      },
    });
  }
}

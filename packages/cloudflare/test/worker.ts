import { type ObjectStorage, TokenObject as Released } from '../src/token-object.ts';

/** The released object, with an entry point for tests. */
export class TokenObject extends Released {
  readonly #storage: ObjectStorage;

  constructor(state: { readonly storage: ObjectStorage }) {
    super(state);
    this.#storage = state.storage;
  }

  /**
   * Handles a PATCH, which changes fields of the stored entry and returns its previous state; the alarm is due when the
   * entry expires.
   */
  override async fetch(request: Request): Promise<Response> {
    if (request.method !== 'PATCH') return super.fetch(request);
    const entry = (await this.#storage.get('entry')) as object | undefined;
    const { isAlarmDue, ...changes } = (await request.json()) as { isAlarmDue?: boolean };
    if (Object.keys(changes).length > 0) await this.#storage.put('entry', { ...entry, ...changes });
    if (isAlarmDue) await this.alarm();
    return Response.json((await this.#storage.get('entry')) ?? null);
  }
}

export default { fetch: () => new Response() };

/** Settings that all programs of this folder get. `tools/docs` counts the lines of each and compares them. */
export interface App {
  readonly credentials: { readonly baseUrl: string; readonly clientId: string; readonly clientSecret: string };
  readonly origin: string;
  /** Access tokens, by user and Item: `ann item-1`. */
  readonly tokens: Map<string, string>;
  /** Called when an Item has new data, or works again. */
  readonly onNews: (item: string) => void;
  readonly userOf: (request: Request) => string | undefined;
}

export type Handler = (request: Request) => Promise<Response>;

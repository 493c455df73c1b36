/** Creates a browser that keeps cookies, and can visit any process of the app. */
export function createBrowser() {
  const cookies = new Map<string, string>();

  async function send(url: string | URL, init: RequestInit = {}): Promise<Response> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { ...(cookie && { cookie }), origin: new URL(url).origin };
    const response = await fetch(url, { redirect: 'manual', ...init, headers });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    return response;
  }
  const post = (url: string) => send(url, { method: 'POST' });
  const open = async (url: string, init?: RequestInit) => (await send(url, init)).text();

  /** Starts to sign in, approves as `user`, and returns the path that the provider sends the user back to. */
  async function approve(provider: 'stream' | 'music', url: string, user: string): Promise<string> {
    const left = await post(`${url}/sign-in/${provider}`);
    const consent = new URL(left.headers.get('location') ?? '');
    consent.searchParams.set(provider === 'stream' ? 'login' : 'user', user);
    const approved = await fetch(consent, { redirect: 'manual' });
    const { pathname, search } = new URL(approved.headers.get('location') ?? '');
    return pathname + search;
  }

  /** Signs in, with the first step at one process of the app and the second step at another. */
  const signIn = async (provider: 'stream' | 'music', user: string, from: string, to: string) =>
    send(to + (await approve(provider, from, user)));

  return { send, post, open, approve, signIn };
}

// Use your app's sessions instead. These only distinguish browsers.

/** Returns a visitor's session ID, or undefined without one. */
export const sessionOf = (cookies: string | null | undefined) =>
  /(?:^|; )session=([\w-]{36})(?:;|$)/.exec(cookies ?? '')?.[1];

/** Creates a new visitor's cookie. */
export const newSession = () => `session=${crypto.randomUUID()}; Path=/; HttpOnly; SameSite=Lax`;

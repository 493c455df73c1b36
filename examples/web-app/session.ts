// Stands for the sessions of your app. This one only distinguishes browsers.

/** Who is calling. */
export const sessionOf = (cookies: string | null | undefined) =>
  /(?:^|; )session=([\w-]{36})(?:;|$)/.exec(cookies ?? '')?.[1];

/** The cookie of a new visitor. */
export const newSession = () => `session=${crypto.randomUUID()}; Path=/; HttpOnly; SameSite=Lax`;

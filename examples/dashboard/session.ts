import { randomUUID } from 'node:crypto';
import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import type { Redis } from './clients.ts';
import type { Visit } from './services.ts';

const lifeSeconds = 8 * 3600;

/** Finds the visitor's session. Sessions are in Redis, so that any process can serve any request. */
export async function openSession(context: Context<Visit>, redis: Redis): Promise<void> {
  const id = getCookie(context, 'session') ?? newId(context);
  context.set('sessionId', id);
  context.set('user', (await redis.get(`session:${id}`)) ?? undefined);
}

/** Signs a user in under a new session ID, because someone else may know the old one. */
export async function startSession(context: Context<Visit>, redis: Redis, user: string): Promise<void> {
  await redis.setEx(`session:${newId(context)}`, lifeSeconds, user);
}

function newId(context: Context<Visit>): string {
  const id = randomUUID();
  const secure = context.var.origin.startsWith('https:');
  setCookie(context, 'session', id, { httpOnly: true, sameSite: 'Lax', secure, maxAge: lifeSeconds });
  return id;
}

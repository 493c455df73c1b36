import { isAbort, isApiError } from '@x/core';
import { html } from 'hono/html';
import type { Clients, Redis } from './clients.ts';
import { readLedger } from './ledger.ts';
import type { Visit } from './services.ts';

/** Renders a user's page. A visitor who has not signed in gets only the buttons. */
export async function renderDashboard({ clients, user }: Visit['Variables'], redis: Redis) {
  const sections = user ? await loadSections(clients, redis, user) : [];
  return html`<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Dashboard</title><h1>Dashboard</h1>
${sections.map(([title, lines]) => html`<h2>${title}</h2><ul>${lines.map((line) => html`<li>${line}</li>`)}</ul>`)}
<form method="post"><button formaction="/sign-in/stream">Sign in with Twitch</button>
<button formaction="/sign-in/music">Sign in with Spotify</button>
<button formaction="/banks">Link a bank</button></form></html>`;
}

async function loadSections({ stream, music }: Clients, redis: Redis, user: string) {
  const [profile, items] = await Promise.all([redis.hGetAll(`profile:${user}`), redis.sMembers(`items:${user}`)]);
  return Promise.all([
    section('Twitch', async () => {
      if (!(await stream.accounts.get(user))) return ['Not connected'];
      const page = await stream.withAccount(user).streams.followed({ user_id: profile.stream ?? '', first: 5 });
      const live = page.items.map((each) => `${each.user_name} is live, ${each.viewer_count} are watching`);
      return [`You went live ${profile.broadcasts ?? 0} times`, ...live];
    }),
    section('Spotify', async () => {
      if (!(await music.accounts.get(user))) return ['Not connected'];
      const page = await music.withAccount(user).library.tracks.list({ limit: 5 });
      return page.items.flatMap(({ track }) => track?.name ?? []);
    }),
    section('Banks', async () => {
      const ledgers = await Promise.all(items.map((item) => readLedger(redis, item)));
      return ledgers.map(({ transactions, cents }) => `${transactions} transactions, ${cents / 100} spent`);
    }),
  ]);
}

/** Loads a section of the page. A provider's failure affects only its own section. */
async function section(title: string, load: () => Promise<string[]>): Promise<[title: string, lines: string[]]> {
  try {
    return [title, await load()];
  } catch (error) {
    if (!isApiError(error) || isAbort(error)) throw error;
    if (error.code === 'reauthorization_required') return [title, ['The connection has ended: sign in again']];
    return [title, [`Not available now: ${error.code}`]];
  }
}

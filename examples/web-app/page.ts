import type { Services } from './services.ts';
import { newSession, sessionOf } from './session.ts';

/** Renders a visitor's page, and creates a cookie if there is no session. */
export async function renderPage(
  { openLibrary }: Services,
  cookies: string | undefined,
  signal: AbortSignal,
) {
  const session = sessionOf(cookies);
  const sections = await openLibrary(session, signal);
  const html = `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Library</title>
${sections.map(renderSection).join('\n')}</html>`;
  return { html, cookie: session ? undefined : newSession() };
}

type Section = Awaited<ReturnType<Services['openLibrary']>>[number];

const renderSection = ({ name, title, items, action, label }: Section) =>
  `<form method="post" action="${action}"><h2>${title}</h2>
<ul aria-label="${name}">${items.map(renderItem).join('')}</ul>
<button>${label}</button></form>`;

const renderItem = (item: string) => `<li>${escapeHtml(item)}</li>`;

const escapeHtml = (text: string) =>
  text.replace(/[&<>"']/g, (found) => `&#${found.charCodeAt(0)};`);

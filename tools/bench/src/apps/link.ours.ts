import { createBankClient } from '@x/bank';
import { linkRoutes } from '@x/bank/link';
import type { App, Handler } from './app.ts';

export function link({ credentials, origin, tokens, onNews, userOf }: App): Handler {
  return linkRoutes({
    bank: createBankClient(credentials),
    origin,
    userOf,
    session: { client_name: 'Spending', language: 'en', country_codes: ['US'], products: ['transactions'] },
    tokenOf: (user, item) => tokens.get(`${user} ${item}`),
    onLinked: ({ user, item_id, access_token }) => tokens.set(`${user} ${item_id}`, access_token),
    onWebhook: ({ item_id }) => item_id && onNews(item_id),
  }).handle;
}

import { createBankClient, nextStep } from '@x/bank';
import { linkRoutes } from '@x/bank/link';
import type { App, Handler } from './app.ts';

export function repair({ credentials, origin, tokens, onNews, userOf }: App) {
  const bank = createBankClient(credentials);
  const { handle } = linkRoutes({
    bank,
    origin,
    userOf,
    session: { client_name: 'Spending', language: 'en', country_codes: ['US'] },
    tokenOf: (user, item) => tokens.get(`${user} ${item}`),
    onLinked() {},
    onRepaired: ({ item_id }) => onNews(item_id),
  });
  const stepOf = async (access_token: string) =>
    bank.item.get({ access_token }).then(({ item }) => nextStep(item), nextStep);
  return { handle: handle satisfies Handler, stepOf };
}

/** Options of clients that examples read from the environment, and how the names of their variables end. */
const endings: Readonly<Record<string, string>> = {
  baseUrl: 'URL',
  authUrl: 'AUTH_URL',
  clientId: 'CLIENT_ID',
  clientSecret: 'CLIENT_SECRET',
  secret: 'SECRET',
  apiKey: 'API_KEY',
};

/**
 * The variables of the environment with which the first calls in the README run against a sandbox: `STREAM_URL`,
 * `STREAM_CLIENT_ID`, …, and `BANK_ACCESS_TOKEN` of a linked bank.
 */
export function environmentOf(
  clients: Readonly<Record<string, object>>,
  accessToken: string | undefined,
): Readonly<Record<string, string>> {
  const variables: Record<string, string> = {};
  for (const [provider, options] of Object.entries(clients)) {
    for (const [option, value] of Object.entries(options))
      if (endings[option] && typeof value === 'string')
        variables[`${provider.toUpperCase()}_${endings[option]}`] = value;
    if (provider === 'bank' && accessToken) variables.BANK_ACCESS_TOKEN = accessToken;
  }
  return variables;
}

/** Commands for a POSIX shell that set the variables. */
export const exportCommands = (variables: Readonly<Record<string, string>>): string =>
  Object.entries(variables)
    .map(
      ([name, value]) =>
        `export ${name}=${/^[\w:/.-]+$/.test(value) ? value : `'${value.replaceAll("'", `'\\''`)}'`}\n`,
    )
    .join('');

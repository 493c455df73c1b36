/** Client options that the examples read from the environment, with the endings of their variables' names. */
const endings: Readonly<Record<string, string>> = {
  baseUrl: 'URL',
  authUrl: 'AUTH_URL',
  clientId: 'CLIENT_ID',
  clientSecret: 'CLIENT_SECRET',
  apiKey: 'API_KEY',
};

/**
 * Returns the environment variables with which the first calls in the README run against a sandbox: `STREAM_URL`,
 * `STREAM_CLIENT_ID`, …, and `BANK_ACCESS_TOKEN` for a linked bank.
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

/** Shells that the command can print commands for. */
export const shells = ['posix', 'powershell'] as const;

/** Commands that set a variable, by shell. Plain values need no quotes in a POSIX shell. */
const commands: Readonly<Record<(typeof shells)[number], (name: string, value: string) => string>> = {
  posix: (name, value) => `export ${name}=${/^[\w:/.-]+$/.test(value) ? value : `'${value.replaceAll("'", `'\\''`)}'`}`,
  powershell: (name, value) => `$env:${name} = '${value.replaceAll("'", "''")}'`,
};

/** Returns commands that set the variables in a shell. */
export const environmentCommands = (
  variables: Readonly<Record<string, string>>,
  shell: (typeof shells)[number],
): string =>
  Object.entries(variables)
    .map(([name, value]) => `${commands[shell](name, value)}\n`)
    .join('');

import { Configuration, type CountryCode, PlaidApi } from 'plaid';
import type { App } from './app.ts';

const newLinkCodes = `USER_PERMISSION_REVOKED ITEM_NOT_FOUND ITEM_CONCURRENTLY_DELETED ITEM_NOT_SUPPORTED
MFA_NOT_SUPPORTED INSTANT_MATCH_FAILED INSTITUTION_NO_LONGER_SUPPORTED`.split(/\s+/);
const waitCodes = `PRODUCT_NOT_READY INSTITUTION_DOWN INSTITUTION_NOT_RESPONDING INSTITUTION_NOT_AVAILABLE
UNSUPPORTED_RESPONSE INTERNAL_SERVER_ERROR PLANNED_MAINTENANCE`.split(/\s+/);
const updateCodes = `ITEM_LOGIN_REQUIRED ITEM_LOCKED ACCESS_NOT_GRANTED ADDITIONAL_CONSENT_REQUIRED
INSUFFICIENT_CREDENTIALS INVALID_CREDENTIALS INVALID_MFA INVALID_OTP INVALID_PHONE_NUMBER INVALID_SEND_METHOD
INVALID_UPDATED_USERNAME MANUAL_VERIFICATION_REQUIRED PASSWORD_RESET_REQUIRED USER_INPUT_TIMEOUT USER_SETUP_REQUIRED
NO_ACCOUNTS NO_AUTH_ACCOUNTS NO_INVESTMENT_ACCOUNTS NO_INVESTMENT_AUTH_ACCOUNTS NO_LIABILITY_ACCOUNTS`.split(/\s+/);

const messages = {
  none: 'Your bank is connected.',
  wait: 'Your bank is not responding right now. We will try again.',
  update_mode: 'Log in to your bank again to keep your accounts up to date.',
  new_link: 'Your bank is no longer connected. Connect it again.',
  fix_app: 'Something went wrong on our side.',
};

function describe(code: string | undefined, status = 200) {
  let step: keyof typeof messages = 'fix_app';
  if (newLinkCodes.includes(code ?? '')) step = 'new_link';
  else if (updateCodes.includes(code ?? '')) step = 'update_mode';
  else if (waitCodes.includes(code ?? '') || status === 429 || status >= 500) step = 'wait';
  else if (code === undefined && status === 200) step = 'none';
  return { step, message: messages[step] };
}

export function repair({ credentials, origin, tokens, onNews, userOf }: App) {
  const { baseUrl, clientId, clientSecret } = credentials;
  const headers = { 'PLAID-CLIENT-ID': clientId, 'PLAID-SECRET': clientSecret };
  const client = new PlaidApi(new Configuration({ basePath: baseUrl, baseOptions: { headers } }));

  async function handle(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    if (request.headers.get('origin') !== origin)
      return Response.json({ message: 'The request does not come from this app.' }, { status: 403 });
    const user = userOf(request);
    if (!user) return Response.json({ message: 'Sign in first.' }, { status: 401 });
    const { item } = await request.json();
    const access_token = tokens.get(`${user} ${item}`);
    if (!access_token) return Response.json({ message: 'You have no such bank connection.' }, { status: 404 });
    if (pathname === '/link/repaired') {
      onNews(item);
      return Response.json({});
    }
    try {
      const { data } = await client.linkTokenCreate({
        client_name: 'Spending',
        language: 'en',
        country_codes: ['US' as CountryCode],
        user: { client_user_id: user },
        access_token,
      });
      return Response.json({ link_token: data.link_token });
    } catch (error) {
      const { data, status = 500 } = Object(error).response ?? {};
      return Response.json(describe(data?.error_code, status), { status: 502 });
    }
  }

  async function stepOf(access_token: string) {
    try {
      const { error } = (await client.itemGet({ access_token })).data.item;
      return describe(error?.error_code);
    } catch (error) {
      const { data, status = 500 } = Object(error).response ?? {};
      return describe(data?.error_code, status);
    }
  }
  return { handle, stepOf };
}

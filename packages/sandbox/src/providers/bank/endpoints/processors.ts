import type { SandboxContext } from '../../../context.ts';
import { chooseAccounts, hasNumbers } from '../accounts.ts';
import { type Endpoint, itemEndpoint, processorEndpoint } from '../endpoint.ts';
import { list, oneOf, required, requiredOrNull, text, webAddress } from '../fields.ts';
import type { Processors } from '../processors.ts';
import { products } from '../products.ts';
import { refuse } from '../refusal.ts';

const partners = (
  'dwolla galileo modern_treasury ocrolus vesta drivewealth vopay achq check checkbook circle sila_money rize svb_api ' +
  'unit wyre lithic alpaca astra moov treasury_prime marqeta checkout solid highnote gemini apex_clearing gusto adyen ' +
  'atomic i2c wepay riskified utb adp_roll fortress_trust bond bakkt teal zero_hash taba_pay knot sardine alloy finix ' +
  'nuvei layer boom paynote stake wedbush esusu ansa scribeup straddle loanpro bloom_credit sfox brale parafin ' +
  'cardless open_ledger valon gainbridge cardlytics pinwheel thread_bank array fiant oatfi curinos frame interchecks ' +
  'interchange atomicfi'
).split(' ');

const accountField = { account_id: required(text()) };

// Tokens can be looked after whatever state their Item is in.
const anyState = { anyState: true } as const;

/** Tokens for partners, and what they allow. */
export function processorEndpoints({ random }: SandboxContext, processors: Processors): Endpoint[] {
  const stripe = random('stripe-tokens');
  return [
    itemEndpoint(
      '/processor/token/create',
      { ...accountField, processor: required(oneOf(partners)) },
      ({ account_id }, item) => ({ processor_token: processors.create(item, account_id) }),
    ),
    itemEndpoint('/processor/apex/processor_token/create', accountField, ({ account_id }, item) => ({
      processor_token: processors.create(item, account_id),
    })),
    itemEndpoint(
      '/processor/stripe/bank_account_token/create',
      accountField,
      ({ account_id }, item) => {
        if (!chooseAccounts(item.accounts(), [account_id]).every(hasNumbers)) refuse('NO_AUTH_ACCOUNTS');
        return { stripe_bank_account_token: `btok_${stripe.text(24)}` };
      },
      { product: 'auth' },
    ),
    processorEndpoint(
      '/processor/token/permissions/set',
      { products: required(list(oneOf(products))) },
      (body, grant) => {
        grant.products = body.products;
        return {};
      },
      anyState,
    ),
    processorEndpoint('/processor/token/permissions/get', {}, (_, grant) => ({ products: grant.products }), anyState),
    processorEndpoint(
      '/processor/token/webhook/update',
      { webhook: requiredOrNull(webAddress()) },
      ({ webhook }, grant) => {
        processors.setWebhook(grant, webhook);
        return {};
      },
      anyState,
    ),
  ];
}

import type { SandboxContext } from '../../../shared/context.ts';
import { hasNumbers } from '../data/accounts.ts';
import { authorizeProducts, type Call, type Endpoints } from '../endpoint.ts';
import { refuse } from '../errors.ts';
import { uuid } from '../ids.ts';
import { refuseMissing } from '../request.ts';
import { centsOf, formatTime } from '../transfers/money.ts';

interface TransferRequest {
  readonly idempotency_key: string;
  readonly type: 'debit' | 'credit';
  readonly network: string;
  readonly amount: string;
  readonly iso_currency_code: string;
  readonly description: string;
  readonly ach_class?: string;
  readonly user: { readonly legal_name: string; readonly email_address?: string };
  readonly custom_tag?: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly origination_account_id?: string;
}

const closed = [
  ...['create', 'get', 'list', 'cancel', 'event/list', 'event/sync', 'sweep/get', 'sweep/list', 'balance/get'],
  'migrate_account',
].map((name) => `/bank_transfer/${name}`);

const classes = { credit: ['ccd', 'ppd'], debit: ['ccd', 'tel', 'web'] };

function checkTransfer({ type, network, amount, ach_class, metadata = {} }: TransferRequest): void {
  const allowed = classes[type];
  if (!ach_class && network !== 'wire') refuseMissing('ach_class');
  if (ach_class && !allowed.includes(ach_class))
    refuse('INVALID_FIELD', `ach_class must be one of ${allowed.join(', ')} for a ${type}`);
  centsOf(amount);
  const isShort = (value: unknown, max: number) =>
    typeof value === 'string' && value.length <= max && /^[\x20-\x7e]*$/.test(value);
  const entries = Object.entries(metadata);
  if (entries.length > 50 || !entries.every(([key, value]) => isShort(key, 40) && isShort(value, 500)))
    refuse(
      'INVALID_FIELD',
      'metadata must be at most 50 pairs of ASCII keys (40 characters) and values (500 characters)',
    );
}

/**
 * Creates the endpoints for bank transfers, which Transfer has replaced. New clients can only use those for processors.
 */
export function bankTransferEndpoints({ clock, random }: SandboxContext): Endpoints {
  const draw = random('bank-transfers');
  const origin = uuid(random('origination-account'));
  const made = new Map<string, object>();
  return {
    'POST /processor/bank_transfer/create': {
      product: 'auth',
      answer: ({ body, item, grant: { account } }: Call<TransferRequest>) => {
        const { idempotency_key, user } = body;
        const earlier = made.get(idempotency_key);
        if (earlier) return { bank_transfer: earlier };
        checkTransfer(body);
        if (!hasNumbers(account)) refuse('BANK_TRANSFER_UNSUPPORTED_ACCOUNT_TYPE');
        if ((body.origination_account_id ?? origin) !== origin) refuse('BANK_TRANSFER_INVALID_ORIGINATION_ACCOUNT');
        const bank_transfer = {
          id: uuid(draw),
          // A wire has no ACH class, but the response always has one.
          ach_class: body.ach_class ?? 'ccd',
          account_id: account.account_id,
          type: body.type,
          user: {
            legal_name: user.legal_name,
            email_address: user.email_address ?? null,
            routing_number: item.institution.routing_numbers[0] ?? '011401533',
          },
          amount: body.amount,
          iso_currency_code: body.iso_currency_code,
          description: body.description,
          created: formatTime(clock.now()),
          status: 'pending',
          network: body.network,
          cancellable: true,
          failure_reason: null,
          custom_tag: body.custom_tag ?? null,
          metadata: body.metadata ?? null,
          origination_account_id: origin,
          direction: 'outbound',
        };
        made.set(idempotency_key, bank_transfer);
        return { bank_transfer };
      },
    },
    ...Object.fromEntries(
      [...closed, '/sandbox/bank_transfer/simulate', '/sandbox/bank_transfer/fire_webhook'].map((path) => [
        `POST ${path}`,
        () => authorizeProducts(['bank_transfer'], []),
      ]),
    ),
  };
}

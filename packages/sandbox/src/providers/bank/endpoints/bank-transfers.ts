import type { SandboxContext } from '../../../context.ts';
import { hasNumbers } from '../accounts.ts';
import { type Endpoint, processorEndpoint } from '../endpoint.ts';
import { anyObject, nullable, object, oneOf, required, text } from '../fields.ts';
import { uuid } from '../ids.ts';
import { refuse } from '../refusal.ts';

const classes = { credit: ['ccd', 'ppd'], debit: ['ccd', 'tel', 'web'] } as const;

const createFields = {
  idempotency_key: required(text({ max: 50 })),
  type: required(oneOf(['debit', 'credit'])),
  network: required(oneOf(['ach', 'same-day-ach', 'wire'])),
  amount: required(text()),
  iso_currency_code: required(oneOf(['USD'])),
  description: required(text({ max: 10 })),
  ach_class: oneOf(['ccd', 'ppd', 'tel', 'web']),
  user: required(object({ legal_name: required(text()), email_address: nullable(text()) })),
  custom_tag: nullable(text({ max: 100 })),
  metadata: nullable(anyObject()),
  origination_account_id: nullable(text()),
};

/** Bank transfers of processors. */
export function bankTransferEndpoints({ clock, random }: SandboxContext): Endpoint[] {
  const draw = random('bank-transfers');
  const origin = uuid(random('origination-account'));
  const made = new Map<string, object>();
  return [
    processorEndpoint(
      '/processor/bank_transfer/create',
      createFields,
      (body, { item, account }) => {
        const earlier = made.get(body.idempotency_key);
        if (earlier) return { bank_transfer: earlier };
        const allowed: readonly string[] = classes[body.type];
        if (!body.ach_class && body.network !== 'wire')
          refuse('MISSING_FIELDS', 'the following required fields are missing: ach_class');
        if (body.ach_class && !allowed.includes(body.ach_class))
          refuse('INVALID_FIELD', `ach_class must be one of ${allowed.join(', ')} for a ${body.type}`);
        if (!/^\d+\.\d\d$/.test(body.amount) || Number(body.amount) === 0)
          refuse('INVALID_FIELD', 'amount must be a positive decimal number with two digits after the point');
        checkMetadata(body.metadata);
        if (!hasNumbers(account)) refuse('BANK_TRANSFER_UNSUPPORTED_ACCOUNT_TYPE');
        if (body.origination_account_id !== undefined && body.origination_account_id !== origin)
          refuse('BANK_TRANSFER_INVALID_ORIGINATION_ACCOUNT');
        const transfer = {
          id: uuid(draw),
          // A wire has none, but the answer always has one.
          ach_class: body.ach_class ?? 'ccd',
          account_id: account.account_id,
          type: body.type,
          user: {
            legal_name: body.user.legal_name,
            email_address: body.user.email_address ?? null,
            routing_number: item.institution.routing_numbers[0] ?? '011401533',
          },
          amount: body.amount,
          iso_currency_code: body.iso_currency_code,
          description: body.description,
          created: new Date(clock.now()).toISOString().replace(/\.\d+Z$/, 'Z'),
          status: 'pending',
          network: body.network,
          cancellable: true,
          failure_reason: null,
          custom_tag: body.custom_tag ?? null,
          metadata: body.metadata ?? null,
          origination_account_id: origin,
          direction: 'outbound',
        };
        made.set(body.idempotency_key, transfer);
        return { bank_transfer: transfer };
      },
      { product: 'auth' },
    ),
  ];
}

function checkMetadata(metadata: Record<string, unknown> = {}): void {
  const isShort = (value: unknown, max: number) =>
    typeof value === 'string' && value.length <= max && /^[\x20-\x7e]*$/.test(value);
  const entries = Object.entries(metadata);
  if (entries.length > 50 || !entries.every(([key, value]) => isShort(key, 40) && isShort(value, 500)))
    refuse(
      'INVALID_FIELD',
      'metadata must be at most 50 pairs of ASCII keys (40 characters) and values (500 characters)',
    );
}

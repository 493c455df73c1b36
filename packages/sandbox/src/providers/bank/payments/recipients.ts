import type { Random } from '../../../random.ts';
import { uuid } from '../ids.ts';
import { refuse } from '../refusal.ts';
import { refuseMissing } from '../request.ts';

export interface Bacs {
  readonly account?: string;
  readonly sort_code?: string;
}

export interface PaymentAddress {
  readonly street: readonly string[];
  readonly city: string;
  readonly postal_code: string;
  readonly country: string;
}

/** What a recipient is created with. */
export interface RecipientRequest {
  readonly name: string;
  readonly iban?: string;
  readonly bacs?: Bacs;
  readonly address?: PaymentAddress;
}

/** An account that payments are made to. */
export interface Recipient extends RecipientRequest {
  readonly id: string;
}

/** Refuses numbers that no account can have. */
export function checkNumbers({ iban, bacs }: { iban?: string; bacs?: Bacs }, place = ''): void {
  if (iban !== undefined && !/^[A-Z]{2}\d\d[A-Z0-9]{11,30}$/.test(iban))
    refuse('INVALID_FIELD', `${place}iban must be an IBAN`);
  if (bacs && (!/^\d{1,10}$/.test(bacs.account ?? '') || !/^\d{6}$/.test(bacs.sort_code ?? '')))
    refuse('INVALID_FIELD', `${place}bacs must have an account number and a sort code of 6 digits`);
}

/** Every recipient. */
export function createRecipients(draw: Random) {
  const recipients: Recipient[] = [];
  return {
    /** Newest first. */
    list: () => [...recipients].reverse(),
    /** The same details are the same recipient. */
    create(request: RecipientRequest): Recipient {
      const { name, iban, bacs, address } = request;
      if (iban === undefined && bacs === undefined) refuseMissing('iban');
      checkNumbers(request);
      const details = JSON.stringify([name, iban, bacs, address]);
      const earlier = recipients.find(
        (each) => details === JSON.stringify([each.name, each.iban, each.bacs, each.address]),
      );
      if (earlier) return earlier;
      const made = { ...request, id: `recipient-id-sandbox-${uuid(draw)}` };
      recipients.push(made);
      return made;
    },
    find: (id: string): Recipient => recipients.find((each) => each.id === id) ?? refuse('PAYMENT_INVALID_RECIPIENT'),
  };
}

/** The API's shape of a recipient. */
export const presentRecipient = ({ id, name, address, iban, bacs }: Recipient) => ({
  recipient_id: id,
  name,
  address: address ?? null,
  iban: iban ?? null,
  bacs: bacs ?? null,
});

import { nullRecord } from '../request.ts';
import { type HomeAddress, identities, type PersonName } from './identities.ts';
import type { Summary } from './watchlist-hits.ts';

/** Data that a user enters or the client passes, under the API's names. */
export interface IdentityData {
  /** Phone number in E.164 format, such as `+12345678909`. */
  readonly phone_number?: string | null | undefined;
  /** Birthday, `YYYY-MM-DD`. */
  readonly date_of_birth?: string | null | undefined;
  /** Email address. */
  readonly email_address?: string | null | undefined;
  /** First and last name. */
  readonly name?: PersonName | null | undefined;
  /** Home address. */
  readonly address?: HomeAddress | null | undefined;
  /** Number of an identity document. */
  readonly id_number?:
    | {
        /** The number, without spaces. */
        readonly value: string;
        /** Kind of document, such as `us_ssn`. */
        readonly type: string;
      }
    | null
    | undefined;
}

const [leslie] = identities.testUsers;

/** Data that the main test user enters. */
export const mainTestUser: IdentityData = {
  phone_number: leslie.phone_number,
  date_of_birth: leslie.date_of_birth,
  name: leslie.name,
  address: leslie.address,
  id_number: { value: leslie.id_numbers[0] ?? '', type: 'us_ssn' },
};

function compare(given: string | null | undefined, known: string | null | undefined): Summary {
  const [one, other] = [given, known].map((text) => (text ?? '').trim().toLowerCase()) as [string, string];
  if (one === '') return 'no_input';
  if (other === '') return 'no_data';
  if (one === other) return 'match';
  return one.includes(other) || other.includes(one) ? 'partial_match' : 'no_match';
}

/** Returns the worst of several summaries, which summarizes them all. */
function together(...parts: readonly Summary[]): Summary {
  const order: readonly Summary[] = ['no_match', 'no_input', 'partial_match', 'no_data', 'match'];
  return order.find((summary) => parts.includes(summary)) ?? 'no_data';
}

const compareNames = (given: PersonName | null | undefined, known: PersonName) =>
  together(compare(given?.given_name, known.given_name), compare(given?.family_name, known.family_name));

/** Compares what a user entered with data sources, as the step `kyc_check` shows it. */
export function checkDataSources(user: IdentityData) {
  // Data sources identify a user as the test user of that name, or else as the main one.
  const known = identities.testUsers.find((each) => compareNames(user.name, each.name) === 'match') ?? leslie;
  const { address: home, phone_number: phone, id_number } = user;
  const name = compareNames(user.name, known.name);
  const parts = ['street', 'city', 'region', 'postal_code', 'country'] as const;
  const address = home ? together(...parts.map((part) => compare(home[part], known.address[part]))) : 'no_input';
  // For some test users, only the year is known.
  const birthday = compare(user.date_of_birth?.slice(0, known.date_of_birth.length), known.date_of_birth);
  const isKnownNumber = id_number && known.id_numbers.includes(id_number.value);
  const idNumber = isKnownNumber ? 'match' : id_number ? 'no_match' : 'no_input';
  const hasPassed = [name, address, birthday, idNumber].every((summary) => summary === 'match');
  return {
    status: hasPassed ? 'success' : 'failed',
    address: { summary: address, po_box: 'no', type: 'residential' },
    name: { summary: name },
    date_of_birth: { summary: birthday },
    id_number: { summary: idNumber },
    phone_number: {
      summary: compare(phone, known.phone_number),
      area_code: compare(phone?.slice(0, 5), known.phone_number.slice(0, 5)),
    },
  } as const;
}

/** Number of documents a user can show before the step fails. */
const documentAttempts = 3;

/**
 * Checks a user's documents. All of them show the main test user, so only someone who claims to be that user passes.
 */
export function checkDocuments(user: IdentityData, today: string) {
  const name = compareNames(user.name, leslie.name);
  const birthday = compare(user.date_of_birth, leslie.date_of_birth);
  const status = name === 'match' && birthday === 'match' ? 'success' : 'failed';
  const { street2, ...address } = leslie.address;
  const year = Number(today.slice(0, 4));
  const document = (attempt: number) => ({
    status,
    attempt,
    // The sandbox has no photos.
    images: nullRecord('PhysicalDocumentImages'),
    extracted_data: {
      id_number: 'AB123456',
      category: 'drivers_license',
      expiration_date: `${year + 5}-01-18`,
      issue_date: `${year - 3}-01-18`,
      issuing_country: leslie.address.country,
      issuing_region: leslie.address.region ?? null,
      date_of_birth: leslie.date_of_birth,
      address,
      name: leslie.name,
    },
    analysis: {
      authenticity: 'match',
      image_quality: 'high',
      extracted_data: {
        name: name === 'no_input' ? 'no_data' : name,
        date_of_birth: birthday === 'no_input' ? 'no_data' : birthday,
        expiration_date: 'not_expired',
        issuing_country: 'match',
      },
      fraud_analysis_details: null,
      image_quality_details: { glare_check: 'success', dimensions_check: 'success', blur_check: 'success' },
      aamva_verification: null,
    },
    redacted_at: null,
  });
  const attempts = status === 'success' ? 1 : documentAttempts;
  return { status, documents: Array.from({ length: attempts }, (_, index) => document(index + 1)) } as const;
}

/** The code that the test environment sends by text message. */
export const smsCode = '11111';

/** Number of times a user can enter a code before the step fails. */
const codeAttempts = 3;

/** Verifies a phone number by a code, as the step `verify_sms` shows it. */
export function checkPhone(user: IdentityData, code: string, now: string) {
  const status = code === smsCode ? 'success' : 'failed';
  return {
    status,
    verifications: [
      {
        status,
        attempt: 1,
        phone_number: user.phone_number ?? null,
        delivery_attempt_count: 1,
        solve_attempt_count: status === 'success' ? 1 : codeAttempts,
        initially_sent_at: now,
        last_sent_at: now,
        redacted_at: null,
      },
    ],
  } as const;
}

/** A user without any sign of risk, as the step `risk_check` shows them. */
export const noRisk = {
  status: 'success',
  behavior: { user_interactions: 'genuine', fraud_ring_detected: 'no', bot_detected: 'no', risk_level: 'low' },
  email: null,
  phone: { linked_services: [], risk_level: 'low', factors: [] },
  devices: [
    {
      ip_proxy_type: 'none_detected',
      ip_spam_list_count: 0,
      ip_timezone_offset: '-05:00:00',
      risk_level: 'low',
      factors: [],
    },
  ],
  identity_abuse_signals: { synthetic_identity: { score: 0 }, stolen_identity: { score: 0 } },
  facial_duplicates: [],
  trust_index_score: null,
} as const;

/** Returns the data found by phone number and birthday: the main test user's, or nothing. */
export function autofill(user: IdentityData): object {
  const isKnown = user.phone_number === leslie.phone_number && user.date_of_birth === leslie.date_of_birth;
  if (!isKnown) return { status: 'failed', user: null };
  const { name, address, id_number } = mainTestUser;
  return { status: 'success', user: { name, address: { ...address, po_box: 'no', type: 'residential' }, id_number } };
}

import { known } from '@x/core/provider';
import * as v from 'valibot';
import { nullableNumber, nullableString } from '../schema.ts';
import { yesOrNo } from './verification-parts.ts';

const riskLevel = known('low', 'medium', 'high');
const risk = {
  /** Level of the risk. Absent if it was not assessed. */
  risk_level: v.optional(riskLevel),
  /** Factors behind the level. Absent if no level was determined. */
  factors: v.optional(v.array(v.string())),
};
const syntheticFraud = v.nullish(
  v.object({
    /** Likelihood that the identity is synthetic in this way. */
    risk_level: riskLevel,
  }),
);

const email = v.object({
  /** Whether the address exists, as its mail server reports. */
  is_deliverable: yesOrNo,
  /** Number of known data breaches with this address. Null if it is not known. */
  breach_count: nullableNumber,
  /** Day of the first known breach, `YYYY-MM-DD`. Null if there is none. */
  first_breached_at: nullableString,
  /** Day of the last known breach, `YYYY-MM-DD`. Null if there is none. */
  last_breached_at: nullableString,
  /** Day on which the domain was registered, `YYYY-MM-DD`. Null if it is not known. */
  domain_registered_at: nullableString,
  /** Whether the domain offers free mailboxes, as Gmail does. */
  domain_is_free_provider: yesOrNo,
  /** Whether the domain belongs to a company. */
  domain_is_custom: yesOrNo,
  /** Whether the domain offers throw-away addresses. */
  domain_is_disposable: yesOrNo,
  /** Whether the top-level domain is used for fraud. */
  top_level_domain_is_suspicious: yesOrNo,
  /** Whether the domain belongs to a school or university. */
  is_edu: yesOrNo,
  /** Whether the address contains the user's birthday or year of birth. */
  includes_date_of_birth: yesOrNo,
  /** Match of the name in the address with the user's. */
  name: known('no_input', 'indeterminate', 'no_match', 'partial_match', 'match', 'no_data'),
  /** Online services at which the address has an account, such as `github`. */
  linked_services: v.array(v.string()),
  ...risk,
});

const phone = v.object({
  /** Online services at which the phone number has an account, such as `whatsapp`. */
  linked_services: v.array(v.string()),
  ...risk,
});

const device = v.object({
  /** Kind of proxy that hides the user's network. Null if it is not known. */
  ip_proxy_type: v.nullable(known('none_detected', 'tor', 'vpn', 'web_proxy', 'public_proxy')),
  /** Number of spam lists that the IP address is on. Null if it is not known. */
  ip_spam_list_count: nullableNumber,
  /** Time zone of the IP address as an offset from UTC (`+06:00:00`). Null if it is not known. */
  ip_timezone_offset: nullableString,
  ...risk,
});

const identityAbuse = v.object({
  /** Signs that the identity is made up. Null if they were not looked for. */
  synthetic_identity: v.nullable(
    v.object({
      /** Likelihood that the identity is made up, 0 to 100. */
      score: v.number(),
      /** Level of the risk. Absent if it was not assessed. */
      risk_level: v.optional(riskLevel),
      /** Risk that the user made the identity up. Null or absent if it was not assessed. */
      first_party_synthetic_fraud: syntheticFraud,
      /** Risk that somebody else made the identity up. Null or absent if it was not assessed. */
      third_party_synthetic_fraud: syntheticFraud,
    }),
  ),
  /** Signs that the identity is stolen. Null if they were not looked for. */
  stolen_identity: v.nullable(
    v.object({
      /** Likelihood that the identity is stolen, 0 to 100. */
      score: v.number(),
      /** Level of the risk. Absent if it was not assessed. */
      risk_level: v.optional(riskLevel),
    }),
  ),
});

/** Risk of a verification, based on the user's behavior, contacts, devices and identity. */
export const riskCheck = v.object({
  /** State of the step, as in `steps.risk_check`. */
  status: v.string(),
  /** Behavior of the user in the session. Null if it was not observed. */
  behavior: v.nullable(
    v.object({
      /** Whether the user seems to know the data they enter. */
      user_interactions: known('genuine', 'neutral', 'risky', 'no_data'),
      /** Whether there are signs of organized fraud. */
      fraud_ring_detected: yesOrNo,
      /** Whether a program seems to have filled in the form. */
      bot_detected: yesOrNo,
      /** Level of the risk. Absent if it was not assessed. */
      risk_level: v.optional(known('low', 'medium', 'high', 'no_data')),
    }),
  ),
  /** Details about the email address. Null if none are known. */
  email: v.nullable(email),
  /** Details about the phone number. Null if none are known. */
  phone: v.nullable(phone),
  /** Devices that the user used. */
  devices: v.array(device),
  /** Signs of a stolen or made-up identity, of US users only. Null if they were not looked for. */
  identity_abuse_signals: v.nullable(identityAbuse),
  /** Risk based on the data of Plaid's network. Null or absent if it was not assessed. */
  network: v.nullish(
    v.object({
      /** Risk of the user, based on reports from other clients of Plaid. */
      risk_level: riskLevel,
      /** Factors behind the level. */
      factors: v.array(v.string()),
    }),
  ),
  /** Other verifications whose user has a similar face. */
  facial_duplicates: v.array(
    v.object({
      /** ID of the other verification. */
      id: v.string(),
      /** Similarity of the faces, 0 to 100. */
      similarity: v.number(),
      /** Whether the match was found after the session, by a later one. */
      matched_after_completed: v.boolean(),
    }),
  ),
  /** Trust Index of the session. Null if it was not computed. */
  trust_index_score: nullableNumber,
});

/** Risk of a verification, based on the user's behavior, contacts, devices and identity. */
export interface RiskCheck extends v.InferOutput<typeof riskCheck> {}

const subscore = v.nullish(
  v.object({
    /** Score of this part. */
    score: v.number(),
  }),
);

/** The last event that Plaid Protect scored. */
export const protectEvent = v.object({
  /** ID of the event in Protect. */
  event_id: v.string(),
  /** Time of the event, ISO 8601. */
  timestamp: v.string(),
  /** Score of the event. Null if it has none. */
  trust_index: v.nullable(
    v.object({
      /** Trust Index of the event. */
      score: v.number(),
      /** Name and version of the model, such as `trust_index.2.0.0`. */
      model: v.string(),
      /** Scores that the Trust Index is made of. Null if there are none. */
      subscores: v.nullable(
        v.object({
          /** Score of device and connection. Null or absent if there is none. */
          device_and_connection: subscore,
          /** Score of the linked bank accounts. Null or absent if there is none. */
          bank_account_insights: subscore,
        }),
      ),
    }),
  ),
  /** Facts by name, depending on the model. Null if there are none. */
  fraud_attributes: v.nullable(v.record(v.string(), v.unknown())),
});

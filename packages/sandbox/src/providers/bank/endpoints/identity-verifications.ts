import { type Endpoint, endpoint } from '../endpoint.ts';
import type { IdentityData } from '../identity-checks.ts';
import type {
  IdentityVerifications,
  RetryRequest,
  VerificationOwner,
  VerificationRequest,
} from '../identity-verifications.ts';
import { pageAfter } from '../pages.ts';
import { refuse } from '../refusal.ts';
import { refuseMissing } from '../request.ts';
import type { Users } from '../users.ts';

interface OwnerRequest {
  readonly client_user_id?: string | undefined;
  readonly user_id?: string | undefined;
}

interface CreateRequest extends OwnerRequest, VerificationRequest {
  readonly user?: IdentityData & { readonly client_user_id?: string };
}

interface OfVerification {
  readonly identity_verification_id: string;
}

/** Verifications of identity. */
export function identityVerificationEndpoints(verifications: IdentityVerifications, users: Users): Endpoint[] {
  const { present } = verifications;

  /** The user of a request, by the client's own id or by that of the API. */
  function ownerOf({ client_user_id, user_id }: OwnerRequest): VerificationOwner {
    const known = user_id === undefined ? undefined : users.byId(user_id);
    const clientUserId = client_user_id ?? known?.clientUserId ?? refuseMissing('client_user_id');
    if (known && known.clientUserId !== clientUserId)
      refuse('INVALID_FIELD', 'client_user_id must be that of the user of user_id');
    return { clientUserId, userId: known?.id };
  }

  return [
    endpoint('/identity_verification/create', ({ user, client_user_id, user_id, ...body }: CreateRequest) => {
      const { client_user_id: older, ...data } = user ?? {};
      return present(
        verifications.create(ownerOf({ client_user_id: client_user_id ?? older, user_id }), { ...body, user: data }),
      );
    }),
    endpoint('/identity_verification/get', ({ identity_verification_id: id }: OfVerification) =>
      present(verifications.find(id)),
    ),
    endpoint(
      '/identity_verification/list',
      ({ template_id, cursor, ...owner }: OwnerRequest & { template_id: string; cursor?: string }) => {
        if (owner.client_user_id === undefined && owner.user_id === undefined) refuseMissing('client_user_id');
        const { client_user_id: clientUserId, user_id: userId } = owner;
        const { page, next_cursor } = pageAfter(verifications.list({ clientUserId, userId }, template_id), cursor);
        return { identity_verifications: page.map(present), next_cursor };
      },
    ),
    endpoint(
      '/identity_verification/retry',
      ({ template_id, client_user_id, ...body }: RetryRequest & { template_id: string; client_user_id: string }) =>
        present(verifications.retry(ownerOf({ client_user_id }), template_id, body)),
    ),
    endpoint('/identity_verification/autofill/create', ({ identity_verification_id: id }: OfVerification) =>
      verifications.autofill(verifications.find(id)),
    ),
  ];
}

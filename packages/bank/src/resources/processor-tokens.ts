import { endpoint, named, oneOf } from '@x/core/provider';
import * as v from 'valibot';
import { docs, idempotentWrite, read } from '../declarations.ts';
import { processors } from '../processors.ts';
import { productList, productsParam } from '../products.ts';
import { httpUrl, itemParams, nonEmptyString, requestId } from '../schema.ts';

/** The account that a call is about. */
export const accountToken = {
  /** Processor token of the account, `processor-<environment>-<uuid>`, which the user's app created. */
  processor_token: nonEmptyString,
};

/** The account that a token is created for. */
const tokenParams = {
  ...itemParams,
  /** ID of the account that the processor gets access to. */
  account_id: nonEmptyString,
};

export const permissionsSchema = v.object({
  /** Products that the processor may use. Empty means all that the Item has. */
  products: productList,
  ...requestId,
});

/** The products that a processor may use. */
export interface ProcessorPermissions extends v.InferOutput<typeof permissionsSchema> {}

/** Processor tokens and their permissions. */
export const processorTokens = {
  /** Processor tokens: apps create them and set their permissions. */
  token: {
    /**
     * Creates a token for a processor. Every processor has a name of its own; for Stripe, call
     * `processor.stripe.bankAccountToken.create`. 500 calls per minute for all Items together.
     */
    create: endpoint({
      ...idempotentWrite,
      path: '/processor/token/create',
      body: v.object({
        ...tokenParams,
        /** Name of the processor. */
        processor: oneOf(processors),
      }),
      response: v.object({
        /** Token to pass to the processor. */
        processor_token: v.string(),
        ...requestId,
      }),
      docs: docs('processors/#processortokencreate'),
    }),

    /** Products that a processor may use with a token. */
    permissions: {
      /** Sets the products that a processor may use with a token. */
      set: endpoint({
        ...idempotentWrite,
        path: '/processor/token/permissions/set',
        body: v.object({
          ...accountToken,
          /** Products to allow. An empty list allows all that the Item has. */
          products: productsParam,
        }),
        response: v.object(requestId),
        docs: docs('processors/#processortokenpermissionsset'),
      }),

      /**
       * Returns the products that a processor may use with a token. An empty list means all of them, including later
       * ones.
       */
      get: endpoint({
        ...read,
        path: '/processor/token/permissions/get',
        body: v.object(accountToken),
        response: named<ProcessorPermissions>(permissionsSchema),
        docs: docs('processors/#processortokenpermissionsget'),
      }),
    },

    /** URLs that webhooks about tokens are sent to. */
    webhook: {
      /** Sets the URL that webhooks about a token are sent to. For processors. */
      update: endpoint({
        ...idempotentWrite,
        path: '/processor/token/webhook/update',
        body: v.object({
          ...accountToken,
          /** URL for webhooks. Null removes it. */
          webhook: v.nullable(httpUrl),
        }),
        response: v.object(requestId),
        docs: docs('processor-partners/#processortokenwebhookupdate'),
      }),
    },
  },

  /** Tokens for Stripe. */
  stripe: {
    /** Stripe's tokens of bank accounts. */
    bankAccountToken: {
      /** Creates the token that Stripe accepts for a bank account. It can be used once. */
      create: endpoint({
        ...idempotentWrite,
        path: '/processor/stripe/bank_account_token/create',
        body: v.object(tokenParams),
        response: v.object({
          /** Token to pass to Stripe, `btok_…`. */
          stripe_bank_account_token: v.string(),
          ...requestId,
        }),
        docs: docs('processors/#processorstripebank_account_tokencreate'),
      }),
    },
  },

  /** Tokens for Apex Clearing. */
  apex: {
    /** Apex's tokens of bank accounts. */
    processorToken: {
      /** Creates the token that Apex accepts. */
      create: endpoint({
        ...idempotentWrite,
        path: '/processor/apex/processor_token/create',
        body: v.object(tokenParams),
        response: v.object({
          /** Token to pass to Apex. */
          processor_token: v.string(),
          ...requestId,
        }),
        docs: docs('processors/'),
      }),
    },
  },
};

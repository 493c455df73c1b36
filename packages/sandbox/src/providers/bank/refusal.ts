import { type BankError, type BankErrorCode, bankError } from './errors.ts';

/** A response other than success, thrown by whatever check fails. */
export class Refusal extends Error {
  readonly error: BankError;

  constructor(error: BankError) {
    super(error.error_message);
    this.error = error;
  }
}

/** Ends the request with the error of `code`. */
export function refuse(code: BankErrorCode, message?: string): never {
  throw new Refusal(bankError(code, message));
}

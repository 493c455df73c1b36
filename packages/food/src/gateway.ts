/** Address at which the gateway's API keys are issued. */
export const signUp = 'https://api.data.gov/signup/';

/** Milliseconds to wait after a 429 without a `Retry-After`, which older gateways send. */
export const refusalPauseMs = 60_000;

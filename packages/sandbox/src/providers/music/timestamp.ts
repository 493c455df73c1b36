/** ISO 8601 in UTC, to the second, as the API writes most times. */
export const timestamp = (ms: number) => `${new Date(ms).toISOString().slice(0, 19)}Z`;

/** Returns the address of the section that documents an operation. */
export const docs = (operation: string) => `https://clocks.example/docs#${operation}`;

/** Returns the address of the section that documents an operation in the server's documentation. */
export const docs = (anchor: string) => `https://github.com/lukePeavey/quotable#${anchor}`;

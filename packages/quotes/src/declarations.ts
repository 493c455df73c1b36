/** The section of the server's documentation that documents an operation. */
export const docs = (anchor: string) => `https://github.com/lukePeavey/quotable#${anchor}`;

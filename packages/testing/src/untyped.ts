/** A value as a program without TypeScript passes it: with a type that it need not have. */
export const untyped = <Type>(value: object): Type => value as Type;

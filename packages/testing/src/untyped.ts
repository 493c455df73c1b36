/** Passes a value off as any type, like a program without TypeScript. */
export const untyped = <Type>(value: object): Type => value as Type;

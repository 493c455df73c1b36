// A client has many properties, of which few are used, and applications create clients all the time: one for each request, by
// `withAccount` or `with`. So the getters of the properties exist once, for all clients of the same endpoints. A client itself is
// one small object, and each of its properties is created when it is first read.

/** Creates a property of one owner: a method, or an object with more properties. */
type CreateProperty<Owner> = (owner: Owner) => unknown;

/** What creates the properties of an object, by their names. @internal */
export type CreatorsOf<Owner> = Readonly<Record<string, CreateProperty<Owner>>>;

/**
 * The properties of a client, or of one of its groups of endpoints.
 *
 * @typeParam Owner What each property is created for, such as the client that its calls are sent by.
 * @internal
 */
export interface LazyProperties<Owner> {
  readonly creators: CreatorsOf<Owner>;
  /** Names of the properties that are created again each time they are read. */
  readonly live: readonly string[];
  readonly descriptors: PropertyDescriptorMap;
  /** Prototype of the objects that inherit the properties. */
  readonly prototype: object;
}

/** Returns the property of an object that has this name. */
type Find = (name: string) => unknown;

/** Name of the hidden property that holds an object's {@link Find}. It is a function, so that no log shows what it knows. */
const find = Symbol('find');

interface HasProperties {
  readonly [find]: Find;
}

/**
 * Declares properties.
 *
 * @param creators For each name, what creates the property. It is called once for each object that has the properties, when the
 * property is first read.
 * @param live Names of the properties that are created again each time they are read. Default: none.
 * @internal
 */
export function declareProperties<Owner>(
  creators: CreatorsOf<Owner>,
  live: readonly string[] = [],
): LazyProperties<Owner> {
  const descriptors = Object.fromEntries(Object.keys(creators).map((name) => [name, describe(name)]));
  const prototype: object = Object.create(Object.prototype, descriptors);
  return { creators, live, descriptors, prototype };
}

/** The same properties and more of them; those of the same name are replaced. @internal */
export const extendProperties = <Owner>(
  properties: LazyProperties<Owner>,
  more: CreatorsOf<Owner>,
): LazyProperties<Owner> => declareProperties({ ...properties.creators, ...more }, properties.live);

/** Describes a property, in the same way for all objects that have it. */
const describe = (name: string): PropertyDescriptor => ({
  configurable: true,
  enumerable: true,
  get(this: HasProperties | undefined) {
    const findOwn = this?.[find];
    return findOwn ? findOwn(name) : callProperty(name);
  },
  set(value: unknown) {
    Object.defineProperty(this, name, { configurable: true, enumerable: true, writable: true, value });
  },
});

/** `vi.spyOn` calls a getter without its object, to get the function that it calls on the object later. */
const callProperty = (name: string) =>
  function (this: HasProperties, ...args: unknown[]): unknown {
    return (this[find](name) as (...args: unknown[]) => unknown)(...args);
  };

/** Creates an object that inherits the properties: in a microsecond, however many they are. @internal */
export const inheritProperties = <Owner>(properties: LazyProperties<Owner>, owner: Owner): object =>
  withFind(Object.create(properties.prototype), properties, owner);

/** Creates an object with the properties as its own, so that they can be listed and spread. @internal */
export const ownProperties = <Owner>(properties: LazyProperties<Owner>, owner: Owner): object =>
  withFind(Object.defineProperties({}, properties.descriptors), properties, owner);

function withFind<Owner>(target: object, { creators, live }: LazyProperties<Owner>, owner: Owner): object {
  const created: Record<string, unknown> = {}; // a Map would take twice the memory of the rest
  const value: Find = (name) => {
    if (live.includes(name)) return creators[name]?.(owner);
    if (!Object.hasOwn(created, name)) created[name] = creators[name]?.(owner);
    return created[name];
  };
  return Object.defineProperty(target, find, { value });
}

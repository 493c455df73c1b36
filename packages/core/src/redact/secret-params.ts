/** Names of parameters whose value is secret even if a provider does not list them, as in custom requests. */
const secretParamName = /(?:token|secret|password|api_?-?key|verifier)s?$/i;

/**
 * Whether the parameter at `place`, or one that contains it, is secret. See `Provider.secretParams`.
 *
 * @param place Names from the top, without list indexes.
 */
export function isSecretParam(secretParams: readonly string[], place: readonly string[]): boolean {
  return place.some((name, index) => isSecretName(secretParams, name, place[index - 1]));
}

const isSecretName = (secretParams: readonly string[], name: string, parent: string | undefined): boolean =>
  secretParamName.test(name) || secretParams.includes(name) || secretParams.includes(`${parent}.${name}`);

/** Collects all strings, numbers and bigints in a call's secret parameters, at any depth. */
export function secretsIn(secretParams: readonly string[], params: unknown): Set<unknown> {
  const found = new Set<unknown>();
  // The same object may be in several places, only one of which is secret, so it is read once per name.
  const seen = new Map<object, Set<string | true | undefined>>();
  const open: { value: unknown; name: string | undefined; secret: boolean }[] = [
    { value: params, name: undefined, secret: false },
  ];
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, name, secret } = next;
    if (typeof value !== 'object' || value === null) {
      if (secret) found.add(value);
      continue;
    }
    if (ArrayBuffer.isView(value)) continue;
    const names = seen.get(value) ?? new Set();
    const as = secret || name;
    if (names.has(true) || names.has(as)) continue;
    seen.set(value, names.add(as));
    const isList = Array.isArray(value);
    for (const [key, member] of readFields(value))
      open.push(
        isList
          ? { value: member, name, secret }
          : { value: member, name: key, secret: secret || isSecretName(secretParams, key, name) },
      );
  }
  return found;
}

/** Reads the fields of an object; none if reading one throws. */
function readFields(value: object): [string, unknown][] {
  try {
    return Object.entries(value);
  } catch {
    return [];
  }
}

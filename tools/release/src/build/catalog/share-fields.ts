import type { JsonSchema } from '@x/core/catalog';
import { eachSchema, type Schemas, withParts } from './schema-parts.ts';

/** An object schema while its fields are shared. */
interface Owner {
  readonly properties: Record<string, JsonSchema>;
  readonly required: Set<string>;
  /** Its fields, each in a text that has everything that groups agree in. */
  readonly fields: Map<string, string>;
  /** Names of the groups that it has. */
  readonly groups: string[];
}

/** Characters of a reference to a group in `allOf`, and of the definition of a group besides its fields. */
const lengthOfReference = 34;
const lengthOfGroup = 60;

/**
 * Moves fields that several objects have together into definitions, to which these refer in `allOf`. Records of an API
 * mostly differ in a few fields. The group that saves most is made first; it may itself consist of groups. A group has
 * no type, because some of its objects may be null.
 */
export function shareFields(schemas: Schemas): Schemas {
  const owners = new Map<JsonSchema, Owner>();
  const collect = (schema: JsonSchema): JsonSchema => {
    if (isGroupable(schema)) owners.set(schema, ownerOf(schema));
    withParts(schema, collect);
    return schema;
  };
  eachSchema(schemas, collect);
  const groups = new Map<string, Owner>();
  for (;;) {
    const all = [...owners.values(), ...groups.values()];
    const fields = bestGroup(all);
    if (!fields) break;
    const name = `g${(groups.size + 1).toString(36)}`;
    const group: Owner = { properties: {}, required: new Set(), fields: new Map(), groups: [] };
    for (const owner of all) if (fields.every((field) => owner.fields.has(field))) move(owner, fields, group, name);
    groups.set(name, group);
  }
  const replace = (schema: JsonSchema): JsonSchema => {
    const owner = owners.get(schema);
    return withParts(owner && owner.groups.length > 0 ? schemaOf(schema, owner) : schema, replace);
  };
  const { params, results, $defs } = eachSchema(schemas, replace);
  const made = [...groups].map(([name, group]) => [name, withParts(schemaOf({}, group), replace)]);
  return { params, results, $defs: { ...$defs, ...Object.fromEntries(made) } };
}

const isGroupable = ({ type, properties, allOf }: JsonSchema): boolean =>
  [type].flat().includes('object') && typeof properties === 'object' && allOf === undefined;

function ownerOf(schema: JsonSchema): Owner {
  const properties = { ...(schema.properties as Record<string, JsonSchema>) };
  const required = new Set((schema.required ?? []) as readonly string[]);
  const fields = Object.entries(properties).map(([name, part]) => {
    const text = `${JSON.stringify(name)}:${JSON.stringify(part)}`;
    return [required.has(name) ? `${text},${JSON.stringify(name)}` : text, name] as const;
  });
  return { properties, required, fields: new Map(fields), groups: [] };
}

/** Moves fields from an object to a group that it then refers to. */
function move(owner: Owner, fields: readonly string[], group: Owner, nameOfGroup: string): void {
  for (const field of fields) {
    const name = owner.fields.get(field) as string;
    group.properties[name] = owner.properties[name] as JsonSchema;
    group.fields.set(field, name);
    if (owner.required.delete(name)) group.required.add(name);
    delete owner.properties[name];
    owner.fields.delete(field);
  }
  owner.groups.push(nameOfGroup);
}

/** The fields whose group would save most; undefined if none saves anything. */
function bestGroup(owners: readonly Owner[]): readonly string[] | undefined {
  const having = new Map<string, Owner[]>();
  for (const owner of owners)
    for (const field of owner.fields.keys()) having.set(field, [...(having.get(field) ?? []), owner]);
  const candidates = new Map<string, readonly string[]>();
  const compared = new Map<Owner, Set<Owner>>();
  for (const sharing of having.values())
    for (const [index, one] of sharing.entries())
      for (const other of sharing.slice(index + 1)) {
        const others = compared.get(one) ?? new Set();
        if (others.has(other)) continue;
        compared.set(one, others.add(other));
        const common = [...one.fields.keys()].filter((field) => other.fields.has(field));
        if (common.length > 1) candidates.set(common.join('\n'), common);
      }
  let best: readonly string[] | undefined;
  let most = 0;
  for (const fields of candidates.values()) {
    const [first = ''] = fields;
    const times = (having.get(first) ?? []).filter((owner) => fields.every((field) => owner.fields.has(field))).length;
    const length = fields.reduce((sum, field) => sum + field.length + 1, 0);
    const saved = (times - 1) * length - times * lengthOfReference - lengthOfGroup;
    if (saved > most) [most, best] = [saved, fields];
  }
  return best;
}

function schemaOf({ properties: _, required: __, ...schema }: JsonSchema, owner: Owner): JsonSchema {
  const { properties, required, groups } = owner;
  const [only] = groups;
  if (groups.length === 1 && Object.keys(properties).length === 0) return { ...schema, $ref: `#/$defs/${only}` };
  return {
    ...schema,
    ...(groups.length > 0 && { allOf: groups.map((name) => ({ $ref: `#/$defs/${name}` })) }),
    ...(required.size > 0 && { required: [...required] }),
    ...(Object.keys(properties).length > 0 && { properties }),
  };
}

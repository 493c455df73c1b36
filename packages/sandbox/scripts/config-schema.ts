import { readFileSync, writeFileSync } from 'node:fs';
import { type JsonSchema, schemaOfFields } from '../src/control/json-schema.ts';
import { faultRules } from '../src/faults/fault.ts';
import { providers } from '../src/providers.ts';
import { sandboxRules } from '../src/sandbox-rules.ts';
import { type OptionRules, objectWith } from '../src/shared/check-fields.ts';
import { limitsRule } from '../src/shared/limits.ts';

// Writes `config.schema.json`, the JSON Schema of `sandbox --config`, for editors. The build runs it, and packs the file.
// The schema is made from the rules that check the options and from the JSDoc of the options' types.

const all = Object.values(providers);
const names = all.map(({ name }) => name);
const rules: OptionRules = {
  ...sandboxRules(names),
  limits: limitsRule(all),
  ...Object.fromEntries(all.map(({ name, rules }) => [name, objectWith(rules)])),
};

const source = (path: string) => readFileSync(new URL(`../src/${path}`, import.meta.url), 'utf8');

/** Returns the JSDoc of the fields of an interface or object, by field name. */
function descriptionsOf(path: string, name: string): Readonly<Record<string, string>> {
  const [, body = ''] =
    new RegExp(`export (?:interface|const) ${name}\\b[^{]*\\{\\n(.*?)\\n\\}`, 's').exec(source(path)) ?? [];
  const fields = body.matchAll(/^ {2}\/\*\*(.*?)\*\/\n {2}(?:readonly )?(\w+)\??:/gms);
  return Object.fromEntries(
    [...fields].map(([, comment = '', field = '']) => [field, comment.replace(/\s*\n\s*\*\s*/g, ' ').trim()]),
  );
}

/** Adds descriptions to the properties of an object's schema. */
function described(schema: JsonSchema, descriptions: Readonly<Record<string, string>>): JsonSchema {
  const properties = Object.entries(schema.properties as Readonly<Record<string, JsonSchema>>).map(
    ([name, property]) => [name, descriptions[name] ? { description: descriptions[name], ...property } : property],
  );
  return { ...schema, properties: Object.fromEntries(properties) };
}

const signIn = descriptionsOf('shared/sign-in/options.ts', 'SignInOptions');
const inside: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  clock: descriptionsOf('shared/clock.ts', 'ClockSettings'),
  ...Object.fromEntries(
    names.map((name) => {
      const type = `${name[0]?.toUpperCase()}${name.slice(1)}SandboxOptions`;
      return [name, { ...signIn, ...descriptionsOf(`providers/${name}/options.ts`, type) }];
    }),
  ),
};

/** Returns the JSON Schema of a config file. */
export function configSchema(): JsonSchema {
  const schema = described(schemaOfFields(rules), {
    ...descriptionsOf('options.ts', 'SandboxOptions'),
    ...descriptionsOf('providers.ts', 'providers'),
  });
  const own = schema.properties as Readonly<Record<string, JsonSchema>>;
  const filled = Object.entries(own).map(([name, property]) => [
    name,
    inside[name] ? described(property, inside[name]) : property,
  ]);
  const fault = described(schemaOfFields(faultRules(names)), descriptionsOf('faults/fault.ts', 'Fault'));
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Config file of @x/sandbox',
    description: 'Options of createSandbox, for sandbox --config <file>.',
    ...schema,
    properties: {
      $schema: { description: 'Address of this schema, for editors.', type: 'string' },
      ...Object.fromEntries(filled),
      faults: { ...own.faults, items: fault },
    },
  };
}

if (import.meta.main) {
  const text = JSON.stringify(configSchema(), undefined, 2);
  writeFileSync(new URL('../config.schema.json', import.meta.url), `${text}\n`);
}

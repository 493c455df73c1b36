import * as optionKind from '@x/core/options';
import { checkOptions } from '@x/core/options';
import {
  type EventSubCondition,
  type EventSubDefinition,
  type EventSubType,
  type EventSubVersion,
  eventSubTypes,
} from '../event-sub-types.ts';
import { failure } from './failure.ts';
import type { WantedSubscription } from './messages.ts';

type Types = typeof eventSubTypes;
type CamelCase<Name extends string, Separator extends string> = Name extends `${infer First}${Separator}${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest, Separator>>}`
  : Name;
type FunctionName<Type extends string> = CamelCase<CamelCase<Type, '.'>, '_'>;
type FieldName<Name extends string> = Name extends `${infer Who}_user_id`
  ? `${CamelCase<Who, '_'>}Id`
  : CamelCase<Name, '_'>;

/** The field of the condition whose value is the first argument; both names of the field where it has two. */
type Subject<Definition> = Definition extends { readonly required: readonly [infer Name, ...unknown[]] }
  ? Name
  : Definition extends { readonly oneOf: readonly ['broadcaster_user_id', ...infer Others] }
    ? 'broadcaster_user_id' | Others[number]
    : never;

/** The other fields of the condition, under their names as options. */
type Fields<Condition, Left> = Condition extends unknown
  ? { [Name in keyof Condition as Name extends Left ? never : FieldName<Name & string>]: Condition[Name] }
  : never;

type Options<Type extends EventSubType, Left> = Fields<EventSubCondition<Type>, Left> & {
  /** Version of the type. Default: the latest. */
  version?: EventSubVersion<Type> | undefined;
};

type Creator<Type extends EventSubType, Left> = [Left] extends [never]
  ? (options: Options<Type, Left>) => WantedSubscription<Type>
  : object extends Options<Type, Left>
    ? (id: string, options?: Options<Type, Left>) => WantedSubscription<Type>
    : (id: string, options: Options<Type, Left>) => WantedSubscription<Type>;

/** A function for each type of events. */
type Creators = {
  readonly [Type in keyof Types as FunctionName<Type>]: Creator<Type, Subject<Types[Type][keyof Types[Type]]>>;
};

const camelCase = (name: string) => name.replace(/[._]([a-z])/g, (_, letter: string) => letter.toUpperCase());
const fieldName = (name: string) => camelCase(name.replace(/(.)_user_id$/, '$1_id'));

/** Turns the arguments of a type's function into a subscription. */
class SubscriptionShape {
  readonly name: string;
  readonly #type: string;
  readonly #versions: readonly string[];
  /** The field of the first argument; undefined where all fields are options. */
  readonly #subject: string | undefined;
  /** The fields that are options, by their names there. */
  readonly #fields: ReadonlyMap<string, string>;
  readonly #rules: Parameters<typeof checkOptions>[2];

  constructor(type: string, versions: Readonly<Record<string, EventSubDefinition>>) {
    this.name = camelCase(type);
    this.#type = type;
    this.#versions = Object.keys(versions);
    const { required = [], optional = [], oneOf = [] } = versions[this.#versions.at(-1) ?? ''] ?? {};
    this.#subject = required[0] ?? oneOf.find((name) => name === 'broadcaster_user_id');
    const others = this.#subject === undefined ? oneOf : required.slice(1);
    this.#fields = new Map([...others, ...optional].map((name) => [fieldName(name), name]));
    const ruleOf = (name: string) =>
      required.includes(name) ? optionKind.required(optionKind.string) : optionKind.string;
    this.#rules = {
      ...Object.fromEntries([...this.#fields].map(([option, name]) => [option, ruleOf(name)])),
      version: optionKind.choice(this.#versions),
    };
  }

  create(args: readonly unknown[], below: (...args: never[]) => unknown): WantedSubscription {
    const operation = `subscriptions.${this.name}`;
    const [id, options = {}] = this.#subject === undefined ? [undefined, ...args] : args;
    if (this.#subject !== undefined && (typeof id !== 'string' || id === ''))
      throw failure(operation, 'invalid_params', `${fieldName(this.#subject)} must be a non-empty string`);
    checkOptions({ provider: 'stream', operation, below }, options as object, this.#rules);
    const { version = this.#versions.at(-1), ...given } = options as Record<string, string | undefined>;
    const fields = Object.entries(given).filter(([, value]) => value !== undefined);
    const condition = Object.fromEntries(fields.map(([option, value]) => [this.#fields.get(option), value]));
    if (this.#subject !== undefined) condition[this.#subject] = id as string;
    return { type: this.#type, version, condition } as object as WantedSubscription;
  }
}

// @__NO_SIDE_EFFECTS__
function createCreators(): Creators {
  const shapes = Object.entries(eventSubTypes).map(([type, versions]) => new SubscriptionShape(type, versions));
  const creators = shapes.map((shape) => {
    const creator = (...args: unknown[]): WantedSubscription => shape.create(args, creator);
    return [shape.name, creator];
  });
  return Object.fromEntries(creators);
}

/**
 * A function for each type of events, which fills in version and condition: `subscriptions.channelFollow(broadcasterId,
 * { moderatorId })` for `channel.follow`. The first argument is the ID of the broadcaster or user whom the events are
 * about; other fields of the condition are options.
 *
 * @throws ApiError `invalid_params` from a function when an ID is missing, or an option is unknown or invalid.
 */
export const subscriptions: Creators = createCreators();

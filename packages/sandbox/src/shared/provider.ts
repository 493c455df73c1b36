import { invalid, type OptionRules, offRealOrObjectWith, type Rule, readOptions } from './check-fields.ts';
import type { ProviderPlan, ProviderServers, SandboxContext } from './context.ts';
import type { ControlTable } from './controls.ts';
import { lazy } from './lazy.ts';
import type { Limits } from './limits.ts';

/** Options of an API with its limits beside them. */
export type WithLimits<Options, OwnLimits extends object> = Options & {
  /** Whether requests are limited. Default `off`. */
  limits?: Limits<OwnLimits> | undefined;
};

/** An API as `defineSandboxProvider` takes it. */
export interface SandboxProviderDefinition<
  Name extends string,
  Options extends object,
  OwnLimits extends object,
  Client extends object,
  Servers extends ProviderServers,
  Settings,
> {
  /**
   * Path prefix of the API in the sandbox, and its name in `options`, `limits`, `controls` and faults: lowercase
   * letters.
   */
  readonly name: Name;
  /** Rules for the options, by name, as valibot schemas. Default: no options. */
  readonly rules?: OptionRules;
  /** Rules for the limits, by name, as valibot schemas. Default: no limits. */
  readonly limits?: OptionRules;
  /** Instead of `limits`: the rule for the whole option, if limits can have any names. */
  readonly limitsRule?: Rule;
  /** Controls that the control API offers. Others can only be called in the same process. */
  readonly controls?: ControlTable;
  /** Path of the WebSocket server below the prefix. Default: no WebSocket server. */
  readonly socketPath?: string;
  /** Path of another one, whose clients only read, so that saved states do not have them. Default: none. */
  readonly chatPath?: string;
  /** Ranges of the data sizes that people can choose on the sandbox page, by option. Default: none. */
  readonly sizes?: Readonly<Record<string, readonly [least: number, most: number]>>;
  /** Returns the code of a first client call for the sandbox page. Default: the page shows none. */
  firstCall?(controls: object): string;
  /** Returns the sizes that result from the settings. Default: the settings with these names. */
  sizesOf?(settings: Settings): object;
  /**
   * Returns whether a request may change the data, which is then saved with the state. Default: all but GET, HEAD and
   * OPTIONS.
   *
   * @param path Path below the prefix, without the query.
   */
  mayChange?(method: string, path: string): boolean;
  /**
   * Fills in the defaults of checked options, and throws if options contradict each other. Default: the options as they
   * are.
   */
  resolve?(options: WithLimits<Options, OwnLimits>, context: SandboxContext): Settings;
  /** Returns the options with which a client calls the API, `sandbox.options.<name>`. */
  clientOptions(context: SandboxContext, settings: Settings): Client;
  /**
   * Returns whether the servers must be created at the start because only they can find a mistake in the options.
   * Default: they are created on first use.
   */
  isEager?(settings: Settings): boolean;
  /** Creates the servers, on the first request or the first use of a control. */
  create(context: SandboxContext, options: WithLimits<Options, OwnLimits>): Servers;
}

/** An API that sandboxes can serve. */
export interface SandboxProvider<
  Name extends string = string,
  Options extends object = object,
  OwnLimits extends object = object,
  Client extends object = object,
  Servers extends ProviderServers = ProviderServers,
> {
  /** Path prefix of the API in the sandbox, and its name everywhere else. */
  readonly name: Name;
  /** Rules for the options. */
  readonly rules: OptionRules;
  /** Rule for the option `limits.<name>`. */
  readonly limitsRule: Rule;
  /** Controls that the control API offers. */
  readonly controls: ControlTable;
  /** Path of the WebSocket server below the prefix, if there is one. */
  readonly socketPath: string | undefined;
  /** Path of another one, whose clients only read, if there is one. */
  readonly chatPath: string | undefined;
  /** Ranges of the data sizes that people can choose on the sandbox page, by option. */
  readonly sizes: Readonly<Record<string, readonly [least: number, most: number]>>;
  /** Returns the code of a first client call for the sandbox page. */
  firstCall?(controls: object): string;
  /** Returns whether a request may change the data. */
  mayChange(method: string, path: string): boolean;
  /** Prepares the API for one sandbox: checks the options, but does not create the servers yet. */
  plan(context: SandboxContext, options?: WithLimits<Options, OwnLimits>): ProviderPlan<Client, Servers>;
}

/** Where a provider accepts a WebSocket. */
export interface SocketPlace {
  readonly provider: SandboxProvider;
  /** Path below the provider's prefix. */
  readonly path: string;
}

const isReading = (method: string) => ['GET', 'HEAD', 'OPTIONS'].includes(method);

/**
 * Defines an API for `createSandboxWith`. The sandbox adds faults, the request log, the clock, saved states, the
 * control API and the page.
 *
 * @throws ApiError `invalid_params` for a name that cannot be a path prefix.
 */
export function defineSandboxProvider<
  const Name extends string,
  Client extends object,
  Servers extends ProviderServers,
  Options extends object = object,
  OwnLimits extends object = object,
  Settings = WithLimits<Options, OwnLimits>,
>(
  definition: SandboxProviderDefinition<Name, Options, OwnLimits, Client, Servers, Settings>,
): SandboxProvider<Name, Options, OwnLimits, Client, Servers> {
  const { name, rules = {}, limits = {}, controls = {}, socketPath, chatPath, sizes = {}, firstCall } = definition;
  if (!/^[a-z]+$/.test(name))
    throw invalid(`name must be lowercase letters; got ${JSON.stringify(name)}`, 'defineSandboxProvider');
  const sizesOf = definition.sizesOf ?? ((settings: Settings) => settings as object);
  return {
    name,
    rules,
    limitsRule: definition.limitsRule ?? offRealOrObjectWith(limits),
    controls,
    socketPath,
    chatPath,
    sizes,
    ...(firstCall && { firstCall }),
    mayChange: definition.mayChange ?? ((method) => !isReading(method)),
    plan(context, given = {} as WithLimits<Options, OwnLimits>) {
      const { limits: own, ...options } = given;
      const checked = {
        ...readOptions(name, options, rules),
        ...(own !== undefined && { limits: own }),
      } as typeof given;
      const settings = definition.resolve ? definition.resolve(checked, context) : (checked as Settings);
      const servers = lazy(() => definition.create(context, checked));
      if (definition.isEager?.(settings)) servers();
      return {
        clientOptions: () => definition.clientOptions(context, settings),
        sizes: () => Object.fromEntries(Object.keys(sizes).map((size) => [size, Reflect.get(sizesOf(settings), size)])),
        servers,
      };
    },
  };
}

import { type AllOffered, leavesItem, neededSecrets, type Offered } from './api.ts';
import { Refusal } from './refusal.ts';

/** Permissions of agents on a server. All of them are decided when the server starts. */
export interface Policy {
  /** Allowed writes, as names with `*`: `music.playlists.*`. Default: none. */
  readonly allowWrite?: readonly string[] | undefined;
  /** Whether money may be moved, after the user has confirmed it. Default false. */
  readonly allowMoney?: boolean | undefined;
  /** Whether results may hold personal data. Default false. */
  readonly allowPersonal?: boolean | undefined;
  /** Whether agents may call reads that the provider bills. Default false. */
  readonly allowCosts?: boolean | undefined;
}

/** Whether a policy lets agents change anything. */
export const allowsChanges = ({ allowWrite = [], allowMoney = false }: Policy): boolean =>
  allowWrite.length > 0 || allowMoney;

/** Whether a name matches a pattern, in which `*` stands for any characters. */
export function fits(pattern: string, name: string): boolean {
  const parts = pattern.split('*').map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`).test(name);
}

/**
 * Refuses an operation that the policy or the kind of tool does not allow. The decision depends only on the operation's
 * declaration, never on text that an agent or a provider wrote.
 *
 * @throws Refusal that names the permission to grant when the server starts.
 */
export function checkAllowed(policy: Policy, offered: Offered, tool: 'read' | 'write'): void {
  const { operation, name } = offered;
  if (operation.access !== 'read' && tool === 'read')
    throw new Refusal('not_allowed', `${name} changes something`, changesRemedy(policy, offered));
  if (operation.access === 'read' && tool === 'write')
    throw new Refusal('invalid_params', `${name} only reads`, 'Call it with call_read_operation');
  if (operation.access === 'write' && !(policy.allowWrite ?? []).some((pattern) => fits(pattern, name)))
    throw new Refusal('not_allowed', `${name} is not among the allowed writes`, writeRemedy(name));
  if (operation.access === 'money' && !policy.allowMoney)
    throw new Refusal('not_allowed', `${name} moves money`, 'Ask the user to start the server with --allow-money');
  if (operation.personal && !policy.allowPersonal)
    throw new Refusal(
      'not_allowed',
      `the result of ${name} holds personal data`,
      'Ask the user to start the server with --allow-personal',
    );
  if (operation.costs !== undefined && operation.access === 'read' && !policy.allowCosts)
    throw new Refusal(
      'not_allowed',
      `${name} costs money. ${operation.costs}`,
      'Ask the user to start the server with --allow-costs',
    );
  if (leavesItem(offered))
    throw new Refusal(
      'not_allowed',
      `${name} takes no access token, so its result would not be limited to one Item`,
      'Use another operation, or ask the user to start the server without --item',
    );
  const secrets = neededSecrets(offered);
  if (secrets.length > 0)
    throw new Refusal(
      'not_supported',
      `${name} takes ${secrets.join(' and ')}, which agents may not handle`,
      secrets.includes('access_token')
        ? 'Ask the user to start the server with --item, the ID of a bank login in the store'
        : 'Call it from a program',
    );
}

const writeRemedy = (name: string) => `Ask the user to start the server with --allow-write ${name}`;

const changesRemedy = (policy: Policy, { operation, name }: Offered): string => {
  if (allowsChanges(policy)) return 'Call it with call_write_operation';
  return operation.access === 'money' ? 'Ask the user to start the server with --allow-money' : writeRemedy(name);
};

/**
 * Finds the operations with these names, each of which gets its own tool.
 *
 * @param option Name of the option that lists them.
 * @throws Error when there is no such operation. Refusal when the policy does not allow one.
 */
export function allowedOf(policy: Policy, offered: AllOffered, names: readonly string[], option: string): Offered[] {
  return names.map((name) => {
    const found = offered().get(name);
    if (!found) throw new Error(`${option}: there is no operation ${name}. Use names such as music.search`);
    checkAllowed(policy, found, found.operation.access === 'read' ? 'read' : 'write');
    return found;
  });
}

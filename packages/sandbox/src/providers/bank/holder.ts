import type { Clock } from '../../clock.ts';
import type { Random } from '../../random.ts';
import { makeOwner } from './accounts.ts';
import type { Institution } from './institutions.ts';

/** What an institution knows about an account's holder. */
export type Owner = ReturnType<typeof makeOwner>;

/** The holder of an Item's accounts, as the institution knows them at the moment. */
export interface Holder {
  owner(): Owner;
  /** The holder gets a new main phone number. */
  changePhone(): void;
  /** How often the phone number changed in the last `ms` milliseconds. */
  phoneChanges(ms: number): number;
}

/** A holder made of `random` when first asked for. */
export function createHolder(clock: Clock, random: () => Random, institution: Institution): Holder {
  let draw: Random | undefined;
  let known: Owner | undefined;
  const changes: number[] = [];

  function owner(): Owner {
    draw ??= random();
    known ??= makeOwner(draw, institution);
    return known;
  }
  return {
    owner,
    changePhone() {
      const [main, ...others] = owner().phone_numbers;
      const data = `202555${draw?.text(4, '0123456789')}`;
      known = { ...owner(), phone_numbers: [{ ...main, data, primary: true, type: 'mobile' }, ...others] };
      changes.push(clock.now());
    },
    phoneChanges: (ms) => changes.filter((at) => at > clock.now() - ms).length,
  };
}

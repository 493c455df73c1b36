import type { Random } from '../../random.ts';
import { makeOwner } from './accounts.ts';
import type { Institution } from './institutions.ts';

/** What an institution knows about an account's holder. */
export type Owner = ReturnType<typeof makeOwner>;

export type Holder = ReturnType<typeof createHolder>;

/** The holder of an Item's accounts, as the institution knows them at the moment, made of `random` when first asked for. */
export function createHolder(random: () => Random, institution: Institution) {
  let draw: Random | undefined;
  let known: Owner | undefined;
  function owner(): Owner {
    draw ??= random();
    known ??= makeOwner(draw, institution);
    return known;
  }
  return {
    owner,
    /** The holder gets a new main phone number. */
    changePhone(): void {
      const [main, ...others] = owner().phone_numbers;
      const data = `202555${draw?.text(4, '0123456789')}`;
      known = { ...owner(), phone_numbers: [{ ...main, data, primary: true, type: 'mobile' }, ...others] };
    },
  };
}

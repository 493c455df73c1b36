/** Lets work wait until a condition holds. */
export class Changes {
  readonly #checks = new Set<() => void>();

  /** Checks all conditions again. */
  notify(): void {
    for (const check of this.#checks) check();
  }

  /** Resolves when the condition holds: it is checked now, and whenever `notify` is called. */
  until(holds: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const check = () => {
        if (!holds()) return;
        this.#checks.delete(check);
        resolve();
      };
      this.#checks.add(check);
      check();
    });
  }
}

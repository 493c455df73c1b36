/** A row of the table: something that the packages must hold on, under or in. */
export interface Row {
  readonly name: string;
  readonly version: string;
  /** Proves it in the project; returns what it saw, in a few words. */
  prove(project: string): Promise<string>;
}

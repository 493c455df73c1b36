/** A value that SQLite stores. */
export type Value = string | number | null;

/** A prepared statement. */
export interface Statement {
  run(...values: Value[]): unknown;
  get(...values: Value[]): unknown;
  all(...values: Value[]): unknown[];
}

/** An open SQLite database with FTS5: a `DatabaseSync` of `node:sqlite`, or one of `better-sqlite3`. */
export interface FoodDatabase {
  /** Runs statements that return nothing. */
  exec(sql: string): unknown;
  /** Prepares a statement. */
  prepare(sql: string): Statement;
}

/** Fields that a search can name. They are the columns of the text index. */
export const textFields = [
  ...['description', 'additionalDescriptions', 'brandOwner', 'brandName', 'ingredients'],
  ...['scientificName', 'foodCategory', 'gtinUpc', 'fdcId'],
] as const;

/** Creates the tables that are missing. */
export function createTables(database: FoodDatabase): void {
  database.exec(`
    CREATE TABLE IF NOT EXISTS food (
      fdc_id INTEGER PRIMARY KEY, data_type TEXT NOT NULL, description TEXT NOT NULL, published TEXT,
      -- The other fields of a full record, except its nutrients and portions.
      record TEXT NOT NULL
    );
    CREATE TABLE IF NOT EXISTS nutrient (id INTEGER PRIMARY KEY, number TEXT, name TEXT, unit TEXT, rank REAL);
    CREATE TABLE IF NOT EXISTS food_nutrient (
      fdc_id INTEGER, id INTEGER, nutrient_id INTEGER, amount REAL, derivation TEXT, PRIMARY KEY (fdc_id, id)
    ) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS food_portion (
      fdc_id INTEGER, id INTEGER, record TEXT, PRIMARY KEY (fdc_id, id)
    ) WITHOUT ROWID;
    CREATE VIRTUAL TABLE IF NOT EXISTS food_text USING fts5 (
      ${textFields.join(', ')}, content = '', tokenize = 'porter unicode61 remove_diacritics 2'
    );
    -- The progress of an import. A changed file is another version.
    CREATE TABLE IF NOT EXISTS import_step (name TEXT PRIMARY KEY, version TEXT, records INTEGER, done INTEGER);
  `);
}

/** Runs `work` in a transaction: all of it is stored, or nothing if it throws. */
export function inTransaction(database: FoodDatabase, work: () => void): void {
  database.exec('BEGIN IMMEDIATE');
  try {
    work();
    database.exec('COMMIT');
  } catch (error) {
    database.exec('ROLLBACK');
    throw error;
  }
}

/** Prepares each statement once. */
export function statements(database: FoodDatabase): (sql: string) => Statement {
  const prepared = new Map<string, Statement>();
  return (sql) => {
    const statement = prepared.get(sql) ?? database.prepare(sql);
    prepared.set(sql, statement);
    return statement;
  };
}

/** Returns the names of the steps of an import that have not ended. */
export const unfinishedSteps = (database: FoodDatabase): string[] =>
  database
    .prepare('SELECT name FROM import_step WHERE NOT done')
    .all()
    .map((row) => (row as { name: string }).name);

/** Writes a date, `YYYY-MM-DD`, as full records do: `M/D/YYYY`. */
export const slashDate = (date: string | null | undefined): string | undefined =>
  date?.replace(/^(\d+)-0?(\d+)-0?(\d+)$/, '$2/$3/$1') || undefined;

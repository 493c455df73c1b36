import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { pipeline } from 'node:stream';
import {
  createTables,
  type FoodDatabase,
  inTransaction,
  type Statement,
  slashDate,
  statements,
  textFields,
  type Value,
} from './database.ts';
import { jsonRecords } from './json-records.ts';

/** Progress of {@link importFoods}. */
export interface ImportProgress {
  /** File that is being read, below `from`; `index` while the text index is being created. */
  readonly step: string;
  /** Number of records of the step that are stored. */
  readonly records: number;
  /** Bytes of all files that have been read, including those of finished files. */
  readonly bytes: number;
  /** Bytes of all files. */
  readonly totalBytes: number;
}

/** Options of {@link importFoods}. */
export interface ImportOptions {
  /**
   * Folder with unzipped downloads, in CSV or JSON, also in folders below it.
   *
   * @see https://fdc.nal.usda.gov/download-datasets
   */
  readonly from: string;
  /** Database to import into. */
  readonly database: FoodDatabase;
  /** Number of records that are stored in one transaction, from 1. Default 20,000. */
  readonly batchSize?: number | undefined;
  /** Called after each transaction. Default: nothing. */
  readonly onProgress?: ((progress: ImportProgress) => void) | undefined;
  /** Ends the import between two transactions; call it again later to continue. Default: it runs to its end. */
  readonly signal?: AbortSignal | undefined;
}

type Row = Readonly<Record<string, string>>;

/** Stores one record of a file. */
type Store = (row: never) => void;

/** Data types by their names in CSV files. Other records, such as samples, are not foods that people look for. */
const dataTypes: Readonly<Record<string, string>> = {
  foundation_food: 'Foundation',
  sr_legacy_food: 'SR Legacy',
  survey_fndds_food: 'Survey (FNDDS)',
  branded_food: 'Branded',
  experimental_food: 'Experimental',
};

/** CSV files in the order in which they must be read. Records refer to those of earlier files. */
const csvFiles = [
  ...['nutrient', 'food', 'branded_food', 'foundation_food', 'sr_legacy_food', 'survey_fndds_food'],
  ...['food_nutrient', 'food_portion'],
];

/**
 * Imports FoodData Central's downloads into an SQLite database, for {@link createLocalFoods}. Reads any number of
 * gigabytes with flat memory. Each transaction stores `batchSize` records, or nothing. An import that ended early continues
 * where it stopped when you call it again with the same files, and files that are already imported are skipped, unless
 * they have changed. Foods that a newer download no longer contains remain, so import a new release into a new database.
 * CSV files need the package `csv-parse`.
 *
 * @throws Error if the folder has no downloads, a file cannot be read, or `signal` aborts.
 * @example
 * await importFoods({ from: './downloads', database: new DatabaseSync('foods.db') });
 */
export async function importFoods({
  from,
  database,
  batchSize = 20_000,
  onProgress,
  signal,
}: ImportOptions): Promise<void> {
  createTables(database);
  const paths = (await readdir(from, { recursive: true })).map((path) => join(from, path));
  const folders = paths.filter((path) => basename(path) === 'food.csv').map((path) => dirname(path));
  const wanted = [
    ...folders.flatMap((folder) => csvFiles.map((name) => join(folder, `${name}.csv`))),
    ...paths.filter((path) => path.endsWith('.json')),
  ].filter((path) => paths.includes(path));
  if (wanted.length === 0)
    throw new Error(
      `importFoods: ${from} has no food.csv and no JSON file. Unzip a download from https://fdc.nal.usda.gov/download-datasets into it`,
    );
  const files = await Promise.all(wanted.map(async (path) => ({ path, ...(await stat(path)) })));
  // The CSV files of a folder belong together: if the foods are stored again, so are their nutrients.
  const versionOf = (path: string) =>
    files
      .filter((file) => file.path === path || (path.endsWith('.csv') && dirname(file.path) === dirname(path)))
      .map(({ size, mtimeMs }) => `${size} ${mtimeMs}`)
      .join();
  const totalBytes = files.reduce((sum, { size }) => sum + size, 0);
  const prepare = statements(database);
  const stepOf = (name: string) =>
    prepare('SELECT version, records, done FROM import_step WHERE name = ?').get(name) as
      | { version: string; records: number; done: number }
      | undefined;
  const saveStep = (name: string, version: string, records: number, done: boolean) =>
    prepare('INSERT OR REPLACE INTO import_step VALUES (?, ?, ?, ?)').run(name, version, records, Number(done));

  let before = 0;
  for (const { path, size } of files) {
    const name = relative(from, path);
    const version = versionOf(path);
    const found = stepOf(name);
    const known = found?.version === version ? found : undefined;
    if (!known?.done) {
      inTransaction(database, () => {
        saveStep(name, version, known?.records ?? 0, false);
        saveStep('index', '', 0, false); // it must be created again
      });
      const stream = createReadStream(path, { encoding: 'utf8' });
      const records = path.endsWith('.json') ? jsonRecords(stream) : await csvRecords(stream);
      const store = path.endsWith('.json') ? storeFood(prepare) : await storeRow(path, prepare);
      let count = 0;
      let batch: unknown[] = [];
      const flush = (done: boolean) => {
        signal?.throwIfAborted();
        inTransaction(database, () => {
          for (const record of batch) store(record as never);
          saveStep(name, version, count, done);
        });
        batch = [];
        onProgress?.({ step: name, records: count, bytes: before + Math.min(stream.bytesRead, size), totalBytes });
      };
      for await (const record of reportingFile(name, records)) {
        count += 1;
        if (count <= (known?.records ?? 0)) continue;
        batch.push(record);
        if (batch.length >= batchSize) flush(false);
      }
      flush(true);
    }
    before += size;
  }
  const index = stepOf('index');
  if (!index || index.done) return;
  let last = index.records;
  if (last === 0) database.exec(`INSERT INTO food_text (food_text) VALUES ('delete-all')`);
  for (;;) {
    await new Promise((resolve) => setImmediate(resolve)); // lets the program abort
    signal?.throwIfAborted();
    const rows = prepare('SELECT * FROM food WHERE fdc_id > ? ORDER BY fdc_id LIMIT ?').all(
      last,
      batchSize,
    ) as IndexedFood[];
    last = rows.at(-1)?.fdc_id ?? last;
    inTransaction(database, () => {
      for (const row of rows) indexFood(prepare, row);
      saveStep('index', '', last, rows.length < batchSize);
    });
    onProgress?.({ step: 'index', records: last, bytes: totalBytes, totalBytes });
    if (rows.length < batchSize) return;
  }
}

/** Names the file in the error when it cannot be read. */
async function* reportingFile(name: string, records: AsyncIterable<object>): AsyncGenerator<object, void, undefined> {
  try {
    yield* records;
  } catch (cause) {
    const { message } = cause as Error;
    throw new Error(`importFoods: ${name} cannot be read: ${message}. Download and unzip it again`, { cause });
  }
}

interface IndexedFood {
  readonly fdc_id: number;
  readonly description: string;
  readonly record: string;
}

function indexFood(prepare: (sql: string) => Statement, { fdc_id, description, record }: IndexedFood): void {
  const fields = JSON.parse(record);
  const attributes = (fields.foodAttributes ?? []) as { value?: unknown; foodAttributeType?: { name?: string } }[];
  const texts: Readonly<Record<string, unknown>> = {
    ...fields,
    description,
    fdcId: fdc_id,
    foodCategory: fields.brandedFoodCategory ?? fields.foodCategory?.description,
    additionalDescriptions: attributes
      .filter(({ foodAttributeType }) => /Additional Description|Common Name/.test(foodAttributeType?.name ?? ''))
      .map(({ value }) => value)
      .join('; '),
  };
  prepare(`INSERT INTO food_text (rowid, ${textFields.join(', ')}) VALUES (?${', ?'.repeat(textFields.length)})`).run(
    fdc_id,
    ...textFields.map((field) => String(texts[field] ?? '')),
  );
}

/** Yields the rows of a CSV file by the names of its columns. */
async function csvRecords(stream: NodeJS.ReadableStream): Promise<AsyncIterable<Row>> {
  const { parse } = await import('csv-parse').catch((cause) => {
    throw new Error('importFoods: CSV files need csv-parse. Run npm install csv-parse, or download JSON files', {
      cause,
    });
  });
  return pipeline(stream, parse({ columns: true, bom: true, relax_column_count: true }), () => {}); // the reader gets errors
}

const isoDate = (date: unknown): string | null => {
  const [, month = '', day = '', year] = /^(\d+)\/(\d+)\/(\d+)$/.exec(String(date)) ?? [];
  return year ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : date ? String(date) : null;
};

/** Stores a food without its nutrients and portions, in place of any earlier version. */
function replaceFood(prepare: (sql: string) => Statement, values: [fdcId: number, ...rest: Value[]]): void {
  for (const table of ['food_nutrient', 'food_portion'])
    prepare(`DELETE FROM ${table} WHERE fdc_id = ?`).run(values[0]);
  prepare('INSERT OR REPLACE INTO food VALUES (?, ?, ?, ?, ?)').run(...values);
}

interface JsonFood {
  readonly fdcId: number;
  readonly dataType: string;
  readonly description: string;
  readonly publicationDate?: string;
  readonly foodNutrients?: readonly {
    readonly id?: number;
    readonly amount?: number;
    readonly nutrient?: { id: number; number?: string; name?: string; rank?: number; unitName?: string };
    readonly foodNutrientDerivation?: { code?: string } | null;
  }[];
  readonly foodPortions?: readonly object[];
}

/** Returns the function that stores a food of a JSON file. */
const storeFood =
  (prepare: (sql: string) => Statement) =>
  (food: JsonFood): void => {
    const { fdcId, dataType, description, publicationDate, foodNutrients = [], foodPortions = [], ...record } = food;
    if (!Number.isInteger(fdcId) || typeof description !== 'string') return;
    replaceFood(prepare, [fdcId, dataType, description, isoDate(publicationDate), JSON.stringify(record)]);
    for (const [index, { id = -index, amount, nutrient, foodNutrientDerivation }] of foodNutrients.entries()) {
      if (!nutrient) continue;
      prepare('INSERT OR IGNORE INTO nutrient VALUES (?, ?, ?, ?, ?)').run(
        ...[
          nutrient.id,
          nutrient.number ?? null,
          nutrient.name ?? null,
          nutrient.unitName ?? null,
          nutrient.rank ?? null,
        ],
      );
      prepare('INSERT OR REPLACE INTO food_nutrient VALUES (?, ?, ?, ?, ?)').run(
        ...[fdcId, id, nutrient.id, amount ?? null, foodNutrientDerivation?.code ?? null],
      );
    }
    for (const [index, portion] of foodPortions.entries())
      prepare('INSERT INTO food_portion VALUES (?, ?, ?)').run(fdcId, index, JSON.stringify(portion));
  };

/** Units by their names in `nutrient.csv`, as full records have them. */
const units: Readonly<Record<string, string>> = { G: 'g', MG: 'mg', UG: 'µg', KCAL: 'kcal' };

const numberOf = (text: string | undefined): number | null => (text ? Number(text) : null);

/** Returns the function that stores a row of a CSV file. */
async function storeRow(path: string, prepare: (sql: string) => Statement): Promise<Store> {
  /** Reads a small file that rows refer to, such as the units of measure. */
  const lookUp = async (name: string, key: string, value: string): Promise<ReadonlyMap<string, string>> => {
    const file = join(dirname(path), `${name}.csv`);
    if (!(await stat(file).catch(() => undefined))) return new Map();
    const found = new Map<string, string>();
    for await (const row of await csvRecords(createReadStream(file, { encoding: 'utf8' })))
      found.set(row[key] ?? '', row[value] ?? '');
    return found;
  };
  const addFields = (fdcId: string | undefined, fields: object) =>
    prepare('UPDATE food SET record = json_patch(record, ?) WHERE fdc_id = ?').run(
      JSON.stringify(fields),
      Number(fdcId),
    );

  switch (basename(path, '.csv')) {
    case 'nutrient':
      return ({ id, name, unit_name: unit = '', nutrient_nbr: number, rank }: Row) =>
        prepare('INSERT OR REPLACE INTO nutrient VALUES (?, ?, ?, ?, ?)').run(
          ...[Number(id), number?.replace(/\.0$/, '') ?? null, name ?? null, units[unit] ?? unit, numberOf(rank)],
        );
    case 'food': {
      const categories = await lookUp('food_category', 'id', 'description');
      return ({ fdc_id, data_type = '', description = '', food_category_id: category = '', publication_date }: Row) => {
        const dataType = dataTypes[data_type];
        if (!dataType) return;
        const known = categories.get(category);
        const record = known && data_type !== 'branded_food' ? { foodCategory: { description: known } } : {};
        replaceFood(prepare, [
          Number(fdc_id),
          dataType,
          description,
          isoDate(publication_date),
          JSON.stringify(record),
        ]);
      };
    }
    case 'branded_food':
      return ({ fdc_id, household_serving_fulltext, serving_size, trade_channel, ...row }: Row) => {
        const dates = ['modified_date', 'available_date', 'discontinued_date'].map((name) => [
          name,
          slashDate(row[name]),
        ]);
        const texts = Object.entries({ ...row, ...Object.fromEntries(dates) }).filter(([, value]) => value);
        addFields(fdc_id, {
          ...Object.fromEntries(
            texts.map(([name, value]) => [name.replace(/_(\w)/g, (_, c: string) => c.toUpperCase()), value]),
          ),
          ...(household_serving_fulltext && { householdServingFullText: household_serving_fulltext }),
          ...(serving_size && { servingSize: Number(serving_size) }),
          ...(trade_channel && { tradeChannels: trade_channel.split('|') }),
        });
      };
    case 'survey_fndds_food': {
      const categories = await lookUp('wweia_food_category', 'wweia_food_category', 'wweia_food_category_description');
      return ({ fdc_id, food_code: foodCode, wweia_category_code: code = '', start_date, end_date }: Row) =>
        addFields(fdc_id, {
          ...{ foodCode, startDate: slashDate(start_date), endDate: slashDate(end_date) },
          wweiaFoodCategory: {
            wweiaFoodCategoryCode: numberOf(code),
            wweiaFoodCategoryDescription: categories.get(code),
          },
        });
    }
    case 'food_nutrient': {
      const derivations = await lookUp('food_nutrient_derivation', 'id', 'code');
      // Survey foods refer to nutrients by number, such as 203, instead of by ID, such as 1003.
      const numbers = new Map(
        prepare('SELECT number, id FROM nutrient')
          .all()
          .map((row) => Object.values(row as object) as [string, number]),
      );
      return ({ id, fdc_id, nutrient_id = '', amount, derivation_id = '' }: Row) =>
        prepare(
          'INSERT OR REPLACE INTO food_nutrient SELECT ?, ?, ?, ?, ? WHERE EXISTS (SELECT 1 FROM food WHERE fdc_id = ?)',
        ).run(
          ...[
            Number(fdc_id),
            Number(id),
            Number(nutrient_id) < 1000 ? (numbers.get(nutrient_id) ?? null) : Number(nutrient_id),
          ],
          ...[numberOf(amount), derivations.get(derivation_id) ?? null, Number(fdc_id)],
        );
    }
    case 'food_portion': {
      const unitNames = await lookUp('measure_unit', 'id', 'name');
      return ({
        id,
        fdc_id,
        seq_num,
        amount,
        measure_unit_id: unit = '',
        portion_description,
        modifier,
        gram_weight,
      }: Row) =>
        prepare(
          'INSERT OR REPLACE INTO food_portion SELECT ?, ?, ? WHERE EXISTS (SELECT 1 FROM food WHERE fdc_id = ?)',
        ).run(
          ...[Number(fdc_id), Number(id)],
          JSON.stringify({
            ...{ id: Number(id), gramWeight: numberOf(gram_weight), sequenceNumber: numberOf(seq_num), modifier },
            ...(amount && { amount: Number(amount) }),
            ...(portion_description && { portionDescription: portion_description }),
            measureUnit: { id: Number(unit), name: unitNames.get(unit) },
          }),
          Number(fdc_id),
        );
    }
    default: // foundation_food and sr_legacy_food
      return ({ fdc_id, NDB_number, ndb_number, footnote }: Row) =>
        addFields(fdc_id, { ndbNumber: NDB_number || ndb_number, ...(footnote && { footNote: footnote }) });
  }
}

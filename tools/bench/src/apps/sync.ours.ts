import { createBankClient } from '@x/bank';
import { syncItems } from '@x/sync';
import { sqliteDatabase } from '@x/sync/sqlite';
import type { App } from './app.ts';

export async function sync({ credentials }: Pick<App, 'credentials'>, access_token: string, file: string) {
  const database = sqliteDatabase(file);
  const { items } = await syncItems({ bank: createBankClient(credentials), items: [{ access_token }], database });
  await database.close();
  if (items[0]?.error) throw items[0].error;
}

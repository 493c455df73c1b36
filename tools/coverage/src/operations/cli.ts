import { writeFileSync } from 'node:fs';
import { generateOperations } from './generate.ts';
import { documentOfClient, operationsFile, readClientSource } from './official.ts';

// Types all operations of the bank API as the installed official client, npm `plaid`, has them.
writeFileSync(operationsFile, await generateOperations(documentOfClient(readClientSource())));
console.log(`Wrote ${operationsFile}`);

import { writeFileSync } from 'node:fs';
import { generateOperations } from './generate.ts';
import { documentOfClient, operationsFile, readClientSource } from './official.ts';

// Generates types for all operations of the bank API from the installed official client, npm `plaid`.
writeFileSync(operationsFile, await generateOperations(documentOfClient(readClientSource())));
console.log(`Wrote ${operationsFile}`);

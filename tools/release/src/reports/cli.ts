import { folders, report } from './report.ts';

for (const folder of folders) report(folder, true);

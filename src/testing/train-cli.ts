import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { exampleOf, hashOf, labelledLines } from './examples';
import { trainedRows } from './train';

/* `npm run train`: writes what core knows of intents, learned from all examples. It takes less than a minute. */

const FILE = path.join(process.cwd(), 'src/core/quick-add/conversation/weights.json');

const lines = labelledLines();
const rows = trainedRows(lines.map(exampleOf));
writeFileSync(FILE, `${JSON.stringify({ examples: hashOf(lines), rows }, null, 0)}\n`);
process.stdout.write(`${rows.length} features learned from ${lines.length} lines\n`);

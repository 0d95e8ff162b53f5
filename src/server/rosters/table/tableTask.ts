import { answerParent } from '../../platform/child/answerParent.ts';
import { tablesOf } from './tables.ts';

await answerParent(async (file) => JSON.stringify(await tablesOf(file)));

import { constants, setPriority } from 'node:os';
import { openDatabase } from '../platform/database/openDatabase.ts';
import { writeBackup } from './write.ts';

// The program of `writeBackupApart`: data folder, file and moment are its arguments.

// the server's answers come first
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
// the server was killed: nobody waits for the file any more
const giveUp = (): never => process.exit(1);
process.on('disconnect', giveUp);

const [dataDir = '', file = '', now = ''] = process.argv.slice(2);
const database = await openDatabase({ dataDir });
try {
  await writeBackup(database, file, { now });
} finally {
  await database.close();
}
process.off('disconnect', giveUp).disconnect();

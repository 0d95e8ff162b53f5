import { addDays, type Day, instantInRome } from '../src/domain/calendar/day.ts';
import type { OperationStatus, OperationType } from '../src/domain/operations/schema.ts';
import { insertOperation, setVerdict } from '../src/server/operations/queries.write.ts';
import type { Transaction } from '../src/server/platform/database/database.ts';
import type { BuiltUser } from './builders.ts';

interface DemoCode {
  /** The owner's email address up to the first dot. */
  owner: string;
  type: OperationType;
  code: string;
  daysAgo: number;
  time: string;
  status?: Exclude<OperationStatus, 'pending'>;
  description?: string;
  reason?: string;
}

const codes: readonly DemoCode[] = [
  {
    owner: 'giulia',
    type: 'OPP',
    code: 'OP24C7',
    daysAgo: 33,
    time: '11:20',
    status: 'approved',
    description: 'Sostituzione contatore',
  },
  { owner: 'giulia', type: 'OPP', code: 'OP31A9', daysAgo: 9, time: '09:05', status: 'approved' },
  {
    owner: 'giulia',
    type: 'OPP',
    code: 'OP40F2',
    daysAgo: 8,
    time: '16:40',
    status: 'rejected',
    description: 'Sopralluogo in via Tiburtina',
    reason: 'Manca la firma del cliente.',
  },
  {
    owner: 'giulia',
    type: 'OPP',
    code: 'OP52B1',
    daysAgo: 1,
    time: '10:15',
    description: 'Attivazione nuova utenza',
  },
  { owner: 'giulia', type: 'Case', code: '7730412', daysAgo: 6, time: '12:30', status: 'approved' },
  {
    owner: 'giulia',
    type: 'Case',
    code: '7730988',
    daysAgo: 1,
    time: '15:10',
    description: 'Reclamo chiuso al telefono',
  },
  { owner: 'marco', type: 'OPP', code: 'OP52B1', daysAgo: 1, time: '11:50' },
  { owner: 'marco', type: 'OPP', code: 'OP53D4', daysAgo: 2, time: '08:25', description: 'Voltura' },
  { owner: 'marco', type: 'Case', code: '0081245', daysAgo: 3, time: '17:35' },
  { owner: 'sara', type: 'OPP', code: 'OP48E6', daysAgo: 4, time: '14:00', status: 'approved' },
  { owner: 'anna', type: 'OPP', code: 'OP55A0', daysAgo: 2, time: '09:45' },
];

/** Creates codes in each state for people of the demo's standard worksite, reviewed a day after submission. */
export async function fillOperations(
  tx: Transaction,
  people: readonly BuiltUser[],
  reviewer: BuiltUser,
  today: Day,
): Promise<void> {
  for (const { owner, type, code, daysAgo, time, status, description = null, reason = null } of codes) {
    const person = people.find(({ email }) => email.startsWith(`${owner}.`));
    if (!person) throw new Error(`the demo has nobody called ${owner}`);
    const { id: userId, worksiteId } = person;
    const submitted = instantInRome(addDays(today, -daysAgo), time);
    const id = await insertOperation(tx, {
      worksiteId,
      userId,
      type,
      code,
      description,
      enteredBy: null,
      now: submitted,
    });
    const reviewed = instantInRome(addDays(today, 1 - daysAgo), '08:30');
    if (status) await setVerdict(tx, [id], { status, reason, reviewerId: reviewer.id, now: reviewed });
  }
}

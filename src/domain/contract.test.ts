import { expect, test } from 'vitest';
import { z } from 'zod';
import { contract } from './contract.ts';
import type { CallSchemas } from './contractParts.ts';

const calls: [string, CallSchemas][] = Object.entries(contract);

/** A schema and all schemas it is composed of. */
function partsOf(schema: z.core.$ZodType): z.core.$ZodType[] {
  const inner = Object.values(schema._zod.def).flatMap((part: unknown): z.core.$ZodType[] => {
    const candidates = typeof part === 'object' && part !== null ? [part, ...Object.values(part)] : [];
    return candidates.filter((one): one is z.core.$ZodType => one instanceof z.core.$ZodType);
  });
  return [schema, ...inner.flatMap(partsOf)];
}

test.each(calls)('%s has no empty object and no empty enum', (_name, call) => {
  const schemas = [call.params, call.query, call.body, call.answer].flatMap((part) =>
    part ? partsOf(part) : [],
  );
  const empty = schemas.filter((schema) => {
    if (schema instanceof z.ZodObject) return Object.keys(schema.shape).length === 0;
    return schema instanceof z.ZodEnum && (schema.options.length < 2 || schema.options.includes(''));
  });
  expect(empty).toEqual([]);
});

test.each(calls)('%s refuses unknown parameters and ignores unknown fields', (_name, call) => {
  const isStrict = (schema: z.core.$ZodType): boolean =>
    schema instanceof z.ZodObject && schema._zod.def.catchall instanceof z.ZodNever;
  expect(call.query === undefined || isStrict(call.query)).toBe(true);
  expect((call.body ? partsOf(call.body) : []).filter(isStrict)).toEqual([]);
});

/** Cursors of people contain names, so they may be longer. */
const longestCursor = (name: string): number =>
  name === 'GET /api/admin/users/page' || name === 'GET /api/ceo/registrations/page' ? 600 : 200;

test.each(
  calls.flatMap(([name, { query }]) => (query && 'cursor' in query.shape ? [[name, query] as const] : [])),
)('%s accepts the longest possible cursor, and none longer', (name, query) => {
  const field: z.ZodType = (query.shape as Record<string, z.ZodType>)['cursor']!;
  const accepts = (length: number): boolean => field.safeParse('x'.repeat(length)).success;
  expect([accepts(longestCursor(name)), accepts(longestCursor(name) + 1)]).toEqual([true, false]);
});

const wrongValues = [
  undefined,
  null,
  '',
  ' ',
  'x',
  'x y',
  'è;\n',
  'x'.repeat(20_000),
  '1'.repeat(20),
  -1,
  7.5,
  1e9,
  true,
  {},
  [],
  Array.from({ length: 200 }, () => '0190a000-0000-7000-8000-000000000001'),
];

const isItalian = (message: string): boolean => !/^(?:Invalid|Too)/.test(message);

/** The messages for invalid values of each field that a call accepts. */
const complaints = calls.flatMap(([name, { body, query }]) =>
  [body, query].flatMap((schema) =>
    (schema ? partsOf(schema) : [])
      .filter((part) => part instanceof z.ZodObject)
      .flatMap(({ shape }) => Object.entries<z.ZodType>(shape))
      .map(([field, one]) => {
        const issues = wrongValues.flatMap((value) => one.safeParse(value).error?.issues ?? []);
        return { name, field, messages: [...new Set(issues.map(({ message }) => message))] };
      }),
  ),
);

/** By field name; several calls may have the same field. */
const texts: Record<string, string[]> = {
  action: ['Valore non valido'],
  cursor: ['Valore non valido'],
  acceptableDays: ['Scegli al massimo 31 giorni', 'Scegli almeno un giorno in cui lavoreresti'],
  acceptedTerms: ['Devi accettare i Termini e Condizioni per continuare'],
  accessCode: [
    'Al massimo 80 caratteri',
    'Codice accesso richiesto',
    'Il codice di accesso deve essere di almeno 4 caratteri',
    'Scrivi un testo',
  ],
  account: ['Email non valida'],
  auth: ['Questo dispositivo non può ricevere notifiche'],
  code: ['Al massimo 60 caratteri', 'Errore formato Case', 'Errore formato OP', 'Il codice è obbligatorio'],
  confirmName: ['Al massimo 120 caratteri', 'Scrivi il nome del cantiere'],
  contractHours: ['Ore contratto devono essere tra 4 e 12'],
  currentPassword: ['Password troppo lunga', 'Scrivi la tua password'],
  date: ['Data non valida', 'Data richiesta'],
  day: ['Data non valida', 'Data richiesta'],
  days: [
    'Al massimo 31 giorni di fila',
    'Al massimo 400 giorni',
    'Al massimo 62 giorni',
    'Data non valida',
    'Data richiesta',
    'Indica il periodo',
    'Scegli almeno un giorno',
    'Scegli quanti giorni',
  ],
  description: ['Al massimo 500 caratteri', 'Scrivi un testo'],
  duty: [
    'Giornata non valida',
    'Il tabellone contiene solo turni lavorativi',
    'Orario richiesto',
    'Scegli il tipo di giornata',
    'Turno non valido',
  ],
  email: ['Email non valida'],
  endTime: ['Orario non valido (HH:MM)', 'Orario richiesto'],
  endpoint: ['Questo dispositivo non può ricevere notifiche'],
  file: ['Il file è vuoto', 'Scegli un file'],
  firstName: ['Al massimo 80 caratteri', 'Nome deve essere di almeno 2 caratteri', 'Scrivilo con le lettere'],
  format: ['Scegli il tipo di file'],
  from: ['Data non valida', 'Data richiesta'],
  host: [
    'Al massimo 253 caratteri',
    'Scrivi il server della posta in uscita',
    'Scrivi solo il nome del server, per esempio smtp.example.it',
  ],
  ids: ['Al massimo 100 codici alla volta', 'Scegli almeno un codice'],
  isTls: ['Scegli come si cifra la connessione'],
  joinedSince: ['Data non valida', 'Data richiesta'],
  lastName: [
    'Al massimo 80 caratteri',
    'Cognome deve essere di almeno 2 caratteri',
    'Scrivilo con le lettere',
  ],
  mayApproveSwaps: ['Lo decide la direzione'],
  mayLoadShifts: ['Lo decide la direzione'],
  mayReviewCodes: ['Lo decide la direzione'],
  message: ['Al massimo 500 caratteri', 'Scrivi un testo'],
  month: ['Mese non valido (AAAA-MM)'],
  name: [
    'Al massimo 120 caratteri',
    'Al massimo 40 caratteri',
    'Dai un nome alla rotazione',
    'Nome del cantiere richiesto',
    'Nome non valido',
    'Scrivi il nome',
  ],
  notes: ['Al massimo 1000 caratteri', 'Scrivi un testo'],
  offeredShiftId: ['Identificativo non valido', 'Seleziona il turno da offrire'],
  p256dh: ['Questo dispositivo non può ricevere notifiche'],
  password: [
    'Al massimo 200 caratteri',
    'Contiene caratteri non ammessi',
    'Password deve contenere almeno una lettera maiuscola',
    'Password deve essere di almeno 6 caratteri',
    'Password deve essere di almeno 8 caratteri',
    'Password troppo lunga',
    'Password troppo lunga: al massimo 200 caratteri',
    'Scrivi la tua password',
  ],
  phoneNumber: ['Al massimo 40 caratteri', 'Scrivi un testo'],
  port: ['La porta è un numero da 1 a 65535'],
  quietFrom: ['Orario non valido (HH:MM)', 'Orario richiesto'],
  quietTo: ['Orario non valido (HH:MM)', 'Orario richiesto'],
  reason: ['Al massimo 500 caratteri', 'Scrivi il motivo', 'Scrivi un testo'],
  requestedDate: ['Data non valida', 'Data richiesta', 'Seleziona la data desiderata'],
  requestedShiftType: ['Seleziona il tipo di turno desiderato'],
  averageWeekHours: ['Scrivi un numero intero da 20 a 168'],
  dailyRestHours: ['Scrivi un numero intero da 0 a 16'],
  daysInRow: ['Scrivi un numero intero da 3 a 31'],
  limits: [
    'Indica tutti i limiti',
    'Scrivi un numero intero da 0 a 16',
    'Scrivi un numero intero da 0 a 72',
    'Scrivi un numero intero da 20 a 168',
    'Scrivi un numero intero da 3 a 31',
    'Scrivi un numero intero da 4 a 24',
  ],
  mode: ['Scegli se avvisare, bloccare o non controllare'],
  nightHours: ['Scrivi un numero intero da 4 a 24'],
  restRules: [
    'Indica le regole sul riposo',
    'Indica tutti i limiti',
    'Scegli se avvisare, bloccare o non controllare',
  ],
  approval: ['Scegli se gli scambi vanno approvati'],
  cutoffHours: ['Scegli fino a quando si può confermare'],
  showsDetails: ['Scegli cosa mostrare'],
  subjectsOff: [
    'Tipi di email richiesti',
    'Tipi di notifica richiesti',
    'Troppi tipi di email',
    'Troppi tipi di notifica',
  ],
  swapPolicy: ['Indica le regole degli scambi'],
  weeklyRestHours: ['Scrivi un numero intero da 0 a 72'],
  role: ['Seleziona un ruolo'],
  search: ['Al massimo 120 caratteri', 'Scrivi un testo'],
  rosterMode: ['Scegli come arrivano i turni'],
  secondEndTime: ['Orario non valido (HH:MM)', 'Orario richiesto'],
  secondStartTime: ['Orario non valido (HH:MM)', 'Orario richiesto'],
  shifts: ['Al massimo 366 giornate', 'Giornata non valida', 'Scegli almeno un giorno'],
  startTime: ['Orario non valido (HH:MM)', 'Orario richiesto'],
  startsOn: ['Data non valida', 'Data richiesta'],
  steps: ['Al massimo 12 passi', 'La rotazione è vuota'],
  title: ['Al massimo 80 caratteri', 'Scrivi un titolo'],
  people: ['Al massimo 400 persone', 'Persona non valida'],
  unclaimed: ['Al massimo 400 persone', 'Persona non valida'],
  legend: ['Legenda non valida', 'Troppo lungo da ricordare'],
  layout: ['Disposizione non valida'],
  names: ['Al massimo 400 nomi', 'Nome non valido'],
  status: [
    'Un codice nuovo è in attesa',
    'Un codice si approva o si rifiuta',
    'Un codice si approva, si rifiuta o torna in attesa',
  ],
  taxiLicense: ['Al massimo 40 caratteri', 'Scrivi un testo'],
  to: ['Data non valida', 'Data richiesta'],
  token: ['Link non valido'],
  invitation: ['Link non valido'],
  value: [
    'Al massimo 40 caratteri',
    'Il numero deve avere almeno 8 caratteri',
    'Numero di cellulare non valido',
    'Scrivi la licenza taxi',
  ],
  version: ['I termini sono cambiati di nuovo: ricarica la pagina', 'Valore non valido'],
  withinDays: ['Scegli entro 7 o 14 giorni'],
  workLocation: ['Il tabellone contiene solo turni lavorativi', 'Scegli il tipo di giornata'],
  worksiteAccessCode: ['Al massimo 80 caratteri', 'Codice accesso richiesto'],
  worksiteId: ['Identificativo non valido', 'Seleziona un cantiere'],
};

test('typed input is refused in Italian, with each field’s own message', () => {
  const found: typeof texts = {};
  for (const { name, field, messages } of complaints) {
    const italian = messages.filter(isItalian);
    expect(messages.filter((text) => text.startsWith('Too small: expected string'))).toEqual([]);
    if (italian.length === 0) continue;
    // values that forms cannot send
    const others = messages.filter(
      (text) => !isItalian(text) && !/string, received (?!und)|array,/.test(text),
    );
    expect([name, field, others]).toEqual([name, field, []]);
    const isAnId = italian.join('') === 'Identificativo non valido' && !(field in texts);
    if (!isAnId) found[field] = [...new Set([...(found[field] ?? []), ...italian])].toSorted();
  }
  expect(found).toEqual(texts);
});

/** The leaf values of a call's input: path and schema. */
function leavesOf(schema: z.core.$ZodType, path: string): [path: string, schema: z.core.$ZodType][] {
  if (schema instanceof z.ZodObject)
    return Object.entries<z.ZodType>(schema.shape).flatMap(([key, one]) => leavesOf(one, `${path}.${key}`));
  if (schema instanceof z.ZodArray) return leavesOf(schema.element, `${path}[]`);
  if (schema instanceof z.ZodRecord)
    return [...leavesOf(schema.keyType, `${path} key`), ...leavesOf(schema.valueType, `${path}{}`)];
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((one) => leavesOf(one, path));
  if ('innerType' in schema._zod.def) return leavesOf(schema._zod.def.innerType as z.ZodType, path);
  if (!(schema instanceof z.ZodPipe)) return [[path, schema]];
  // refinements belong to their text
  const [side] = [schema.in, schema.out].map((one) => leavesOf(one, path));
  const others = leavesOf(schema.out, path).filter(([at]) => at !== path);
  if (!side?.every(([at]) => at === path)) return side ?? [];
  return others.length > 0 ? others : [[path, schema]];
}

/** Whether a value can be stored in PostgreSQL and is read back unchanged. */
const isStored = (value: unknown): boolean =>
  typeof value !== 'string' || (value.isWellFormed() && !value.includes('\0'));
const hostile = [1, 2, 4, 9, 20, 24, 43, 60].flatMap((length) =>
  ['\0', '\ud800', '\udc00'].flatMap((sign) => [
    `${'x'.repeat(length - 1)}${sign}`,
    `${sign}${'Aa1!'.repeat(length)}`,
    `2026-11-20T${sign.repeat(length)}`,
    `06:00${sign}`,
  ]),
);

test.each(calls)('%s accepts only text that can be stored, and nothing without a schema', (_name, call) => {
  const leaves = (['params', 'query', 'headers', 'body'] as const).flatMap((part) =>
    call[part] ? leavesOf(call[part], part) : [],
  );
  const open = leaves.filter(([, schema]) =>
    [...hostile, { of: hostile }].some((value) => {
      const parsed = z.safeParse(schema, value);
      return parsed.success && (typeof parsed.data === 'object' || !isStored(parsed.data));
    }),
  );
  expect(open.map(([path]) => path)).toEqual([]);
});

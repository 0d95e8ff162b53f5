import { z } from 'zod';
import { exchangeKinds } from '../exchanges/kinds.ts';
import { codeDeletedText, codeReopenedText, codesReviewedText } from '../operations/notificationTexts.it.ts';
import { operationTypes } from '../operations/schema.ts';
import { type RestMode, restModes } from '../rest/limits.ts';
import { rosterArrivedText, rosterUndoneText } from '../rosters/texts.it.ts';
import { offeredKindsText } from '../worksites/offeredKinds.it.ts';
import { type ApprovalMode, approvalModes } from '../worksites/swapPolicy.ts';
import { news, type NotificationEntry, time } from './entry.ts';
import { approval, rosterChoice } from './matter.it.ts';
import { forTime } from './swapTime.it.ts';

// Rosters, what the CEO does, approvals.

const code = z.object({ type: z.enum(operationTypes), code: z.string() });
const codeStatus = z.enum(['approved', 'rejected']);

const rosterShape = {
  title: z.string(),
  shifts: z.int(),
  changes: z.int(),
  isEntered: z.boolean(),
  questions: z.int(),
};

const restTexts: Record<RestMode, string> = {
  off: 'Gli scambi ora non controllano più il riposo tra i turni.',
  avviso: 'Prima di uno scambio che lascia poco riposo ora leggi un avviso.',
  blocco: 'Uno scambio che lascia troppo poco riposo ora non si può fare.',
};

const approvalTexts: Record<ApprovalMode, string> = {
  automatica: 'Gli scambi confermati ora valgono subito.',
  automatica_senza_avvisi: 'Gli scambi che lasciano poco riposo ora aspettano un’approvazione.',
  sempre: 'Gli scambi confermati ora aspettano un’approvazione.',
};

const cutoffText = (hours: number): string =>
  hours === 0
    ? 'Gli scambi ora si confermano fino all’inizio del turno.'
    : `Gli scambi ora si confermano fino a ${hours} ore prima del turno.`;

export const noticeTypes = {
  /** A roster adds, changes or removes shifts; some await the reader's choice. */
  roster_arrived: {
    asks: { button: 'Vedi le differenze', opens: true },
    subject: 'roster',
    waitsFor: rosterChoice,
    push: 'notices',
    mail: 'rosters',
    title: 'Nuovo tabellone',
    discreet: 'È arrivato un tabellone',
    group: 'tabelloni',
    address: () => '/tabellone',
    news: { roster_arrived: news(rosterShape, rosterArrivedText) },
  },
  /** A roster was entered or undone; nothing to answer. */
  roster_changed: {
    push: 'notices',
    title: 'Tabellone',
    discreet: 'Un tabellone ha cambiato i tuoi turni',
    group: 'novità dei tabelloni',
    address: () => '/calendar',
    news: {
      roster_entered: news(rosterShape, rosterArrivedText),
      roster_undone: news({ title: z.string() }, rosterUndoneText),
    },
  },
  /** To everybody of a worksite whose swap rules the CEO changed. */
  rules_changed: {
    push: 'notices',
    title: 'Regole degli scambi cambiate',
    discreet: 'Le regole degli scambi sono cambiate',
    group: 'cambi delle regole degli scambi',
    news: {
      /** The changed parts, the others null: the rest mode (or its limits), and parts of the swap policy. */
      rules_changed: news(
        {
          rest: z.enum(restModes).nullable().default(null),
          cutoffHours: z.int().nullable().default(null),
          kinds: z.array(z.enum(exchangeKinds)).nullable().default(null),
          approval: z.enum(approvalModes).nullable().default(null),
        },
        ({ rest, cutoffHours, kinds, approval: mode }) => ({
          title: 'Regole degli scambi cambiate',
          message: [
            rest && restTexts[rest],
            cutoffHours !== null && cutoffText(cutoffHours),
            kinds && offeredKindsText(kinds),
            mode && approvalTexts[mode],
          ]
            .filter(Boolean)
            .join(' '),
        }),
      ),
    },
  },
  /** To a person whose account a CEO is using. */
  impersonation: {
    push: 'notices',
    title: 'Il CEO nel tuo account',
    discreet: 'Il CEO ha usato il tuo account',
    group: 'accessi del CEO',
    address: () => null,
    news: {
      ceo_entered: news({}, (_, ceo) => ({
        title: 'Il CEO è nel tuo account',
        message: `${ceo} ha iniziato a usare il tuo account. Tutto quello che cambia resta registrato con il suo nome.`,
      })),
      ceo_left: news({}, (_, ceo) => ({
        title: 'Il CEO ha lasciato il tuo account',
        message: `${ceo} ha smesso di usare il tuo account.`,
      })),
    },
  },
  /** To a person for whom the CEO created a password link. */
  password_link: {
    push: 'notices',
    title: 'Link per una nuova password',
    discreet: 'Il CEO ha creato un link per la tua password',
    group: 'link per la password',
    address: () => null,
    news: {
      password_link_made: news({}, (_, ceo) => ({
        title: 'Link per una nuova password',
        message: `${ceo} ha creato un link per la tua nuova password. Se non lo hai chiesto tu, avvisa chi amministra.`,
      })),
    },
  },
  operation_reviewed: {
    push: 'notices',
    title: 'Codice esaminato',
    discreet: 'Un tuo codice è stato esaminato',
    group: 'codici esaminati',
    address: () => '/operazioni?di=me',
    news: {
      /** The first codes by name, the others as a number. */
      codes_reviewed: news(
        { codes: z.array(code), count: z.int(), status: codeStatus, reason: z.string().nullable() },
        codesReviewedText,
      ),
      /** `status` before reopening. */
      code_reopened: news({ code, status: codeStatus }, codeReopenedText),
      code_deleted: news({ code }, codeDeletedText),
    },
  },
  /** To approvers. */
  approval_wanted: {
    asks: { button: 'Vedi e approva', opens: true },
    subject: 'approval',
    waitsFor: approval,
    push: 'approvals',
    mail: 'approvals',
    title: 'Scambio da approvare',
    discreet: 'C’è uno scambio da approvare',
    group: 'scambi da approvare',
    address: (requestId) => (requestId === null ? '/exchanges' : `/?approva=${requestId}`),
    news: {
      approval_wanted: news({ time }, (facts, person) => ({
        title: 'Scambio da approvare',
        message: `Lo scambio di ${person} ${forTime(facts.time)} aspetta l’approvazione.`,
        call: 'Approvalo o rifiutalo.',
      })),
      /** Sent after a day of waiting. */
      approval_reminder: news({ time }, (facts, person) => ({
        title: 'Scambio ancora da approvare',
        message: `Lo scambio di ${person} ${forTime(facts.time)} aspetta l’approvazione da un giorno.`,
        call: 'Approvalo o rifiutalo.',
      })),
    },
  },
  /** To both people, each about the other. */
  approval_refused: {
    push: 'outcomes',
    mail: 'outcomes',
    title: 'Scambio non approvato',
    discreet: 'Uno scambio non è stato approvato',
    group: 'scambi non approvati',
    news: {
      approval_refused: news(
        { time, reason: z.string() },
        (facts, person) =>
          `Lo scambio con ${person} ${forTime(facts.time)} non è stato approvato. Motivo: ${facts.reason}`,
      ),
    },
  },
} satisfies Record<string, NotificationEntry>;

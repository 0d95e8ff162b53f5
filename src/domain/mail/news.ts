import { z } from 'zod';

/** The mail preferences of a person without a device for pushes. */
export const mailSubjects = ['offers', 'outcomes', 'approvals', 'rosters'] as const;
export type MailSubject = (typeof mailSubjects)[number];

/** News of this many seconds are sent as one mail. */
export const digestSeconds = 15 * 60;
/** News older than this many seconds when mails can be sent again are only shown in the bell. */
export const newsKeptSeconds = 24 * 3600;

export const subjectNames: Record<MailSubject, { name: string; hint: string }> = {
  offers: { name: 'Offerte e scambi perfetti', hint: 'Un collega risponde a una tua richiesta' },
  outcomes: { name: 'Esiti', hint: 'Offerte e richieste che si chiudono senza uno scambio' },
  approvals: { name: 'Scambi da approvare', hint: 'Se nel tuo cantiere approvi gli scambi' },
  rosters: { name: 'Tabelloni', hint: 'È arrivato un tabellone da accettare' },
};

export const mailPreferencesSchema = z.object({
  subjectsOff: z
    .array(z.enum(mailSubjects, 'Tipo di email sconosciuto'), 'Tipi di email richiesti')
    .max(mailSubjects.length, 'Troppi tipi di email'),
});
export type MailPreferences = z.output<typeof mailPreferencesSchema>;

export const mailPreferencesStateSchema = mailPreferencesSchema.extend({
  isReady: z.boolean(),
});

/** The token of an unsubscribe link, which encloses its person and subjects. */
export const unsubscribeQuerySchema = z.strictObject({
  token: z.string('Link non valido').regex(/^[\w-]{1,600}$/, 'Link non valido'),
});

/** The subjects of an unsubscribe link, and whether the person has switched them off. */
export const unsubscribeSchema = z.object({ subjects: z.array(z.enum(mailSubjects)), isOff: z.boolean() });

import { z } from 'zod';

/** What a person can switch mails on and off for: what is told to who has no device for pushes. */
export const mailSubjects = ['offers', 'outcomes', 'approvals', 'rosters'] as const;
export type MailSubject = (typeof mailSubjects)[number];

/** News of so many seconds leave as one mail. */
export const digestSeconds = 15 * 60;
/** What is older than this in seconds when mails can be sent again is left to the bell. */
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

/** The token of a mail's link; what it stands for is sealed in it. */
export const unsubscribeQuerySchema = z.strictObject({
  token: z.string('Link non valido').regex(/^[\w-]{1,600}$/, 'Link non valido'),
});

/** What a mail's link stands for, and whether its person wants no such mails any more. */
export const unsubscribeSchema = z.object({ subjects: z.array(z.enum(mailSubjects)), isOff: z.boolean() });

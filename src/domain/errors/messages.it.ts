import { exchangeMessages } from './exchangeMessages.it.ts';

/** 'un minuto', '15 minuti', 'un’ora', '3 ore' */
function waitOf(minutes: number): string {
  if (minutes < 60) return minutes === 1 ? 'un minuto' : `${minutes} minuti`;
  const hours = Math.ceil(minutes / 60);
  return hours === 1 ? 'un’ora' : `${hours} ore`;
}

/**
 * All reasons for refusing, with the Italian text of each and the facts it contains; texts of the specification are
 * kept word for word.
 */
const messages = {
  not_signed_in: 'Accedi per continuare.',
  forbidden: 'Non hai il permesso di fare questa operazione.',
  foreign_origin: 'Richiesta rifiutata: arriva da un altro sito.',
  not_found: 'Non trovato: forse nel frattempo è stato cancellato.',
  unknown_path: 'Questo indirizzo non esiste.',
  wrong_method: 'Questa operazione qui non è possibile.',
  invalid_json: 'I dati inviati non sono in un formato valido (JSON).',
  invalid_data: 'Dati non validi',
  body_too_large: 'I dati inviati sono troppo grandi.',
  headers_too_large: 'Le intestazioni della richiesta sono troppo grandi.',
  call_too_slow: 'La richiesta non è arrivata per intero in tempo. Riprova.',
  wrong_media_type: 'Il formato dei dati inviati non è supportato: usa JSON.',
  too_many_attempts: ({ minutes }: { minutes: number }) =>
    `Troppi tentativi. Riprova tra ${waitOf(minutes)}.`,
  overloaded: 'Turnario è sovraccarico. Riprova tra qualche secondo.',
  unavailable: 'Turnario è fermo per un momento. Prima di riprovare, controlla se la modifica è già salvata.',
  internal: ({ requestId }: { requestId: string }) =>
    `Qualcosa è andato storto da parte nostra. Riprova; se succede ancora, segnala il codice ${requestId}.`,

  wrong_credentials: 'Dati non corretti - Email o password errati. Verifica le credenziali e riprova.',
  account_disabled: "Account disattivato. Contatta l'amministratore.",
  email_taken: 'Email già registrata',
  unknown_worksite: 'Cantiere selezionato non valido',
  wrong_access_code: 'Codice accesso non valido per il cantiere selezionato',
  taxi_details_required: 'Licenza taxi e numero di cellulare sono richiesti per questo cantiere',
  profile_code_wrong: 'Accesso non consentito - Dati non corretti',
  wrong_password: 'La password non è corretta.',
  registered_often: ({ from }: { most: number; minutes: number; from: string }) =>
    `Nell’ultima ora si sono registrate molte persone. Riprova dalle ${from}.`,
  profile_changed_often: ({ most, minutes }: { most: number; minutes: number }) =>
    `Puoi cambiare il profilo ${most} volte al giorno. Riprova tra ${waitOf(minutes)}.`,
  admin_account_stays: 'L’account di un amministratore non si elimina da qui.',
  invitation_over: 'Questo invito non è più valido. Puoi continuare con il codice di accesso del cantiere.',
  link_expired: 'Questo link non è più valido. Chiedine uno nuovo.',

  ceo_only: 'Accesso Riservato',
  admin_only: 'Accesso negato',
  not_while_impersonating: 'In Modalità CEO non puoi cambiare password, email o account di altri.',
  cannot_impersonate: "Impossibile accedere all'account dell'utente",
  mail_is_on: 'La posta è impostata: il link si chiede dalla pagina di accesso, con «Password dimenticata».',
  worksite_holds_admin: 'In questo cantiere c’è un amministratore: non si può eliminare.',
  worksite_name_mismatch: 'Il nome non corrisponde: scrivilo esattamente come lo vedi.',
  worksite_name_taken: 'Esiste già un cantiere con questo nome',

  idle_count_changed: 'Nel frattempo il numero è cambiato: ricontrolla prima di decidere.',
  roster_not_loader: 'Solo chi ha il permesso può caricare i turni di questo cantiere.',
  roster_worksite_required: 'Scegli il cantiere del tabellone.',
  roster_changed: 'È arrivato un tabellone più recente: ricontrolla prima di decidere.',
  unclaimed_not_allowed: ({ reason }: { reason: string }) =>
    `Questi turni non vanno bene per questa persona: ${reason}`,
  unclaimed_full: ({ most }: { most: number }) =>
    `Al massimo ${most} persone possono aspettare un account: assegna prima le altre.`,
  roster_undo_over: ({ hours }: { hours: number }) =>
    `Sono passate più di ${hours} ore: il tabellone non si può più annullare.`,

  shift_day_taken: 'Hai già un turno in questa data',
  shift_day_twice: 'Questa data compare due volte.',
  shifts_refused: ({ count }: { count: number }) =>
    `${count === 1 ? 'Una giornata non va bene' : `${count} giornate non vanno bene`}: non è stato salvato niente.`,
  shifts_kept: ({ minutes }: { minutes: number }) =>
    `Sono passati più di ${waitOf(minutes)}: le giornate restano nel calendario.`,
  shift_patterns_full: ({ most }: { most: number }) =>
    `Hai già ${most} rotazioni: eliminane una per salvarne un’altra.`,
  shift_in_the_past: 'Non puoi modificare o cancellare turni passati.',
  shift_day_in_the_past: 'Non puoi aggiungere turni per date passate. Seleziona oggi o una data futura.',
  shift_day_too_far_ahead: ({ lastDay }: { lastDay: string }) =>
    `Puoi inserire turni fino a 24 mesi da oggi: l’ultimo giorno è il ${lastDay}.`,
  shift_admin_without_calendar: 'Chi amministra non ha un calendario: qui non si possono inserire turni.',
  shift_times_required: 'Gli orari di inizio e fine sono obbligatori per Smart Working e Sede',
  shift_ends_before_start: "L'orario di fine deve essere successivo all'orario di inizio",
  shift_not_on_quarter_hour: 'Gli orari vanno di quarto d’ora in quarto d’ora (00, 15, 30, 45).',
  shift_taxi_duration: ({ hours }: { hours: string }) =>
    `I turni taxi durano esattamente 7 ore: questo dura ${hours}.`,
  shift_taxi_not_predefined:
    'Scegli uno dei turni predefiniti: MATTINA 06:00–13:00, POMERIGGIO 13:00–20:00, SEMINOTTE 20:00–03:00, NOTTE 03:00–10:00.',
  shift_taxi_week_mixed: ({
    shiftType,
    firstDay,
    lastDay,
  }: {
    shiftType: string;
    firstDay: string;
    lastDay: string;
  }) =>
    `Incompatibilità turni nella settimana lavorativa: da sabato ${firstDay} a venerdì ${lastDay} lavori di ${shiftType}. In una settimana si fa un solo tipo di turno.`,
  shift_flexible_duration: ({ hours }: { hours: string }) =>
    `Con i turni flessibili un turno dura 4, 8 o 9 ore: questo dura ${hours}.`,
  shift_flexible_week_full: ({ weekHours }: { weekHours: string }) =>
    `Con i turni flessibili si lavorano al massimo 20 ore a settimana: così sarebbero ${weekHours}.`,
  shift_eight_hours_duration: ({ hours }: { hours: string }) =>
    `Con un contratto di 8 ore un turno dura 8 o 9 ore: questo dura ${hours}.`,
  shift_too_long: ({ hours, mostHours }: { hours: string; mostHours: string }) =>
    `Con il tuo contratto un turno dura al massimo ${mostHours}: questo dura ${hours}.`,
  shift_split_not_allowed:
    'Il turno spezzato è previsto solo per giornate lavorative con contratti di almeno 8 ore.',
  shift_split_incomplete: 'Indica inizio e fine anche per la seconda parte del turno spezzato.',
  shift_split_overlaps: 'La seconda parte del turno deve iniziare dopo la fine della prima.',
  shift_swapped: ({ exchangePartner, completedDate }: { exchangePartner: string; completedDate: string }) =>
    `Non puoi modificare questo turno perché è stato scambiato con ${exchangePartner} il ${completedDate}.`,

  roster_file_unreadable: 'Questo file non si riesce a leggere: salvalo come .xlsx o .csv e riprova.',
  roster_file_old:
    'Il file è nel vecchio formato .xls o protetto da password: salvalo come .xlsx, senza password.',
  roster_file_empty: 'Nel file non c’è scritto niente.',
  roster_file_pictures: 'Nel file ci sono solo immagini: i turni si leggono dalle celle.',
  roster_file_other_kind: 'Questo non è un foglio di calcolo: scegli un file .xlsx o .csv.',
  files_read_often: ({ minutes }: { minutes: number }) =>
    `Hai letto molti file in poco tempo. Riprova tra ${waitOf(minutes)}.`,
  roster_file_too_large:
    'Il file è troppo grande: lascia solo il tabellone da caricare, al massimo 400 persone e 62 giorni.',

  mail_password_required:
    'Scrivi la password: quella salvata vale solo per lo stesso account e lo stesso server.',
  mail_not_failed: 'Questa email non è tra quelle da rispedire: nel frattempo è partita.',
  mail_link_outdated: 'Il link in questa email dura pochi minuti: la persona deve chiederne uno nuovo.',
  mail_account_gone: 'Questa email era per un account eliminato: non si può rispedire.',
  mail_may_arrive_twice: 'Questa email potrebbe essere già arrivata: conferma se vuoi rispedirla lo stesso.',

  ...exchangeMessages,

  operations_not_offered: 'Le operazioni aziendali non sono previste nel tuo cantiere.',
  operation_duplicate: 'Hai già inserito questo codice',
  operation_not_reviewer: 'Non hai il permesso di approvare i codici.',
  operation_own_code: 'È un tuo codice: deve esaminarlo un’altra persona.',
  operation_already_reviewed: ({ reviewer, isApproved }: { reviewer: string; isApproved: boolean }) =>
    `${reviewer} ha già ${isApproved ? 'approvato' : 'rifiutato'} questo codice.`,
  operation_processed: 'Questo codice è già stato esaminato: può eliminarlo solo il CEO.',
  operation_reopening_ceo_only: 'Solo il CEO può riportare in attesa un codice.',
  operation_entered_again: 'Nel frattempo questo codice è stato inserito di nuovo: esamina quello nuovo.',
};

export type ErrorCode = keyof typeof messages;

/** The facts that each refusal's text contains. */
export type RefusalFacts = {
  [C in ErrorCode]: (typeof messages)[C] extends (facts: infer Facts) => string
    ? Facts
    : Record<never, never>;
};

export const errorCodes = Object.keys(messages) as ErrorCode[];

export function messageOf({ code, facts }: { code: ErrorCode; facts: object }): string {
  const text = messages[code] as string | ((facts: object) => string);
  return typeof text === 'function' ? text(facts) : text;
}

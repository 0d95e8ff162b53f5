import { offeredKindsText } from '../exchanges/kinds.ts';
import type { ErrorCode, Refusal, RefusalFacts } from './refusal.ts';

type Text<C extends ErrorCode> = string | ((facts: RefusalFacts[C]) => string);

/** 'un minuto', '15 minuti', 'un’ora', '3 ore' */
function waitOf(minutes: number): string {
  if (minutes < 60) return minutes === 1 ? 'un minuto' : `${minutes} minuti`;
  const hours = Math.ceil(minutes / 60);
  return hours === 1 ? 'un’ora' : `${hours} ore`;
}

/** The Italian text of every refusal; the texts named by the specification are kept word for word. */
const messages: { [C in ErrorCode]: Text<C> } = {
  not_signed_in: 'Accedi per continuare.',
  forbidden: 'Non hai il permesso di fare questa operazione.',
  foreign_origin: 'Richiesta rifiutata: arriva da un altro sito.',
  not_found: 'Non trovato: forse è stato eliminato nel frattempo.',
  unknown_path: 'Questo indirizzo non esiste.',
  wrong_method: 'Questa operazione qui non è possibile.',
  invalid_json: 'I dati inviati non sono in un formato valido (JSON).',
  invalid_data: 'Dati non validi',
  body_too_large: 'I dati inviati sono troppo grandi.',
  headers_too_large: 'Le intestazioni della richiesta sono troppo grandi.',
  address_too_long: 'L’indirizzo richiesto è troppo lungo.',
  call_too_slow: 'La richiesta non è arrivata per intero in tempo. Riprova.',
  wrong_media_type: 'Il formato dei dati inviati non è supportato: usa JSON.',
  too_many_attempts: ({ minutes }) => `Troppi tentativi. Riprova tra ${waitOf(minutes)}.`,
  overloaded: 'Turnario è sovraccarico. Riprova tra qualche secondo.',
  unavailable: 'Turnario è fermo per un momento. Prima di riprovare, controlla se la modifica è già salvata.',
  internal: ({ requestId }) =>
    `Qualcosa è andato storto da parte nostra. Riprova; se succede ancora, segnala il codice ${requestId}.`,

  wrong_credentials: 'Dati non corretti - Email o password errati. Verifica le credenziali e riprova.',
  account_disabled: "Account disattivato. Contatta l'amministratore.",
  email_taken: 'Email già registrata',
  unknown_worksite: 'Cantiere selezionato non valido',
  wrong_access_code: 'Codice accesso non valido per il cantiere selezionato',
  taxi_details_required: 'Licenza taxi e numero di cellulare sono richiesti per questo cantiere',
  profile_code_wrong: 'Accesso non consentito - Dati non corretti',
  wrong_password: 'La password non è corretta.',
  profile_changed_often: ({ most, minutes }) =>
    `Puoi cambiare il profilo ${most} volte al giorno. Riprova tra ${waitOf(minutes)}.`,
  admin_account_stays: 'L’account di un amministratore non si elimina da qui.',
  invitation_over: 'Questo invito non è più valido. Puoi continuare con il codice di accesso del cantiere.',
  link_expired: 'Questo link non è più valido. Chiedine uno nuovo.',

  ceo_only: 'Accesso Riservato',
  admin_only: 'Accesso negato',
  not_while_impersonating: 'In Modalità CEO non puoi cambiare password, email o account di altri.',
  cannot_impersonate: "Impossibile accedere all'account dell'utente",
  worksite_holds_admin: 'In questo cantiere c’è un amministratore: non si può eliminare.',
  worksite_name_mismatch: 'Il nome non corrisponde: scrivilo esattamente come lo vedi.',
  worksite_name_taken: 'Esiste già un cantiere con questo nome',

  idle_count_changed: () => 'Nel frattempo il numero è cambiato: ricontrolla prima di decidere.',
  roster_not_loader: 'Solo chi ha il permesso può caricare i turni di questo cantiere.',
  roster_worksite_required: 'Scegli il cantiere del tabellone.',
  roster_changed: 'È arrivato un tabellone più recente: ricontrolla prima di decidere.',
  unclaimed_not_allowed: ({ reason }) => `Questi turni non vanno bene per questa persona: ${reason}`,
  unclaimed_full: ({ most }) =>
    `Al massimo ${most} persone possono aspettare un account: assegna prima le altre.`,
  roster_undo_over: ({ hours }) => `Sono passate più di ${hours} ore: il tabellone non si può più annullare.`,

  shift_day_taken: 'Hai già un turno in questa data',
  shift_day_twice: 'Questa data compare due volte.',
  shifts_refused: ({ count }) =>
    `${count === 1 ? 'Una giornata non va bene' : `${count} giornate non vanno bene`}: non è stato salvato niente.`,
  shifts_kept: ({ minutes }) => `Sono passati più di ${waitOf(minutes)}: le giornate restano nel calendario.`,
  shift_patterns_full: ({ most }) => `Hai già ${most} rotazioni: eliminane una per salvarne un’altra.`,
  shift_in_the_past: 'Non puoi modificare o eliminare turni passati.',
  shift_day_in_the_past: 'Non puoi aggiungere turni per date passate. Seleziona oggi o una data futura.',
  shift_day_too_far_ahead: ({ lastDay }) =>
    `Puoi inserire turni fino a 24 mesi da oggi: l’ultimo giorno è il ${lastDay}.`,
  shift_admin_without_calendar: 'Chi amministra non ha un calendario: qui non si possono inserire turni.',
  shift_times_required: 'Gli orari di inizio e fine sono obbligatori per Smart Working e Sede',
  shift_ends_before_start: "L'orario di fine deve essere successivo all'orario di inizio",
  shift_not_on_quarter_hour: 'Gli orari vanno di quarto d’ora in quarto d’ora (00, 15, 30, 45).',
  shift_taxi_duration: ({ hours }) => `I turni taxi durano esattamente 7 ore: questo dura ${hours}.`,
  shift_taxi_not_predefined:
    'Scegli uno dei turni predefiniti: MATTINA 06:00–13:00, POMERIGGIO 13:00–20:00, SEMINOTTE 20:00–03:00, NOTTE 03:00–10:00.',
  shift_taxi_week_mixed: ({ shiftType, firstDay, lastDay }) =>
    `Incompatibilità turni nella settimana lavorativa: da sabato ${firstDay} a venerdì ${lastDay} lavori di ${shiftType}. In una settimana si fa un solo tipo di turno.`,
  shift_flexible_duration: ({ hours }) =>
    `Con i turni flessibili un turno dura 4, 8 o 9 ore: questo dura ${hours}.`,
  shift_flexible_week_full: ({ weekHours }) =>
    `Con i turni flessibili si lavorano al massimo 20 ore a settimana: così sarebbero ${weekHours}.`,
  shift_eight_hours_duration: ({ hours }) =>
    `Con un contratto di 8 ore un turno dura 8 o 9 ore: questo dura ${hours}.`,
  shift_too_long: ({ hours, mostHours }) =>
    `Con il tuo contratto un turno dura al massimo ${mostHours}: questo dura ${hours}.`,
  shift_split_not_allowed:
    'Il turno spezzato è previsto solo per giornate lavorative con contratti di almeno 8 ore.',
  shift_split_incomplete: 'Indica inizio e fine anche per la seconda parte del turno spezzato.',
  shift_split_overlaps: 'La seconda parte del turno deve iniziare dopo la fine della prima.',
  shift_swapped: ({ exchangePartner, completedDate }) =>
    `Non puoi modificare questo turno perché è stato scambiato con ${exchangePartner} il ${completedDate}.`,

  roster_file_unreadable: 'Questo file non si riesce a leggere: salvalo come .xlsx o .csv e riprova.',
  roster_file_old:
    'Il file è nel vecchio formato .xls o protetto da password: salvalo come .xlsx, senza password.',
  roster_file_too_large:
    'Il file è troppo grande: lascia solo il tabellone da caricare, al massimo 400 persone e 62 giorni.',
  roster_reader_busy: 'Altri file sono in lettura: riprova tra qualche secondo.',

  mail_password_required:
    'Scrivi la password: quella salvata vale solo per lo stesso account e lo stesso server.',
  mail_not_failed: 'Questa email non è tra quelle da rispedire: nel frattempo è partita.',
  mail_link_outdated: 'Il link in questa email dura pochi minuti: la persona deve chiederne uno nuovo.',
  mail_may_arrive_twice: 'Questa email potrebbe essere già arrivata: conferma se vuoi rispedirla lo stesso.',

  exchange_kind_not_offered: 'Questo tipo di scambio non è previsto nel tuo cantiere.',
  exchange_not_own_shift: 'Puoi offrire solo i tuoi turni.',
  exchange_shift_not_working: 'Puoi offrire solo un giorno in cui lavori.',
  exchange_kind_switched_off: ({ kinds }) =>
    `${offeredKindsText(kinds)} Per altri scambi rivolgiti al responsabile.`,
  exchange_past_cutoff: ({ hours }) =>
    `Nel tuo cantiere uno scambio si conferma al massimo ${hours} ore prima del turno: ora è tardi, rivolgiti al responsabile.`,
  exchange_shift_begun: 'Questo turno è già iniziato: non si può più scambiare.',
  exchange_wrong_duration: ({ hours, contractHours }) =>
    `Il turno dura ${hours}, il tuo contratto è di ${contractHours} ore: puoi scambiare solo turni che durano quanto le tue ore di contratto.`,
  exchange_other_day: 'La data desiderata deve essere quella del turno offerto.',
  exchange_already_open: 'Hai già una richiesta aperta per questo turno',
  exchange_not_requester: 'Solo chi ha pubblicato la richiesta può farlo.',
  exchange_closed: 'Questa richiesta non è più aperta: nel frattempo è stata completata o chiusa.',
  exchange_own_request: 'È una tua richiesta: non puoi accettarla tu.',
  exchange_other_worksite: 'Si scambia solo tra colleghi dello stesso cantiere.',
  exchange_other_hours: 'Le vostre ore di contratto sono diverse.',
  exchange_other_role: 'I vostri ruoli sono diversi.',
  exchange_no_own_shift: 'In quel giorno non hai un turno da dare in cambio.',
  exchange_own_shift_not_working: 'In quel giorno non lavori: non hai un turno da dare in cambio.',
  exchange_own_shift_begun: 'Il tuo turno di quel giorno è già iniziato.',
  exchange_other_length: ({ ownHours, offeredHours }) =>
    `Il tuo turno dura ${ownHours}, quello offerto ${offeredHours}: per scambiarli devono avere la stessa durata.`,
  exchange_same_duty: 'È uguale al tuo turno: non cambierebbe niente',
  exchange_person_inactive: 'L’account del collega non è più attivo.',
  exchange_offer_refused: 'La tua pre-accettazione per questo turno è già stata rifiutata.',
  exchange_no_offer: 'Nessun collega ha ancora pre-accettato questa richiesta.',
  exchange_offer_gone: 'Questa offerta non c’è più: chi l’ha fatta l’ha annullata o il suo turno è cambiato.',
  exchange_several_offers: 'Più colleghi hanno pre-accettato: scegli con chi scambiare.',
  exchange_shift_changed: 'Uno dei due turni è cambiato nel frattempo: lo scambio non è più possibile.',
  exchange_changed: 'Nel frattempo qualcosa è cambiato: ricontrolla prima di decidere.',
  exchange_other_week: 'La data desiderata deve essere nella stessa settimana del turno offerto.',
  exchange_week_over: 'Di questa settimana non resta più niente da scambiare.',
  exchange_week_mixed:
    'Nei giorni che restano ci sono turni diversi: si scambia solo una settimana con un unico tipo di turno.',
  exchange_not_taxi_type: 'Scegli tra MATTINA, POMERIGGIO, SEMINOTTE e NOTTE.',
  exchange_same_type_wanted: 'Il turno desiderato deve essere diverso da quello che offri.',
  exchange_same_type_worked: 'In quella settimana lavorate già nello stesso turno.',
  exchange_no_own_week:
    'Nei giorni che restano di quella settimana non lavori: non hai un turno da dare in cambio.',
  exchange_not_holiday_week:
    'Puoi offrire solo una settimana, da sabato a venerdì, con almeno un giorno di ferie e nient’altro che ferie e riposi.',
  exchange_holidays_begun: 'Questa settimana di ferie è già iniziata: non si può più scambiare.',
  exchange_same_week: 'È la stessa settimana che offri: scegline un’altra.',
  exchange_wanted_week_begun: 'Questa settimana è già iniziata: scegline una che deve ancora cominciare.',
  exchange_wanted_week_free: 'In questa settimana non lavori: non hai turni da dare in cambio delle ferie.',
  exchange_own_week_sick: 'Nella tua settimana c’è un giorno di malattia: non si può scambiare.',
  exchange_no_holiday_week:
    'Nella settimana cercata non hai ferie da dare in cambio: servono solo ferie e riposi, da sabato a venerdì.',
  exchange_no_work_week: 'Nella settimana offerta non lavori: non hai turni da dare in cambio.',
  exchange_days_required:
    'Scegli i giorni in cui lavoreresti, oppure un giorno qualsiasi entro 7 o 14 giorni.',
  exchange_days_not_asked:
    'I giorni in cui lavoreresti si scelgono solo per scambiare un giorno con un altro.',
  exchange_day_over: ({ day }) => `${day} è già passato: scegli giorni da oggi in poi.`,
  exchange_day_too_far_ahead: ({ lastDay }) => `Scegli giorni fino al ${lastDay}.`,
  exchange_day_is_offered: ({ day }) => `${day} è il giorno che vuoi libero: scegline altri.`,
  exchange_day_taken: ({ day }) =>
    `${day} è già occupato nel tuo calendario: scegli solo giorni vuoti o liberi.`,
  exchange_no_free_day: ({ days }) =>
    `Entro ${days} giorni non hai giorni vuoti o liberi: scegli tu i giorni in cui lavoreresti.`,
  exchange_choose_shift: 'Hai più di un turno adatto: scegli quale dare in cambio.',
  exchange_no_shift_on_days: 'Nei giorni cercati non hai un turno della stessa durata da dare in cambio.',
  exchange_day_not_accepted: 'In quel giorno non si può più fare lo scambio: scegli un altro turno.',
  exchange_offered_day_taken: ({ day }) =>
    `Per accettare, ${day} deve essere vuoto o libero nel tuo calendario.`,
  exchange_duties_overlap: 'Con questo scambio due turni si sovrapporrebbero: scegli un altro turno.',
  exchange_flexible_week_full:
    'Con questo scambio si supererebbero le 20 ore in una settimana: scegli un altro turno.',
  exchange_rest_too_short: ({ sentence }) => `${sentence} Nel tuo cantiere uno scambio così non si può fare.`,
  exchange_awaiting_approval: 'Questa richiesta ha già uno scambio che aspetta l’approvazione.',
  exchange_duty_reserved:
    'Uno dei turni è già in uno scambio che aspetta l’approvazione: per ora non si può scambiare.',
  exchange_not_awaiting: 'Questo scambio non aspetta più l’approvazione.',
  exchange_not_approver: 'Non hai il permesso di approvare gli scambi.',
  exchange_own_approval: 'È un tuo scambio: deve approvarlo un’altra persona.',

  operations_not_offered: 'Le operazioni aziendali non sono previste nel tuo cantiere.',
  operation_duplicate: 'Hai già inserito questo codice',
  operation_not_reviewer: 'Non hai il permesso di approvare i codici.',
  operation_own_code: 'È un tuo codice: deve esaminarlo un’altra persona.',
  operation_already_reviewed: ({ reviewer, isApproved }) =>
    `${reviewer} ha già ${isApproved ? 'approvato' : 'rifiutato'} questo codice.`,
  operation_processed: 'Questo codice è già stato esaminato: può eliminarlo solo il CEO.',
  operation_reopening_ceo_only: 'Solo il CEO può riportare in attesa un codice.',
  operation_entered_again: 'Nel frattempo questo codice è stato inserito di nuovo: esamina quello nuovo.',
};

export const errorCodes = Object.keys(messages) as ErrorCode[];

/** The Italian sentence for a refusal, facts filled in. */
export function messageOf(refusal: Refusal): string {
  const text = messages[refusal.code] as string | ((facts: object) => string);
  return typeof text === 'function' ? text(refusal.facts) : text;
}

import type { ExchangeKind } from '../exchanges/kinds.ts';
import { offeredKindsText } from '../worksites/offeredKinds.it.ts';

/** The messages about swaps, part of `messages.it.ts`. */
export const exchangeMessages = {
  exchange_kind_not_offered: 'Questo tipo di scambio non è previsto nel tuo cantiere.',
  exchange_not_own_shift: 'Puoi offrire solo i tuoi turni.',
  exchange_shift_not_working: 'Puoi offrire solo un giorno in cui lavori.',
  exchange_kind_switched_off: ({ kinds }: { kinds: readonly ExchangeKind[] }) =>
    `${offeredKindsText(kinds)} Per altri scambi rivolgiti al responsabile.`,
  exchange_past_cutoff: ({ hours }: { hours: number }) =>
    `Nel tuo cantiere uno scambio si conferma al massimo ${hours} ore prima del turno: ora è tardi, rivolgiti al responsabile.`,
  exchange_shift_begun: 'Questo turno è già iniziato: non si può più scambiare.',
  exchange_wrong_duration: ({ hours, contractHours }: { hours: string; contractHours: number }) =>
    `Il turno dura ${hours}, il tuo contratto è di ${contractHours} ore: puoi scambiare solo turni che durano quanto le tue ore di contratto.`,
  exchange_other_day: 'La data desiderata deve essere quella del turno offerto.',
  exchange_already_open: 'Hai già una richiesta aperta per questo turno',
  exchange_not_requester: 'Solo chi ha pubblicato la richiesta può farlo.',
  exchange_closed: 'Questa richiesta non è più aperta: nel frattempo è stata completata o chiusa.',
  exchange_already_offered: 'Hai già pre-accettato questa richiesta.',
  exchange_own_request: 'È una tua richiesta: non puoi accettarla tu.',
  exchange_other_worksite: 'Si scambia solo tra colleghi dello stesso cantiere.',
  exchange_other_hours: 'Le vostre ore di contratto sono diverse.',
  exchange_other_role: 'I vostri ruoli sono diversi.',
  exchange_no_own_shift: 'In quel giorno non hai un turno da dare in cambio.',
  exchange_own_shift_not_working: 'In quel giorno non lavori: non hai un turno da dare in cambio.',
  exchange_own_shift_begun: 'Il tuo turno di quel giorno è già iniziato.',
  exchange_other_length: ({ ownHours, offeredHours }: { ownHours: string; offeredHours: string }) =>
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
  exchange_no_holiday_week:
    'Nella settimana cercata non hai ferie da dare in cambio: servono solo ferie e riposi, da sabato a venerdì.',
  exchange_no_work_week: 'Nella settimana offerta non lavori: non hai turni da dare in cambio.',
  exchange_days_required:
    'Scegli i giorni in cui lavoreresti, oppure un giorno qualsiasi entro 7 o 14 giorni.',
  exchange_days_not_asked:
    'I giorni in cui lavoreresti si scelgono solo per scambiare un giorno con un altro.',
  exchange_day_over: ({ day }: { day: string }) => `${day} è già passato: scegli giorni da oggi in poi.`,
  exchange_day_too_far_ahead: ({ lastDay }: { lastDay: string }) => `Scegli giorni fino al ${lastDay}.`,
  exchange_day_is_offered: ({ day }: { day: string }) =>
    `${day} è il giorno che vuoi libero: scegline altri.`,
  exchange_day_taken: ({ day }: { day: string }) =>
    `${day} è già occupato nel tuo calendario: scegli solo giorni vuoti o liberi.`,
  exchange_asked_day_taken: ({ day }: { day: string }) =>
    `${day} è occupato nel tuo calendario: per confermare deve essere vuoto o libero.`,
  exchange_day_promised: ({ day }: { day: string }) =>
    `${day} hai uno scambio in corso in cui lavori: prima annullalo in Scambi.`,
  exchange_no_free_day: ({ days }: { days: number }) =>
    `Entro ${days} giorni non hai giorni vuoti o liberi: scegli tu i giorni in cui lavoreresti.`,
  exchange_choose_shift: 'Hai più di un turno adatto: scegli quale dare in cambio.',
  exchange_no_shift_on_days: 'Nei giorni cercati non hai un turno della stessa durata da dare in cambio.',
  exchange_day_not_accepted: 'In quel giorno non si può più fare lo scambio: scegli un altro turno.',
  exchange_offered_day_taken: ({ day }: { day: string }) =>
    `Per accettare, ${day} deve essere vuoto o libero nel tuo calendario.`,
  exchange_duties_overlap: 'Con questo scambio due turni si sovrapporrebbero: scegli un altro turno.',
  exchange_flexible_week_full:
    'Con questo scambio si supererebbero le 20 ore in una settimana: scegli un altro turno.',
  exchange_rest_too_short: ({ sentence }: { sentence: string }) =>
    `${sentence} Nel tuo cantiere uno scambio così non si può fare.`,
  exchange_awaiting_approval: 'Questa richiesta ha già uno scambio che aspetta l’approvazione.',
  exchange_duty_reserved:
    'Uno dei turni è già in uno scambio che aspetta l’approvazione: per ora non si può scambiare.',
  exchange_not_awaiting: 'Questo scambio non aspetta più l’approvazione.',
  exchange_not_approver: 'Non hai il permesso di approvare gli scambi.',
  exchange_own_approval: 'È un tuo scambio: deve approvarlo un’altra persona.',
};

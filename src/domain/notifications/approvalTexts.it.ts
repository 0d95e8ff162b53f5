import { forTime } from './swapTime.it.ts';
import type { NotificationTexts } from './texts.it.ts';

// Texts about swaps that wait for approval.

const approveCall = 'Approvalo o rifiutalo.';

export const approvalTexts = {
  /** To approvers: a confirmed swap waits. */
  approval_wanted: ({ time }, person) => ({
    type: 'approval_wanted',
    title: 'Scambio da approvare',
    message: `Lo scambio di ${person} ${forTime(time)} aspetta l’approvazione.`,
    call: approveCall,
  }),
  /** To approvers: it has waited for a day. */
  approval_reminder: ({ time }, person) => ({
    type: 'approval_wanted',
    title: 'Scambio ancora da approvare',
    message: `Lo scambio di ${person} ${forTime(time)} aspetta l’approvazione da un giorno.`,
    call: approveCall,
  }),
  /** To both people, each about the other. */
  approval_refused: ({ time, reason }, person) => ({
    type: 'approval_refused',
    title: 'Scambio non approvato',
    message: `Lo scambio con ${person} ${forTime(time)} non è stato approvato. Motivo: ${reason}`,
  }),
  /** To the requester: nobody approved in time. */
  approval_expired: ({ time }) => ({
    type: 'exchange_rejected',
    title: 'Scambio non approvato in tempo',
    message: `Nessuno ha approvato in tempo il tuo scambio ${forTime(time)}: non si fa.`,
  }),
  /** To the colleague whose offer was confirmed. */
  offer_approval_expired: ({ time }, person) => ({
    type: 'exchange_declined',
    title: 'Scambio non approvato in tempo',
    message: `Nessuno ha approvato in tempo lo scambio con ${person} ${forTime(time)}: la tua pre-accettazione è decaduta.`,
  }),
} satisfies Partial<NotificationTexts>;

import { forTime, type SwapTime } from './swapTime.it.ts';
import type { NotificationText } from './texts.it.ts';

// Texts about swaps that wait for approval.

const approveCall = 'Approvalo o rifiutalo.';

/** To approvers: a confirmed swap waits. */
export const approvalWantedText = (requester: string, time: SwapTime): NotificationText => ({
  type: 'approval_wanted',
  title: 'Scambio da approvare',
  message: `Lo scambio di ${requester} ${forTime(time)} aspetta l’approvazione.`,
  call: approveCall,
});

/** To approvers: it has waited for a day. */
export const approvalReminderText = (requester: string, time: SwapTime): NotificationText => ({
  type: 'approval_wanted',
  title: 'Scambio ancora da approvare',
  message: `Lo scambio di ${requester} ${forTime(time)} aspetta l’approvazione da un giorno.`,
  call: approveCall,
});

/** To both people, each about the other. */
export const approvalRefusedText = (partner: string, time: SwapTime, reason: string): NotificationText => ({
  type: 'approval_refused',
  title: 'Scambio non approvato',
  message: `Lo scambio con ${partner} ${forTime(time)} non è stato approvato. Motivo: ${reason}`,
});

/** To the requester: nobody approved in time. */
export const approvalExpiredText = (time: SwapTime): NotificationText => ({
  type: 'exchange_rejected',
  title: 'Scambio non approvato in tempo',
  message: `Nessuno ha approvato in tempo il tuo scambio ${forTime(time)}: non si fa.`,
});

/** To the colleague whose offer was confirmed. */
export const offerApprovalExpiredText = (requester: string, time: SwapTime): NotificationText => ({
  type: 'exchange_declined',
  title: 'Scambio non approvato in tempo',
  message: `Nessuno ha approvato in tempo lo scambio con ${requester} ${forTime(time)}: la tua pre-accettazione è decaduta.`,
});

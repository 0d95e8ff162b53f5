/** Lists a screen can show; an event of `GET /api/events` says which of them changed for a person. */
export type ChangedList =
  | 'shifts'
  | 'exchange-requests'
  | 'completed'
  | 'notifications'
  | 'session'
  | 'mail'
  | 'operations';

/** On an open stream the server says something at least this often: one that stays silent much longer is lost. */
export const heartbeatSeconds = 20;

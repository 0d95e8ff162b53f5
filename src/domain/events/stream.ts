/** Lists a screen can show; an event of `GET /api/events` says which of them changed for a person. */
export type ChangedList =
  | 'shifts'
  | 'exchange-requests'
  | 'completed'
  | 'notifications'
  | 'session'
  | 'mail'
  | 'operations';

/** The server sends something at least this often; a stream that stays silent for much longer is lost. */
export const heartbeatSeconds = 20;

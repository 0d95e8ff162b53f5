/** Lists that screens show; an event of `GET /api/events` says which of them changed for a person. */
export type ChangedList =
  | 'shifts'
  | 'exchange-requests'
  | 'completed'
  | 'notifications'
  | 'session'
  | 'mail'
  | 'operations';

/** The server sends at least this often: proxies close a connection that is silent for a minute. */
export const heartbeatSeconds = 20;

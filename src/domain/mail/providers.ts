export interface MailServerAddress {
  host: string;
  port: number;
  /** TLS from the first byte; otherwise STARTTLS before the password is sent. */
  isTls: boolean;
}

export type MailProviderId = 'gmail' | 'microsoft' | 'libero' | 'aruba' | 'yahoo' | 'icloud' | 'altro';

interface MailProvider {
  id: MailProviderId;
  name: string;
  /** Null: entered by hand. */
  server: MailServerAddress | null;
  /** What this provider requires of mail clients, in one or two sentences. */
  hint: string;
}

/** The providers common in Italy, with the SMTP servers of their help pages. */
export const mailProviders: readonly MailProvider[] = [
  {
    id: 'gmail',
    name: 'Gmail',
    server: { host: 'smtp.gmail.com', port: 465, isTls: true },
    hint: 'Serve una «password per le app»: si crea nell’account Google, alla voce Sicurezza, con la verifica in due passaggi attiva.',
  },
  {
    id: 'microsoft',
    name: 'Outlook / Office 365',
    server: { host: 'smtp.office365.com', port: 587, isTls: false },
    hint: 'L’amministratore di Office 365 deve aver attivato «SMTP autenticato» per questa casella. Le caselle personali outlook.it e hotmail.it non accettano più programmi con password.',
  },
  {
    id: 'libero',
    name: 'Libero',
    server: { host: 'smtp.libero.it', port: 465, isTls: true },
    hint: 'Se hai attivato la password sicura serve la «password specifica per applicazioni», che si crea in Gestione Account.',
  },
  {
    id: 'aruba',
    name: 'Aruba',
    server: { host: 'smtps.aruba.it', port: 465, isTls: true },
    hint: 'Usa l’indirizzo completo della casella e la sua password.',
  },
  {
    id: 'yahoo',
    name: 'Yahoo',
    server: { host: 'smtp.mail.yahoo.com', port: 465, isTls: true },
    hint: 'Serve una «password per l’app»: si crea in Sicurezza account.',
  },
  {
    id: 'icloud',
    name: 'iCloud',
    server: { host: 'smtp.mail.me.com', port: 587, isTls: false },
    hint: 'Serve una «password specifica per l’app»: si crea su account.apple.com, alla voce Accesso e sicurezza.',
  },
  {
    id: 'altro',
    name: 'Altro',
    server: null,
    hint: 'Server e porta sono nelle istruzioni del tuo fornitore, alla voce «posta in uscita» o SMTP.',
  },
];

export const providerOf = (id: MailProviderId): MailProvider | undefined =>
  mailProviders.find((provider) => provider.id === id);

const idOfDomain: Record<string, MailProviderId> = {
  'gmail.com': 'gmail',
  'googlemail.com': 'gmail',
  'outlook.it': 'microsoft',
  'outlook.com': 'microsoft',
  'hotmail.it': 'microsoft',
  'hotmail.com': 'microsoft',
  'live.it': 'microsoft',
  'libero.it': 'libero',
  'inwind.it': 'libero',
  'iol.it': 'libero',
  'blu.it': 'libero',
  'aruba.it': 'aruba',
  'yahoo.it': 'yahoo',
  'yahoo.com': 'yahoo',
  'icloud.com': 'icloud',
  'me.com': 'icloud',
};

/** The provider of an address; null for other domains, such as a company's own. */
export const providerOfAddress = (address: string): MailProviderId | null =>
  idOfDomain[address.trim().toLowerCase().split('@').at(-1) ?? ''] ?? null;

/** The provider of a server; `altro` if unknown. */
export const providerOfServer = ({ host, port, isTls }: MailServerAddress): MailProviderId =>
  mailProviders.find(({ server }) => server?.host === host && server.port === port && server.isTls === isTls)
    ?.id ?? 'altro';

import type { AddressInfo, Socket } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

/** How a mail server may behave. */
export const moods = ['takes', 'busy', 'full', 'refuses', 'hangs', 'drops', 'away'] as const;
export type Mood = (typeof moods)[number];

/** What it did with a message that had arrived completely. `kept`: the answer may have been lost, or never given. */
export interface Handling {
  messageId: string;
  recipient: string;
  result: 'kept' | 'refused for now' | 'refused for good';
}

export interface MailServer {
  url: string;
  mood: Mood;
  /** Everything it ever did, oldest first. */
  readonly handled: readonly Handling[];
  /** Connections by the mood they met. */
  readonly met: Map<Mood, number>;
  /** Called when a message has arrived completely and will be kept, before the answer. */
  onKept: (() => void) | null;
  stop(): Promise<void>;
}

/** How long a hanging server keeps its client waiting before the connection breaks. */
const hangMs = 2_500;

interface SmtpAnswer extends Error {
  responseCode: number;
}
const saying = (responseCode: number, text: string): SmtpAnswer =>
  Object.assign(new Error(text), { responseCode });

/** A real SMTP server on 127.0.0.1 that behaves as it is told, and remembers. */
export async function startMailServer(): Promise<MailServer> {
  const sockets = new Set<Socket>();
  const handled: Handling[] = [];
  const met = new Map<Mood, number>();
  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  const state: MailServer = {
    url: '',
    mood: 'takes',
    handled,
    met,
    onKept: null,
    stop: () => Promise.resolve(),
  };
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    closeTimeout: 10,
    logger: false,
    onConnect: (_session, done) => {
      met.set(state.mood, (met.get(state.mood) ?? 0) + 1);
      if (state.mood === 'away') cut();
      else done();
    },
    onRcptTo: (_address, _session, done) => done(state.mood === 'busy' ? saying(451, 'try later') : null),
    onData: (stream, session, done) => {
      const read = (text: string): void => {
        const recipient = session.envelope.rcptTo[0]?.address ?? '';
        const [, messageId = ''] = /^message-id:\s*<([^@>]+)/im.exec(text) ?? [];
        const handle = (result: Handling['result']): void =>
          void handled.push({ messageId, recipient, result });
        answer(state, handle, cut, done);
      };
      // a message that breaks off did not arrive
      void readText(stream).then(read, () => undefined);
    },
  });
  server.on('error', () => undefined);
  rememberSockets(server, sockets);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  state.url = `smtp://127.0.0.1:${port}`;
  state.stop = () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      cut();
    });
  return state;
}

function rememberSockets(server: SMTPServer, sockets: Set<Socket>): void {
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
}

function answer(
  state: MailServer,
  handle: (result: Handling['result']) => void,
  cut: () => void,
  done: (error?: Error | null) => void,
): void {
  switch (state.mood) {
    case 'full':
      handle('refused for now');
      return done(saying(452, 'no space left'));
    case 'refuses':
      handle('refused for good');
      return done(saying(550, 'not wanted'));
    case 'hangs':
      handle('kept');
      return void setTimeout(cut, hangMs);
    case 'drops':
      handle('kept');
      return cut();
    case 'takes':
    case 'busy':
    case 'away':
      handle('kept');
      state.onKept?.();
      return done();
  }
}

import { startSmtpServer } from '../smtpServer.ts';

/** How a mail server may behave. */
export const behaviours = ['takes', 'busy', 'full', 'refuses', 'hangs', 'drops', 'away'] as const;
export type Behaviour = (typeof behaviours)[number];

/** What it did with a message that had arrived completely. `kept`: the answer may have been lost, or never given. */
export interface Handling {
  messageId: string;
  recipient: string;
  result: 'kept' | 'refused for now' | 'refused for good';
}

export interface MailServer {
  url: string;
  behaviour: Behaviour;
  /** Everything it ever did, oldest first. */
  readonly handled: readonly Handling[];
  /** Connections by the behaviour they met. */
  readonly met: Map<Behaviour, number>;
  /** Called when a message has arrived completely and will be kept, before the answer. */
  onKept: (() => void) | null;
  stop(): Promise<void>;
}

/** How long a hanging server keeps its client waiting before the connection breaks. */
const hangMs = 2_500;

const never = new Promise<never>(() => undefined);

/** A real SMTP server on 127.0.0.1 that behaves as it is told, and remembers. */
export async function startMailServer(): Promise<MailServer> {
  const smtp = await startSmtpServer();
  const handled: Handling[] = [];
  const met = new Map<Behaviour, number>();
  const state: MailServer = {
    url: smtp.url,
    behaviour: 'takes',
    handled,
    met,
    onKept: null,
    stop: () => smtp.stop(),
  };
  smtp.onGreeting = () => {
    met.set(state.behaviour, (met.get(state.behaviour) ?? 0) + 1);
    if (state.behaviour !== 'away') return;
    smtp.cut();
    return never;
  };
  smtp.onRecipient = () => {
    if (state.behaviour === 'busy') return { code: 451, text: 'try later' };
  };
  smtp.onMessage = ({ to, content }) => {
    const messageId = /^<([^@>]+)/.exec(content.messageId ?? '')?.[1] ?? '';
    const handle = (result: Handling['result']): void =>
      void handled.push({ messageId, recipient: to[0] ?? '', result });
    return answer(state, handle, () => smtp.cut());
  };
  return state;
}

type Refusal = { code: number; text: string };

function answer(
  state: MailServer,
  handle: (result: Handling['result']) => void,
  cut: () => void,
): Refusal | Promise<never> | undefined {
  switch (state.behaviour) {
    case 'full':
      handle('refused for now');
      return { code: 452, text: 'no space left' };
    case 'refuses':
      handle('refused for good');
      return { code: 550, text: 'not wanted' };
    case 'hangs':
      handle('kept');
      setTimeout(cut, hangMs);
      return never;
    case 'drops':
      handle('kept');
      cut();
      return never;
    case 'takes':
    case 'busy':
    case 'away':
      handle('kept');
      state.onKept?.();
      return undefined;
  }
}

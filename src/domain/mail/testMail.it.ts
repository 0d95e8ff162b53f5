import type { MailContent } from './mailPage.ts';
import { escapeHtml, oneLine } from './plainText.ts';

const subject = 'Email di prova di Turnario';

/**
 * What the test of the sender account sends, three times the same, as a completed swap does.
 *
 * @param name of the person who asked for it
 */
export function writeTestMail(name: string): MailContent {
  const lines = [
    `Ciao ${oneLine(name)},`,
    'questa è una prova: l’account che hai impostato in Turnario funziona.',
    'Ne ricevi tre uguali. Quando uno scambio si conclude partono allo stesso modo: una a chi lo ha chiesto, una a chi lo ha accettato, una al cantiere.',
  ];
  return {
    subject,
    text: `${lines.join('\n\n')}\n`,
    html: `<!doctype html>
<html lang="it">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${subject}</title>
</head>
<body style="margin:0;padding:24px 16px;font-family:system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif;font-size:16px;line-height:1.5">
${lines.map((line) => `<p style="margin:0 0 12px">${escapeHtml(line)}</p>`).join('\n')}
</body>
</html>
`,
  };
}

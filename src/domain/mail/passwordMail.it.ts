import { type MailContent, mailPage } from './mailPage.ts';
import { escapeHtml } from './plainText.ts';

/** Placeholder for the link, which is stored encrypted until the mail is sent. */
export const linkMark = '[[link]]';

const heading = 'Scegli una nuova password';
const footer =
  'Se non l’hai chiesto tu, non serve fare nulla: la tua password resta quella di prima. ' +
  'È un messaggio automatico di Turnario: non serve rispondere.';

/** The mail with the link for a lost password. It contains no names. */
export function writePasswordMail(minutes: number): MailContent {
  const opening = 'Per scegliere una nuova password di Turnario apri questo link:';
  const validity = `Funziona una volta sola, entro ${minutes} minuti. Poi dovrai accedere di nuovo su tutti i dispositivi.`;
  return {
    subject: 'Turnario: scegli una nuova password',
    text: `${[heading, opening, linkMark, validity, footer].join('\n\n')}\n`,
    html: mailPage(
      heading,
      [
        `<p style="margin:0 0 20px">${opening}</p>`,
        `<p style="margin:0 0 20px"><a href="${linkMark}">${heading}</a></p>`,
        `<p style="margin:0 0 20px;font-size:14px;word-break:break-all">${linkMark}</p>`,
        `<p style="margin:0 0 20px">${validity}</p>`,
      ],
      footer,
    ),
  };
}

export const withLink = <M extends MailContent>(mail: M, link: string): M => ({
  ...mail,
  text: mail.text.replaceAll(linkMark, () => link),
  html: mail.html.replaceAll(linkMark, () => escapeHtml(link)),
});

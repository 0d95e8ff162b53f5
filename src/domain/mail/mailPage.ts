export interface MailContent {
  /** One line. */
  subject: string;
  html: string;
  text: string;
}

// No text or background colours: mail clients with a dark mode choose them, and every client stays readable.
const font = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif";

/**
 * The HTML of every mail: a heading, the content, and a line in small print.
 * @param blocks HTML with all typed text escaped
 */
export const mailPage = (
  heading: string,
  blocks: readonly string[],
  footer: string,
): string => `<!doctype html>
<html lang="it">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${heading}</title>
</head>
<body style="margin:0;padding:24px 16px;${font};font-size:16px;line-height:1.5">
<div style="max-width:560px;margin:0 auto">
<h1 style="margin:0 0 12px;font-size:21px;line-height:1.3">${heading}</h1>
${blocks.join('\n')}
<p style="margin:0;font-size:14px">${footer}</p>
</div>
</body>
</html>
`;

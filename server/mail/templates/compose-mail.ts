import { escapeHtml } from '../../http/escape-html.ts'
import type { Mail } from '../mail.ts'

export interface MailContent {
  productName: string
  to: string
  subject: string
  paragraphs: string[]
  /** The call to action, as a link. */
  action: { label: string; url: string }
  /** Why the recipient gets this mail. */
  reason: string
}

const style = {
  body: 'margin:0;padding:24px;background:#f4f6f8;color:#1d2733;font:15px/1.55 Inter,system-ui,sans-serif',
  card: 'max-width:520px;margin:0 auto;padding:28px;border:1px solid #dfe4ea;border-radius:10px;background:#fff',
  product: 'margin:0 0 20px;font-weight:600;color:#0b6e6e',
  button:
    'display:inline-block;padding:9px 16px;border-radius:6px;background:#0b6e6e;color:#fff;text-decoration:none;font-weight:600',
  small: 'margin:20px 0 0;font-size:13px;color:#5a6675;overflow-wrap:anywhere',
}

/** Composes a mail as plain text and as HTML with the same content. User input is escaped in the HTML. */
export const composeMail = ({ productName, to, subject, paragraphs, action, reason }: MailContent): Mail => ({
  to,
  subject: oneLine(subject),
  text: [
    ...paragraphs.map(oneLine),
    `${oneLine(action.label)}:\n${action.url}`,
    `-- \n${productName}. ${oneLine(reason)}`,
  ].join('\n\n'),
  html: `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${escapeHtml(oneLine(subject))}</title></head>
<body style="${style.body}"><div style="${style.card}">
<p style="${style.product}">${escapeHtml(productName)}</p>
${paragraphs.map((text) => `<p>${escapeHtml(text)}</p>`).join('\n')}
<p><a href="${escapeHtml(action.url)}" style="${style.button}">${escapeHtml(action.label)}</a></p>
<p style="${style.small}">${escapeHtml(action.url)}</p>
<p style="${style.small}">${escapeHtml(reason)}</p>
</div></body>
</html>
`,
})

/** A line break in a name must not end a header or begin a paragraph. */
const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

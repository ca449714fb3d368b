import type { Mail } from '../mail.ts'
import { composeMail } from './compose-mail.ts'
import type { MailContext } from './invite-mail.ts'

/** Tells owners and administrators that an alert rule fires, or has recovered. */
export interface AlertMailJob {
  kind: 'alert'
  to: string
  title: string
  message: string
  /** Log lines that show why. */
  lines: readonly string[]
  path: string
}

export const alertMail = (
  { publicUrl, productName }: Pick<MailContext, 'publicUrl' | 'productName'>,
  { to, title, message, lines, path }: AlertMailJob,
): Mail =>
  composeMail({
    productName,
    to,
    subject: `${productName}: ${title}`,
    paragraphs: [`${title}.`, message, ...lines],
    action: { label: 'Open the alert', url: `${publicUrl}${path}` },
    reason: 'You received this e-mail because an alert rule sends mails. You can turn that off in its settings.',
  })

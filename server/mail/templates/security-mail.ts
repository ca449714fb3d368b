import type { Mail } from '../mail.ts'
import { composeMail } from './compose-mail.ts'
import type { MailContext } from './invite-mail.ts'

/** Informs a user of a change in how their account is protected. */
export interface SecurityMailJob {
  kind: 'security'
  to: string
  title: string
  message: string
}

export const securityMail = (
  { publicUrl, productName }: Pick<MailContext, 'publicUrl' | 'productName'>,
  { to, title, message }: SecurityMailJob,
): Mail =>
  composeMail({
    productName,
    to,
    subject: `${productName}: ${title}`,
    paragraphs: [message],
    action: { label: 'Open your security settings', url: `${publicUrl}/user/settings/security` },
    reason:
      'You received this e-mail because it concerns the security of your account. Security e-mails cannot be turned off.',
  })

import { fundsPath } from '../../../src/rules/funds/notice-text.ts'
import type { Mail } from '../mail.ts'
import { composeMail } from './compose-mail.ts'
import type { MailContext } from './invite-mail.ts'

/** Informs those who may pay that the funds of their organisation are low or used up. */
export interface FundsMailJob {
  kind: 'funds'
  to: string
  organization: { name: string; username: string }
  title: string
  message: string
}

export const fundsMail = (
  { publicUrl, productName }: Pick<MailContext, 'publicUrl' | 'productName'>,
  { to, organization, title, message }: FundsMailJob,
): Mail =>
  composeMail({
    productName,
    to,
    subject: `${organization.name}: ${title}`,
    paragraphs: [`${organization.name}: ${title}.`, message],
    action: { label: 'Open billing', url: `${publicUrl}${fundsPath(organization.username)}` },
    reason: `You received this e-mail because you manage billing of the organisation ${organization.name}.`,
  })

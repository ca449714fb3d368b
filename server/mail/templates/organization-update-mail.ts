import type { Mail } from '../mail.ts'
import { composeMail } from './compose-mail.ts'
import type { MailContext } from './invite-mail.ts'

/** Informs an owner or administrator of an event in their organisation. */
export interface OrganizationUpdateMailJob {
  kind: 'organizationUpdate'
  to: string
  organization: { name: string; username: string }
  message: string
}

export const organizationUpdateMail = (
  { publicUrl, productName }: Pick<MailContext, 'publicUrl' | 'productName'>,
  { to, organization, message }: OrganizationUpdateMailJob,
): Mail =>
  composeMail({
    productName,
    to,
    subject: `${organization.name}: ${message}`,
    paragraphs: [message],
    action: { label: `Open ${organization.name}`, url: `${publicUrl}/${organization.username}/settings/general` },
    reason: `You received this e-mail because you manage the organisation ${organization.name}. You can change e-mail preferences in its settings.`,
  })

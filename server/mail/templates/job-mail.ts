import type { Mail } from '../mail.ts'
import { composeMail } from './compose-mail.ts'
import type { MailContext } from './invite-mail.ts'

/** Informs the author of a scheduled job that it fails, or works again. */
export interface JobMailJob {
  kind: 'job'
  to: string
  title: string
  message: string
  /** Where the console shows the job. */
  path: string
}

export const jobMail = (
  { publicUrl, productName }: Pick<MailContext, 'publicUrl' | 'productName'>,
  { to, title, message, path }: JobMailJob,
): Mail =>
  composeMail({
    productName,
    to,
    subject: `${productName}: ${title}`,
    paragraphs: [`${title}.`, message],
    action: { label: 'Open the job', url: `${publicUrl}${path}` },
    reason: 'You received this e-mail because the job notifies of failures. You can turn that off in its settings.',
  })

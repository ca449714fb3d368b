import type { Mail } from '../mail.ts'
import type { LetterSource } from './invite-letter.ts'
import { letter } from './letter.ts'

/** A change of how an account is protected, told to its owner. */
export interface SecurityLetterJob {
  kind: 'security'
  to: string
  title: string
  message: string
}

export const securityLetter = (
  { publicUrl, productName }: Pick<LetterSource, 'publicUrl' | 'productName'>,
  { to, title, message }: SecurityLetterJob,
): Mail =>
  letter({
    productName,
    to,
    subject: `${productName}: ${title}`,
    paragraphs: [message],
    action: { words: 'Open your security settings', url: `${publicUrl}/user/settings/security` },
    reason: 'You get this mail because it is about the security of your account. It cannot be switched off.',
  })

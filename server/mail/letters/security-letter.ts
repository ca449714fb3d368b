import type { Mail } from '../mail.ts'
import type { LetterSource } from './invite-letter.ts'
import { letter } from './letter.ts'

/** Something that happened to somebody's account. */
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
    paragraphs: [title, message],
    action: { words: 'See your sessions', url: `${publicUrl}/user/settings/login-connections` },
    reason: 'You get this mail because it is about the security of your account.',
  })

import type { Mail } from '../mail.ts'
import type { LetterSource } from './invite-letter.ts'
import { letter } from './letter.ts'

/** Something that happened in an organisation, told to one of those who run it. */
export interface NewsLetterJob {
  kind: 'news'
  to: string
  organization: { name: string; username: string }
  words: string
}

export const newsLetter = (
  { publicUrl, productName }: Pick<LetterSource, 'publicUrl' | 'productName'>,
  { to, organization, words }: NewsLetterJob,
): Mail =>
  letter({
    productName,
    to,
    subject: `${organization.name}: ${words}`,
    paragraphs: [words],
    action: { words: `Open ${organization.name}`, url: `${publicUrl}/${organization.username}/settings/general` },
    reason: `You get this mail because you run the organisation ${organization.name}. Choose in its settings what you are told of.`,
  })

export interface Mail {
  to: string
  subject: string
  text: string
  html: string
}

/** The mail server rejected the address or the mail permanently, so retrying is useless. */
export class MailRejectedError extends Error {}

/** Delivers one mail. Rejects with `MailRejectedError` if retrying is useless, or with another error if it is not. */
export type SendMail = (mail: Mail) => Promise<void>

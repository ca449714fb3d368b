export interface Mail {
  to: string
  subject: string
  text: string
  html: string
}

/** The address or the mail will not be taken, however often it is tried. */
export class MailRejectedError extends Error {}

/** Hands one mail over, or throws: a `MailRefused`, or what is worth another try. */
export type SendMail = (mail: Mail) => Promise<void>

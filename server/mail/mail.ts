export interface Mail {
  to: string
  subject: string
  text: string
  html: string
}

/** Hands one mail over for good, or throws and is tried again. */
export type SendMail = (mail: Mail) => Promise<void>

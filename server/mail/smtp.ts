import { MailRejectedError, type SendMail } from './mail.ts'

export interface SmtpOptions {
  url: string
  from: string
}

/** Sends through an SMTP server. The library is loaded with the first mail. */
export const createSmtp = ({ url, from }: SmtpOptions): { send: SendMail; close(): void } => {
  let opened: Promise<{ send: SendMail; close(): void }> | undefined

  const open = async () => {
    const { createTransport } = await import('nodemailer')
    const transport = createTransport({ url, pool: true, maxConnections: 2 }, { from })
    return {
      send: async (mail: Parameters<SendMail>[0]) => void (await transport.sendMail(mail)),
      close: () => transport.close(),
    }
  }

  return {
    send: async (mail) => {
      opened ??= open()
      await (await opened).send(mail).catch(explain)
    },
    close: () => void opened?.then((transport) => transport.close()),
  }
}

/** Treats SMTP codes from 500 on as permanent; other codes and an unreachable server are worth a retry. */
const explain = (error: unknown): never => {
  const code = error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : 0
  // A rejected login is for the operator to fix; the mail itself is fine.
  const isAboutTheMail = error instanceof Error && 'code' in error && error.code !== 'EAUTH'
  throw code >= 500 && isAboutTheMail
    ? new MailRejectedError(`The mail server rejected the mail with ${code}.`, { cause: error })
    : error
}

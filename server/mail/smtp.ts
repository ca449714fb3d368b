import type { SendMail } from './mail.ts'

export interface SmtpOptions {
  url: string
  from: string
}

/** Sends through a mail server. The library is loaded with the first mail. */
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
      await (await opened).send(mail)
    },
    close: () => void opened?.then((transport) => transport.close()),
  }
}

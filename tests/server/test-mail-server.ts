import { type AddressInfo, createServer, type Socket } from 'node:net'

export interface ReceivedMail {
  from: string
  to: string
  data: string
}

/** Speaks enough SMTP to receive a mail. `replies` are the reply codes for an address, one after another. */
export const testMailServer = async ({ replies = {} }: { replies?: Record<string, number[]> } = {}) => {
  const received: ReceivedMail[] = []
  const recipients: string[] = []
  const sockets = new Set<Socket>()

  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    let mail: ReceivedMail = { from: '', to: '', data: '' }
    let readsData = false
    let rest = ''
    const reply = (line: string) => socket.write(`${line}\r\n`)
    const handleLine = (line: string) => {
      if (readsData) {
        if (line !== '.') mail.data += `${line}\n`
        else {
          readsData = false
          received.push(mail)
          reply('250 taken')
        }
        return
      }
      const [, address = ''] = /<([^>]*)>/.exec(line) ?? []
      if (/^(EHLO|HELO)/i.test(line)) reply('250 quay')
      else if (/^MAIL/i.test(line)) {
        mail = { from: address, to: '', data: '' }
        reply('250 yes')
      } else if (/^RCPT/i.test(line)) {
        recipients.push(address)
        mail.to = address
        reply(`${replies[address]?.shift() ?? 250} so be it`)
      } else if (/^DATA/i.test(line)) {
        readsData = true
        reply('354 go on')
      } else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n')
      else reply('250 yes')
    }
    socket.setEncoding('utf8').on('data', (text: string) => {
      const lines = (rest + text).split('\r\n')
      rest = lines.pop() ?? ''
      for (const line of lines) handleLine(line)
    })
    reply('220 quay')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  return {
    received,
    recipients,
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}

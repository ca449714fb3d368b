import { type AddressInfo, createServer, type Socket } from 'node:net'

export interface TakenMail {
  from: string
  to: string
  data: string
}

/** Speaks as much SMTP as it takes to be handed a mail. `answers` are the codes for an address, one after another. */
export const smallMailServer = async ({ answers = {} }: { answers?: Record<string, number[]> } = {}) => {
  const taken: TakenMail[] = []
  const asked: string[] = []
  const sockets = new Set<Socket>()

  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    let mail: TakenMail = { from: '', to: '', data: '' }
    let readsData = false
    let rest = ''
    const say = (words: string) => socket.write(`${words}\r\n`)
    const hear = (line: string) => {
      if (readsData) {
        if (line !== '.') mail.data += `${line}\n`
        else {
          readsData = false
          taken.push(mail)
          say('250 taken')
        }
        return
      }
      const [, address = ''] = /<([^>]*)>/.exec(line) ?? []
      if (/^(EHLO|HELO)/i.test(line)) say('250 quay')
      else if (/^MAIL/i.test(line)) {
        mail = { from: address, to: '', data: '' }
        say('250 yes')
      } else if (/^RCPT/i.test(line)) {
        asked.push(address)
        mail.to = address
        say(`${answers[address]?.shift() ?? 250} so be it`)
      } else if (/^DATA/i.test(line)) {
        readsData = true
        say('354 go on')
      } else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n')
      else say('250 yes')
    }
    socket.setEncoding('utf8').on('data', (text: string) => {
      const lines = (rest + text).split('\r\n')
      rest = lines.pop() ?? ''
      for (const line of lines) hear(line)
    })
    say('220 quay')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  return {
    taken,
    asked,
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}

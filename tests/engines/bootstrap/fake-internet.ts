import { createSocket } from 'node:dgram'
import { createServer } from 'node:net'
import { internet } from './internet-addresses.ts'

/** The servers in the namespace that represents everything outside the machine; each sends its name. */
for (const [name, address] of Object.entries(internet)) {
  const server = createServer((socket) => socket.on('error', () => {}).end(`${name}\n`))
  server.listen(80, address)
}

/** Answers every DNS query with the web server's address. */
const names = createSocket('udp4')
names.on('message', (question, { address, port }) => {
  let end = 12
  while (question[end]) end += (question[end] ?? 0) + 1
  const questionBytes = question.subarray(12, end + 5)
  const header = Buffer.from(question.subarray(0, 12))
  header.set([0x81, 0x80], 2)
  header.set([0, 1, 0, 0, 0, 0], 6)
  const record = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, ...internet.web.split('.').map(Number)])
  names.send(Buffer.concat([header, questionBytes, record]), port, address)
})
names.bind(53, internet.web, () => process.stdout.write('ready\n'))

import { connect, createServer } from 'node:net'

/**
 * Forwards a Unix socket, which is visible from every network namespace, to a loopback port of the namespace that it
 * runs in.
 */
const [, , socketPath = '', port = ''] = process.argv
createServer((from) => {
  const to = connect(Number(port), '127.0.0.1')
  for (const socket of [from, to]) socket.on('error', () => [from, to].map((each) => each.destroy()))
  from.pipe(to).pipe(from)
}).listen(socketPath, () => process.stdout.write('ready\n'))

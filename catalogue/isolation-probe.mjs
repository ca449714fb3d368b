/**
 * Measures which addresses a workload can reach. With TARGETS it tries to connect to each (without sending data) and
 * prints the outcomes as JSON; without TARGETS it listens, so that another probe can connect to it.
 */
import { connect, createServer } from 'node:net'

const LISTEN_PORT = 8080
const LIMIT_MS = 1000

function attempt({ address, port }) {
  return new Promise((resolve) => {
    const socket = connect({ host: address, port })
    const end = (outcome) => {
      clearTimeout(limit)
      socket.destroy()
      resolve(outcome)
    }
    const limit = setTimeout(end, LIMIT_MS, 'ETIMEDOUT')
    socket.once('connect', () => end('connected'))
    socket.once('error', (error) => end(error.code ?? error.message))
  })
}

if (process.env.TARGETS) {
  const outcomes = await Promise.all(JSON.parse(process.env.TARGETS).map(attempt))
  process.stdout.write(`${JSON.stringify(outcomes)}\n`)
} else {
  process.once('SIGTERM', () => process.exit(0))
  createServer((socket) => socket.destroy()).listen(LISTEN_PORT, '0.0.0.0', () => process.stdout.write('ready\n'))
}

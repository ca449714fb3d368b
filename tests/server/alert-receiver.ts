import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { AlertMessage } from '../../src/contract/wire/alerts/alert-message.ts'

export interface Received {
  path: string
  headers: IncomingHttpHeaders
  body: string
}

export interface AlertReceiver {
  url: string
  received: Received[]
  /** Decides the response to each message from now on. */
  respond: (message: Received, response: ServerResponse) => void
  close(): Promise<void>
}

/** A receiver of webhooks on loopback. */
export async function alertReceiver(): Promise<AlertReceiver> {
  const receiver: AlertReceiver = {
    url: '',
    received: [],
    respond: (_message, response) => response.end('ok'),
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const message = { path: request.url ?? '', headers: request.headers, body: Buffer.concat(parts).toString() }
      receiver.received.push(message)
      receiver.respond(message, response)
    })
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return receiver
}

export const sampleMessage = (more: Partial<AlertMessage> = {}): AlertMessage => ({
  kind: 'firing',
  alert: { id: '1d5e3c1e-7a0f-4c53-8f0e-3a1f7f3d9a10', name: 'High memory' },
  incidents: ['5b0c7d52-1c58-4b57-9c0b-4a0f1f0e6a11'],
  ruleKind: 'metric',
  severity: 'critical',
  organization: 'North',
  project: 'harbour',
  instance: 'boat',
  service: 'web',
  since: '2026-11-24T17:00:00.000Z',
  value: 93.5,
  threshold: 90,
  summary: 'Memory of web is at 93.5 %, above 90 %, for 5 minutes.',
  link: 'http://localhost:4600/north/alerts',
  context: [],
  ...more,
})

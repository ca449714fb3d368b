import fc from 'fast-check'
import { io } from 'socket.io-client'
import type { ControlPlane } from '../../faults/support/control-plane.ts'
import type { OrganizationFixture } from '../../server/platform-harness.ts'

export interface SocketFuzz {
  /** Closes the sockets; resolves with the number of events sent and all text received. */
  end(): Promise<{ sent: number; text: string }>
}

const EVENTS = 150

/** Sends events with generated names and payloads over one socket for each token. */
export const fuzzSockets = (
  controlPlane: ControlPlane,
  tokens: readonly (string | undefined)[],
  fixtures: readonly [OrganizationFixture, ...OrganizationFixture[]],
  seed: number,
): SocketFuzz => {
  const received: string[] = []
  let sent = 0
  const sockets = tokens.map((token, at) => {
    const socket = io(controlPlane.url, {
      transports: ['websocket'],
      auth: { token: token ?? '' },
      reconnection: false,
    })
    socket.onAny((...args) => received.push(JSON.stringify(args)))
    socket.on('connect', () => {
      for (const [name, payload] of fc.sample(events(fixtures), { numRuns: EVENTS, seed: seed + at })) {
        sent += 1
        socket.emit(name, payload, (response: unknown) => received.push(JSON.stringify(response)))
      }
    })
    return socket
  })
  return {
    end: async () => {
      for (const socket of sockets) socket.disconnect()
      return { sent, text: received.join('\n') }
    },
  }
}

const events = (
  fixtures: readonly [OrganizationFixture, ...OrganizationFixture[]],
): fc.Arbitrary<[string, unknown]> => {
  const topics = fixtures.flatMap(({ organizationId, deploymentId }) => [
    `organization/${organizationId}`,
    `deployment/${deploymentId}/instanceLogs`,
    `deployment/${deploymentId}/logs/other`,
    `deployment/${organizationId}/shellCommands`,
  ])
  const almost = fc.stringMatching(/^(organization\/[0-9a-f-]{36}|deployment\/[0-9a-f-]{36}\/(logs|instanceEvents))$/)
  const topic = fc.oneof(fc.constantFrom(...topics), almost, fc.string(), fc.jsonValue())
  const after = fc.oneof(fc.constant(null), fc.integer(), fc.double(), fc.jsonValue())
  return fc.tuple(
    fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom('watch', 'unwatch') },
      { weight: 1, arbitrary: fc.string().map((name) => `x${name}`) },
    ),
    fc.oneof(
      { weight: 6, arbitrary: fc.record({ topic, after }) as fc.Arbitrary<unknown> },
      { weight: 1, arbitrary: fc.jsonValue() as fc.Arbitrary<unknown> },
      { weight: 1, arbitrary: fc.uint8Array({ maxLength: 5000 }).map((bytes) => Buffer.from(bytes)) },
    ),
  )
}

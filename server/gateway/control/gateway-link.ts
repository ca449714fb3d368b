import { connect } from 'node:net'
import {
  type Command,
  type Hello,
  type ListenReport,
  type Report,
  report,
  type TrafficReport,
  type WakeReport,
} from './control-messages.ts'
import { createControlSocket } from './control-socket.ts'

/** The connection of the control plane to a running gateway. */
export interface GatewayLink {
  readonly hello: Hello
  send(command: Command): void
  /** Calls back with the listeners that could not be opened, each time that they may have changed. */
  onListening(handler: (failures: ListenReport['failures']) => void): void
  /** Calls back with each report of traffic, including those that waited for a control plane. */
  onTraffic(handler: (report: TrafficReport) => void): void
  /** Calls back for each service that requests wait for. */
  onWake(handler: (report: WakeReport) => void): void
  /** Resolves when the gateway uses the routes of this revision; rejects with `LinkClosed`. */
  acknowledged(revision: number): Promise<void>
  /** Resolves when the target serves nothing; rejects with `LinkClosed`. */
  drained(targetId: string, graceMs: number): Promise<void>
  /** Tells the gateway to end. Resolves when its port is free. */
  release(graceMs: number): Promise<void>
  close(): void
  readonly closed: Promise<void>
}

export class LinkClosed extends Error {
  override readonly name = 'LinkClosed'
}

interface Waiting {
  isDone(report: Report): boolean
  resolve(): void
  reject(error: Error): void
}

const HELLO_MS = 2000
/** Reports of traffic that arrive while the control plane starts. */
const MAX_UNREAD = 100

/** Resolves with undefined when no gateway responds. */
export function connectGateway(path: string): Promise<GatewayLink | undefined> {
  const socket = connect({ path })
  const waiting = new Set<Waiting>()
  const limit = setTimeout(() => socket.destroy(), HELLO_MS)
  let acknowledgedRevision = 0
  let drains = 0
  let lastListening: ListenReport | undefined
  const onTraffic: ((report: TrafficReport) => void)[] = []
  let unread: TrafficReport[] = []
  const onListening: ((failures: ListenReport['failures']) => void)[] = []
  const onWake: ((report: WakeReport) => void)[] = []

  return new Promise((resolveLink) => {
    const control = createControlSocket<Command, typeof report>(socket, report, receive)

    const until = (isDone: Waiting['isDone']): Promise<void> =>
      new Promise((resolve, reject) => {
        if (socket.destroyed) return reject(new LinkClosed('The connection to the gateway is closed'))
        waiting.add({ isDone, resolve, reject })
      })

    function receive(received: Report): void {
      if (received.type === 'hello') return void begin(received)
      if (received.type === 'acknowledged') acknowledgedRevision = Math.max(acknowledgedRevision, received.revision)
      if (received.type === 'listening') {
        lastListening = received
        for (const handler of onListening) handler(received.failures)
      }
      if (received.type === 'traffic') receiveTraffic(received)
      if (received.type === 'wake') for (const handler of onWake) handler(received)
      for (const each of waiting) {
        if (!each.isDone(received)) continue
        waiting.delete(each)
        each.resolve()
      }
    }

    function receiveTraffic(received: TrafficReport): void {
      if (onTraffic.length === 0) unread = [...unread.slice(1 - MAX_UNREAD), received]
      for (const handler of onTraffic) handler(received)
    }

    function begin(hello: Hello): void {
      clearTimeout(limit)
      resolveLink({
        hello,
        send: control.send,
        onListening(handler) {
          onListening.push(handler)
          if (lastListening) handler(lastListening.failures)
        },
        onTraffic(handler) {
          onTraffic.push(handler)
          for (const each of unread.splice(0)) handler(each)
        },
        onWake: (handler) => void onWake.push(handler),
        acknowledged: (revision) =>
          acknowledgedRevision >= revision
            ? Promise.resolve()
            : until((received) => received.type === 'acknowledged' && received.revision >= revision),
        drained(targetId, graceMs) {
          drains += 1
          const number = drains
          control.send({ type: 'drain', number, targetId, graceMs })
          return until((received) => received.type === 'drained' && received.number === number)
        },
        async release(graceMs) {
          control.send({ type: 'stop', graceMs })
          // A gateway that ends has released its port as well.
          await until((received) => received.type === 'released').catch(() => undefined)
        },
        close: control.close,
        closed: control.closed,
      })
    }

    void control.closed.then(() => {
      clearTimeout(limit)
      for (const { reject } of waiting) reject(new LinkClosed('The connection to the gateway is closed'))
      waiting.clear()
      resolveLink(undefined)
    })
  })
}

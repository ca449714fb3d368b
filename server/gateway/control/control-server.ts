import { createServer } from 'node:net'
import { listenPrivately } from '../../http/listener/listen-privately.ts'
import { type Command, command, type Hello, type Report } from './control-messages.ts'
import { type ControlSocket, createControlSocket } from './control-socket.ts'

export interface ControlServer {
  /** Whether a control plane is connected. */
  readonly isConnected: boolean
  /** Sends a report to the control plane, if one is connected. */
  report(report: Report): void
  /** Stops listening, so that the next gateway can; the open connection remains. */
  release(): void
}

export type Handle = (command: Command, reply: (report: Report) => void) => void

/** Takes the commands of one control plane at a time, the newest. */
export async function startControlServer(path: string, hello: Hello, handle: Handle): Promise<ControlServer> {
  let current: ControlSocket<Report> | undefined
  const server = createServer((socket) => {
    current?.close()
    const connected = createControlSocket<Report, typeof command>(socket, command, (message) =>
      handle(message, connected.send),
    )
    current = connected
    void connected.closed.then(() => {
      if (current === connected) current = undefined
    })
    connected.send(hello)
  })
  await listenPrivately(server, path)
  return {
    get isConnected() {
      return current !== undefined
    },
    report: (report) => current?.send(report),
    release: () => void server.close(),
  }
}

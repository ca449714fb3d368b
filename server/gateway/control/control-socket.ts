import type { Socket } from 'node:net'
import * as v from 'valibot'
import { createFrameReader, encodeFrame } from './frames.ts'

export interface ControlSocket<Sent> {
  send(message: Sent): void
  close(): void
  /** Resolves when the connection has ended. */
  readonly closed: Promise<void>
}

/** Exchanges messages on a local connection, which is closed at the first message that is not valid. */
export function createControlSocket<Sent, Schema extends v.GenericSchema>(
  socket: Socket,
  schema: Schema,
  onMessage: (message: v.InferOutput<Schema>) => void,
): ControlSocket<Sent> {
  const read = createFrameReader((message) => onMessage(v.parse(schema, message)))
  socket.on('error', () => socket.destroy())
  socket.on('data', (part) => {
    try {
      read(part)
    } catch (error) {
      socket.destroy()
      process.emitWarning(error instanceof Error ? error : String(error))
    }
  })
  return {
    send: (message) => {
      if (socket.writable) socket.write(encodeFrame(message))
    },
    close: () => socket.destroy(),
    closed: new Promise((resolve) => {
      socket.once('close', () => resolve())
    }),
  }
}

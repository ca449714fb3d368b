import * as v from 'valibot'
import { uuid } from '../wire/common.ts'

/** The namespace of the socket for shells and files of containers. It is a connection of its own. */
export const SHELL_NAMESPACE = '/shell'

/** A session without a browser ends after this long. Until then nothing that it prints is lost. */
export const AWAY_MS = 60_000
/** A terminal without input ends after this long, and says so this long before. */
export const IDLE_MS = 30 * 60_000
export const IDLE_WARNING_MS = 2 * 60_000

/** The server sends at most this much that was not acknowledged, and reads no more from the program meanwhile. */
export const WINDOW_BYTES = 256 * 1024
/** The client sends at most about this much input that the server has not confirmed. */
export const UNCONFIRMED_INPUT_BYTES = 256 * 1024
/** The most in one message to the server. */
export const MAX_INPUT_BYTES = 16 * 1024

export const SESSIONS_PER_USER = 6
export const SESSIONS_PER_ORGANIZATION = 30

const position = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const cells = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1000))
const bytes = v.custom<Uint8Array>((value) => value instanceof Uint8Array, 'Not binary.')

const shortBytes = v.pipe(
  bytes,
  v.check(({ byteLength }) => byteLength <= MAX_INPUT_BYTES, 'Too long.'),
)

export const terminalSize = { columns: cells, rows: cells }

/** Requests of the client, each acknowledged with a `ShellResponse`. */
export const shellRequests = {
  /** Starts a requested session. */
  start: v.strictObject({ id: uuid, ...terminalSize }),
  /** Continues after a lost connection, behind the bytes of output that the client has. */
  resume: v.strictObject({ id: uuid, output: position }),
  /** Bytes that the user typed; `at` is the number of bytes before them. Bytes that were received before are ignored. */
  input: v.strictObject({ id: uuid, at: position, data: shortBytes }),
  /** The client has shown this many bytes of output. */
  acknowledge: v.strictObject({ id: uuid, output: position }),
  resize: v.strictObject({ id: uuid, ...terminalSize }),
  /** The user is still there. */
  keepOpen: v.strictObject({ id: uuid }),
  end: v.strictObject({ id: uuid }),
}

export type ShellRequest = keyof typeof shellRequests
export type ShellInput<R extends ShellRequest> = v.InferOutput<(typeof shellRequests)[R]>

export type ShellResponse<T = object> = ({ ok: true } & T) | { ok: false; error: string; message: string }
/** How many bytes of input the server has received. */
export interface InputReceived {
  input: number
}

/** The server event `output`; `at` is the number of bytes of output before these. */
export const shellOutput = v.object({ id: uuid, at: position, data: v.union([bytes, v.instance(ArrayBuffer)]) })

/** The server event `idle`: the session ends after this long, or, with null, no longer. */
export const shellIdle = v.object({ id: uuid, endsInMs: v.nullable(v.number()) })

export const shellEndReasons = [
  'exited',
  'closed',
  'idle',
  'away',
  'workloadEnded',
  'accessLost',
  'serverStopped',
  'lost',
] as const
export type ShellEndReason = (typeof shellEndReasons)[number]

/** The server event `ended`: nothing follows. */
export const shellEnded = v.object({
  id: uuid,
  reason: v.picklist(shellEndReasons),
  message: v.string(),
  exitCode: v.optional(v.number()),
})
export type ShellEnded = v.InferOutput<typeof shellEnded>

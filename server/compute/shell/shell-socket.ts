import type { Socket } from 'socket.io'
import * as v from 'valibot'
import {
  type ShellInput,
  type ShellRequest,
  type ShellResponse,
  shellRequests,
} from '../../../src/contract/shell/shell.ts'
import { type FileInput, type FileRequest, fileRequests } from '../../../src/contract/shell/shell-files.ts'
import { ApiError } from '../../http/api-error.ts'
import type { Caller } from '../../http/handler.ts'
import { requireUser } from '../../http/require-user.ts'
import { toApiError } from '../../http/to-api-error.ts'
import type { WindowCounter } from '../../http/window-counter.ts'
import { type AccessChecks, watchRights } from '../../live/responses/watch-access.ts'
import type { Log } from '../../log.ts'
import type { LiveShell, ShellClient } from './live-shell.ts'
import type { LiveShells } from './live-shells.ts'
import { isReply } from './terminal/is-reply.ts'
import { limitUnread } from './unread-limit.ts'

export interface ShellSocketOptions {
  caller: Caller
  access: AccessChecks
  live: LiveShells
  /** Counts the costly requests of each user. */
  requests: WindowCounter
  log: Log
}

/** Requests that cost the database or the engine something. */
export const COSTLY_PER_MINUTE = 600
const costly = new Set<string>(['start', 'resume', 'list', 'read', 'write'])

type Respond = { [R in ShellRequest]: (input: ShellInput<R>) => Promise<object> | object }

/** Serves the sessions of one connected browser or command line. When it disconnects, they wait for it. */
export function serveShellSocket(socket: Socket, { caller, access, live, requests, log }: ShellSocketOptions): void {
  const { userId } = requireUser(caller)
  const attached = new Set<LiveShell>()
  const client: ShellClient = {
    output: (id, at, data) => void socket.emit('output', { id, at, data }),
    idle: (id, endsInMs) => void socket.emit('idle', { id, endsInMs }),
    ended: (ended) => void socket.emit('ended', ended),
  }
  const leave = () => {
    for (const shell of attached) shell.detach(client)
    attached.clear()
  }
  /** Not only `disconnect`, which waits until the client has read everything. */
  const drop = () => {
    socket.disconnect()
    socket.conn.close(true)
  }
  const attach = (shell: LiveShell) => {
    if (socket.disconnected) shell.detach(client)
    else attached.add(shell)
    return { input: shell.terminal?.received ?? 0 }
  }

  const responses: Respond = {
    start: async (input) => attach(await live.start(caller, input, client, access)),
    resume: async (input) => attach(await live.resume(caller, input, client)),
    input: async ({ id, at, data }) => {
      const shell = live.of(caller, id)
      if (shell.over.signal.aborted) return { input: at }
      if (!isReply(data)) shell.used()
      if (shell.terminal?.hasRoomFor(data) === false) {
        // Ignoring the piece would leave a hole in the input; on a new connection, the client sends it again.
        drop()
        throw new ApiError('tooMany', { message: 'The program in the container reads no input.' })
      }
      await shell.terminal?.input(at, data)
      return { input: shell.terminal?.received ?? 0 }
    },
    acknowledge: ({ id, output }) => {
      live.of(caller, id).terminal?.acknowledge(output)
      return {}
    },
    resize: async ({ id, ...size }) => {
      const shell = live.of(caller, id)
      if (!shell.over.signal.aborted) await shell.terminal?.resize(size)
      return {}
    },
    keepOpen: ({ id }) => {
      live.of(caller, id).used()
      return {}
    },
    end: ({ id }) => {
      live.of(caller, id).end('closed')
      return {}
    },
  }

  const respond = async (handle: () => Promise<object> | object): Promise<ShellResponse> => {
    try {
      return { ok: true, ...(await handle()) }
    } catch (error) {
      const apiError = toApiError(error)
      if (apiError.code === 'unexpected') log.error({ err: error }, 'a request of a shell failed')
      return { ok: false, error: apiError.code, message: apiError.message }
    }
  }

  const respondToFiles = async <R extends FileRequest>(name: R, input: FileInput<R>) => {
    const shell = live.of(caller, input.id)
    if (!shell.files || shell.over.signal.aborted)
      throw new ApiError('notFound', { message: 'This session has ended. Open a new one.' })
    shell.used()
    // The name determines the input.
    const handle = shell.files[name] as (input: FileInput<R>) => Promise<object>
    return handle(input)
  }

  const listen = <S extends v.GenericSchema>(
    name: string,
    schema: S,
    handle: (input: v.InferOutput<S>) => Promise<object> | object,
  ) =>
    socket.on(name, async (given: unknown, acknowledge: unknown) => {
      const read = v.safeParse(schema, given)
      const response: ShellResponse = read.success
        ? await respond(() => {
            if (costly.has(name) && !requests.take(userId)) throw new ApiError('tooMany')
            return handle(read.output)
          })
        : { ok: false, error: 'invalid', message: read.issues[0].message }
      if (typeof acknowledge === 'function') acknowledge(response)
    })
  // The schema and the handler of one name belong together.
  for (const name of Object.keys(shellRequests) as ShellRequest[])
    listen(name, shellRequests[name], responses[name] as (input: object) => Promise<object> | object)
  // The schema of the same name has parsed the input.
  for (const name of Object.keys(fileRequests) as FileRequest[])
    listen(name, fileRequests[name], (input) => respondToFiles(name, input as FileInput<typeof name>))
  limitUnread(socket, drop)
  const watch = watchRights(access, caller, () => {
    for (const shell of attached) shell.end('accessLost')
    socket.disconnect(true)
  })
  socket.on('disconnect', () => {
    watch.stop()
    leave()
  })
}

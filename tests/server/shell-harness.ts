import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { type Duplex, duplexPair } from 'node:stream'
import { pino } from 'pino'
import { io, type Socket } from 'socket.io-client'
import { readBatches } from '../../server/compute/logs/chunks/read-batches.ts'
import { addressOf } from '../../server/compute/logs/log-address.ts'
import { openShellHandlers } from '../../server/compute/shell/open-shell.ts'
import { createShellRows } from '../../server/compute/shell/rows/shell-rows.ts'
import type { ShellTimes } from '../../server/compute/shell/shell-timers.ts'
import { createShells } from '../../server/compute/shell/shells.ts'
import type { Engine } from '../../server/engines/engine.ts'
import { soleEngine } from '../../server/engines/engines.ts'
import type { EngineSession, SessionEnd } from '../../server/engines/interface/sessions.ts'
import { createMetrics } from '../../server/http/metrics.ts'
import { createHub } from '../../server/live/hub.ts'
import { createLiveLimits } from '../../server/live/live-limits.ts'
import { createNotificationSource } from '../../server/live/notification-source.ts'
import { createOrganizationSource } from '../../server/live/organization-source.ts'
import { serveSockets } from '../../server/live/socket.ts'
import { createVisitorConnectionLimit } from '../../server/live/visitor-connection-limit.ts'
import type { ShellKind } from '../../src/contract/calls/containers/shell-calls.ts'
import {
  SHELL_NAMESPACE,
  type ShellEnded,
  type ShellRequest,
  type ShellResponse,
} from '../../src/contract/shell/shell.ts'
import { linesOf } from '../../src/rules/log-batch.ts'
import { createOrganizationFixture, join, platformHarness } from './platform-harness.ts'

/** The container's side of a session. */
export interface FakeShell {
  mark: string
  workloadId: string
  terminal: Duplex
  sizes: { columns: number; rows: number }[]
  isKilled: boolean
  exit(end: SessionEnd): void
}

type ShellEngine = Pick<Engine, 'openSession' | 'endSession' | 'exec' | 'stream' | 'feed' | 'capabilities'>

/** An engine whose terminals are pairs of streams. */
export function fakeShellEngine() {
  const shells: FakeShell[] = []
  const ended: { workloadId: string; mark: string }[] = []
  const failure: { next?: Error } = {}
  /** What the engine waits for, if anything. */
  const waits: { opening?: Promise<void>; ending?: Promise<void>; resize?: Promise<void> } = {}
  const unused = () => Promise.reject(new Error('Not used here'))
  const engine: ShellEngine = {
    capabilities: async () => ({ streams: true }) as Awaited<ReturnType<Engine['capabilities']>>,
    exec: unused,
    stream: unused,
    feed: unused,
    endSession: async (workloadId, mark) => {
      if (failure.next) throw failure.next
      await waits.ending
      ended.push({ workloadId, mark })
    },
    openSession: async (workloadId, { mark, columns, rows }): Promise<EngineSession> => {
      if (failure.next) throw failure.next
      const [stream, terminal] = duplexPair()
      stream.on('error', () => {})
      terminal.on('error', () => {})
      let exit: (end: SessionEnd) => void = () => {}
      const over = new Promise<SessionEnd>((resolve) => {
        exit = resolve
      })
      const shell = { mark, workloadId, terminal, sizes: [{ columns, rows }], isKilled: false, exit }
      shells.push(shell)
      await waits.opening
      return {
        stream,
        ended: over,
        resize: async (size) => {
          shell.sizes.push(size)
          await waits.resize
        },
        end: async () => {
          shell.isKilled = true
          stream.destroy()
        },
      }
    },
  }
  return { engine, shells, ended, failure, waits }
}

export type ShellHarness = Awaited<ReturnType<typeof shellHarness>>

/** Serves shells on a loopback port, over a real database and an engine of streams. */
export async function shellHarness(times: Partial<ShellTimes> = {}) {
  const log = pino({ level: 'silent' })
  const fake = fakeShellEngine()
  const engines = soleEngine(fake.engine)
  const stops: (() => unknown)[] = []
  const attach: { live?: Parameters<typeof serveSockets>[1]; start?: () => Promise<void> } = {}
  const nodes = (db: Parameters<typeof createShells>[0]['db'], node = randomUUID(), isAlone = false) => {
    const shells = createShells({ db, engines, node, isAlone, log, times })
    stops.push(() => shells.stop())
    return shells
  }
  const platform = await platformHarness({
    handlers: (store) => openShellHandlers({ db: store.db, engines, rows: createShellRows(store.db, randomUUID()) }),
    live: ({ config, store, tokens: { authenticate }, authorize, recheck, rights }) => {
      const hub = createHub({ sources: [createOrganizationSource(store), createNotificationSource(store)], log })
      stops.push(hub.stop)
      const shells = nodes(store.db)
      attach.start = shells.start
      attach.live = {
        config,
        hub,
        authenticate,
        recheck,
        authorize,
        rights,
        limits: createLiveLimits(config),
        log,
        visitors: createVisitorConnectionLimit([], 5),
        serveShells: shells.serve,
      }
    },
  })
  if (!attach.live) throw new Error('The live parts were not created.')
  await platform.app.listen({ host: '127.0.0.1', port: 0 })
  const served = serveSockets(platform.app.server, attach.live, createMetrics())
  const { port } = platform.app.server.address() as AddressInfo
  const { store } = platform
  const organization = await createOrganizationFixture(store, { open: false })
  const { organizationId, instanceId, deploymentId } = organization
  await store.pool.query(
    `update deployment set configuration = '{"services": [{"name": "web"}], "privateRegistry": null}' where id = $1`,
    [deploymentId],
  )
  await store.pool.query('update instance set active_deployment = $1 where id = $2', [deploymentId, instanceId])
  for (const index of [0, 1])
    await store.pool.query(
      `insert into replica (instance_id, deployment_id, service, index, workload_id, region, cpu_milli, memory_bytes, storage_bytes, daily_price_micros, ready_since)
       values ($1, $2, 'web', $3, $4, 'us-west', 1, 1, 1, 1, now())`,
      [instanceId, deploymentId, index, `workload-${index}`],
    )
  const member = async (role = 'owner', name = 'sailor') => {
    const user = await platform.user(name)
    await join(store, organizationId, user.userId, role)
    return user
  }
  const sockets: Socket[] = []
  const connect = (token: string | undefined) => {
    const socket = io(`http://127.0.0.1:${port}${SHELL_NAMESPACE}`, {
      auth: { token },
      transports: ['websocket'],
      reconnection: false,
      forceNew: true,
    })
    sockets.push(socket)
    return shellClient(socket)
  }
  const request = async (token: string, body: { kind?: ShellKind; replica?: number } = {}) =>
    platform.inject({
      method: 'POST',
      url: `/api/compute-instance/${instanceId}/shells`,
      payload: { kind: 'terminal', ...body },
      token,
    })
  /** Requests and starts a shell. */
  const open = async (token: string, client = connect(token)) => {
    const response = await request(token)
    const id = response.json<{ shellSessionId: string }>().shellSessionId
    const started = await client.call('start', { id, columns: 80, rows: 24 })
    const shell = fake.shells.findLast(({ mark }) => mark === id)
    if (!shell) throw new Error(`Not started: ${response.body} ${JSON.stringify(started)}`)
    return { id, client, shell, started }
  }
  /** The lines of the log of shell commands about one member: those of other sessions may follow later. */
  const linesAbout = async (name: string) => {
    const address = addressOf(`deployment/${deploymentId}/shellCommands`)
    const batches = await readBatches(store.db, address, { from: 1, to: 10_000 }, 1_048_576)
    return batches
      .flatMap(linesOf)
      .map(({ log }) => log)
      .filter((line) => line.includes(name))
  }
  const audited = async () =>
    (
      await store.pool.query<{ action: string; target: string; after: Record<string, unknown> }>(
        `select action, target, after from audit_entry where action like 'shell.%' and organization_id = $1 order by number`,
        [organizationId],
      )
    ).rows
  return {
    ...platform,
    ...organization,
    url: `http://127.0.0.1:${port}`,
    fake,
    member,
    connect,
    request,
    open,
    audited,
    linesAbout,
    /** Starts the renewal of the node's own sessions. */
    start: async () => attach.start?.(),
    node: (isAlone: boolean) => nodes(store.db, randomUUID(), isAlone),
    close: async () => {
      for (const socket of sockets) socket.disconnect()
      served.stop()
      for (const stop of stops) await stop()
      await platform.close()
    },
  }
}

/** Gathers what a client receives, without gaps or repetitions unless the server makes them. */
export function shellClient(socket: Socket) {
  const pieces: { id: string; at: number; data: Buffer }[] = []
  const ended: ShellEnded[] = []
  const idle: { id: string; endsInMs: number | null }[] = []
  socket.on('output', (piece) => pieces.push(piece))
  socket.on('ended', (end) => ended.push(end))
  socket.on('idle', (warning) => idle.push(warning))
  const happened = (name: 'connect' | 'disconnect') => new Promise<unknown>((resolve) => socket.once(name, resolve))
  return {
    socket,
    pieces,
    ended,
    idle,
    happened,
    text: () => Buffer.concat(pieces.map(({ data }) => data)).toString(),
    bytes: () => pieces.reduce((sum, { data }) => sum + data.length, 0),
    call: (name: ShellRequest, input: object): Promise<ShellResponse<{ input?: number }>> =>
      socket.timeout(5000).emitWithAck(name, input),
  }
}

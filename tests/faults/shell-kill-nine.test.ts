import { createHash, randomBytes } from 'node:crypto'
import { io, type Socket } from 'socket.io-client'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { makeProject } from '../../bench/support/control-plane.ts'
import { residentBytes } from '../../bench/support/process-usage.ts'
import type { ResponseOf } from '../../src/contract/contract.ts'
import { SHELL_NAMESPACE } from '../../src/contract/shell/shell.ts'
import type { Instance } from '../../src/contract/wire/compute.ts'
import { FileError } from '../../src/terminals/file-error.ts'
import type { RemoteFiles } from '../../src/terminals/terminal-client.ts'
import { uploadFile } from '../../src/terminals/transfer-file.ts'
import { dockerAt, startContainerEngine, type TestContainerEngine } from '../container-engine.ts'
import { withStoreOf } from '../e2e/fixtures/store-of.ts'
import { busyboxImage, importBusybox } from '../engines/bootstrap/busybox-image.ts'
import { shellClient } from '../server/shell-harness.ts'
import { until } from '../server/until.ts'
import { apiOf } from './support/api.ts'
import { type ControlPlane, startControlPlane } from './support/control-plane.ts'
import { skipFor } from './support/skip-for.ts'
import { installationOf, stopWithWorkloads } from './support/stop-with-workloads.ts'

const SETTLES_MS = 90_000
const MIB = 1024 ** 2
const OUTPUT_BYTES = 100 * 1000 * 1000

let engine: TestContainerEngine
let controlPlane: ControlPlane | undefined
const sockets: Socket[] = []
beforeAll(async () => {
  engine = await startContainerEngine()
})
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.disconnect()
})
afterAll(async () => {
  if (controlPlane) await stopWithWorkloads(controlPlane, engine)
  if (engine && 'stop' in engine) await engine.stop()
})

let started: ReturnType<typeof startWithInstance> | undefined
const withInstance = (host: string) => {
  started ??= startWithInstance(host)
  return started
}

/** Starts a control plane with an instance, and returns how to open shells in it. */
async function startWithInstance(host: string) {
  await importBusybox(dockerAt(host))
  const current = await startControlPlane({
    settings: {
      LONGSHORE_ENGINE: 'docker',
      DOCKER_HOST: host,
      LONGSHORE_LOCAL_IMAGES: busyboxImage,
      LONGSHORE_RESERVE_DISK_MB: '1',
    },
  })
  controlPlane = current
  const token = await current.signIn('ada')
  const api = apiOf(current.url, token)
  const { organizationId, projectId } = await makeProject(current.url, token)
  const service = { name: 'web', image: busyboxImage, command: ['sleep', '100000'], cpuMilli: 500 }
  const { body } = await api.request<{ instance: Instance }>('POST', 'compute-instance/create', {
    organizationId,
    projectId,
    name: 'hold',
    region: 'us-west',
    configuration: { services: [{ ...service, memoryBytes: 64 * MIB, storageBytes: 512 * MIB }] },
  })
  const { _id: id } = body.instance
  await until(async () => (await api.instance(id)).state === 'Active', SETTLES_MS)
  const connect = async (kind: 'terminal' | 'files') => {
    const socket = io(current.url + SHELL_NAMESPACE, {
      auth: { token },
      transports: ['websocket'],
      reconnection: false,
      forceNew: true,
    })
    sockets.push(socket)
    const client = shellClient(socket)
    const { body } = await api.request<ResponseOf<'openShell'>>('POST', `compute-instance/${id}/shells`, {
      kind,
    })
    const session = body.shellSessionId
    const started = await socket.timeout(SETTLES_MS).emitWithAck('start', { id: session, columns: 80, rows: 24 })
    expect(started).toMatchObject({ ok: true })
    return { client, socket, session }
  }
  const open = async () => {
    const { client, socket, session } = await connect('terminal')
    let typed = 0
    const type = async (line: string) => {
      const data = Buffer.from(`${line}\r`)
      await socket.timeout(SETTLES_MS).emitWithAck('input', { id: session, at: typed, data })
      typed += data.length
    }
    return { client, socket, session, type }
  }
  /** The command lines in the container. */
  const processes = async (): Promise<string[]> => {
    const docker = dockerAt(host)
    const label = `longshore.installation=${await installationOf(current)}`
    const [container] = await docker.listContainers({ filters: { label: [label, 'longshore.workload'] } })
    const { Titles, Processes } = await docker.getContainer(container?.Id ?? '').top()
    const at = Titles.indexOf('CMD')
    return Processes.map((columns: string[]) => columns[at] ?? '')
  }
  /** Opens a session for files, as the console uses it. */
  const openFiles = async () => {
    const { socket, session } = await connect('files')
    const request: RemoteFiles['request'] = async (name, input) => {
      const response = await socket.timeout(SETTLES_MS).emitWithAck(name, { id: session, ...input })
      if (!response.ok) throw new FileError(response.error, response.message)
      return response
    }
    return { request }
  }
  return { current, open, openFiles, processes }
}

test('kill -9 during a session leaves no process of it in the container, and its end is recorded', async (context) => {
  if ('skipped' in engine) return skipFor(context, engine.skipped)
  const { current, open, processes } = await withInstance(engine.host)
  const { session, type } = await open()
  await type('(busybox setsid sleep 7654 &); sleep 7654 & sleep 7654')
  await until(async () => (await processes()).filter((line) => line === 'sleep 7654').length === 3, SETTLES_MS)
  await current.kill()
  expect((await processes().catch(() => undefined)) ?? ['sleep 7654']).toContain('sleep 7654')
  await current.start()
  await until(async () => (await processes()).length <= 2, SETTLES_MS)
  expect((await processes()).filter((line) => /7654|\bsh\b/.test(line))).toEqual([])
  await withStoreOf(current, async ({ pool }) => {
    await until(async () => {
      const { rows } = await pool.query(
        `select after from audit_entry where action = 'shell.closed' and after->>'reason' = 'lost'`,
      )
      return rows[0]
    }, SETTLES_MS)
    expect((await pool.query('select 1 from shell_session where id = $1', [session])).rows).toEqual([])
  })
})

test('a terminal that prints 100 MB arrives whole and holds little memory, while another session answers', async (context) => {
  if ('skipped' in engine) return skipFor(context, engine.skipped)
  const { current, open } = await withInstance(engine.host)
  const { client, socket, session, type } = await open()
  const other = await open()
  let received = 0
  let expected: number | undefined
  let isInOrder = true
  client.socket.off('output')
  socket.on('output', ({ at, data }: { at: number; data: Buffer }) => {
    // What was printed before belongs to the prompt.
    isInOrder &&= expected === undefined || at === expected
    expected = at + data.length
    received += data.length
    socket.emit('acknowledge', { id: session, output: expected })
  })
  const before = residentBytes(current.pid)
  await type(`busybox stty raw; head -c ${OUTPUT_BYTES} /dev/urandom; exit`)
  let most = 0
  let responses = 0
  while (received < OUTPUT_BYTES) {
    await other.type('true')
    responses += 1
    most = Math.max(most, residentBytes(current.pid))
  }
  expect(isInOrder).toBe(true)
  expect(responses).toBeGreaterThan(10)
  expect((most - before) / MIB).toBeLessThan(150)
})

test('an upload of 100 MB arrives whole and holds little memory', async (context) => {
  if ('skipped' in engine) return skipFor(context, engine.skipped)
  const { current, open, openFiles } = await withInstance(engine.host)
  const files = await openFiles()
  const piece = randomBytes(MIB)
  const content = new Blob(Array.from({ length: 100 }, () => piece))
  const before = residentBytes(current.pid)
  let most = 0
  await uploadFile(
    files,
    { path: '/tmp/big', content, overwrite: false },
    {
      signal: new AbortController().signal,
      onProgress: () => {
        most = Math.max(most, residentBytes(current.pid))
      },
    },
  )
  const { client, type } = await open()
  await type('sha256sum /tmp/big')
  const expected = createHash('sha256')
    .update(Buffer.from(await content.arrayBuffer()))
    .digest('hex')
  await until(async () => client.text().includes(expected), SETTLES_MS)
  expect((most - before) / MIB).toBeLessThan(60)
})

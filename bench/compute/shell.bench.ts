import { randomUUID } from 'node:crypto'
import type { Duplex } from 'node:stream'
import type Docker from 'dockerode'
import { io, type Socket } from 'socket.io-client'
import { SHELL_NAMESPACE } from '../../src/contract/shell/shell.ts'
import { dockerAt, startContainerEngine } from '../../tests/container-engine.ts'
import { busyboxImage, importBusybox } from '../../tests/engines/bootstrap/busybox-image.ts'
import { client, makeProject, settled, startControlPlane } from '../support/control-plane.ts'
import { median, printFigure, quantile } from '../support/figures.ts'

/**
 * Time from a key to its echo in a terminal, over the control plane and over the engine alone, in turns: the shell and
 * the engine's own exec count for both.
 */
const KEYS = Number(process.env.BENCH_KEYS ?? 600)
const BAR_MS = 15
const MIB = 1024 ** 2
/** Faster than anybody types, slower than an echo. */
const PAUSE_MS = 10

const engine = await startContainerEngine()
if ('skipped' in engine) {
  console.log(`Skipped: ${engine.skipped}`)
  process.exit(0)
}
const docker: Docker = dockerAt(engine.host)
await importBusybox(docker)
const controlPlane = await startControlPlane({
  LONGSHORE_ENGINE: 'docker',
  DOCKER_HOST: engine.host,
  LONGSHORE_LOG: 'error',
  LONGSHORE_LOCAL_IMAGES: busyboxImage,
  LONGSHORE_REQUESTS_PER_MINUTE: '999999999',
})
const token = await controlPlane.signIn('bench')
const { request } = client(controlPlane.url, token)
const { organizationId, projectId } = await makeProject(controlPlane.url, token)
const service = { name: 'web', image: busyboxImage, command: ['sleep', '100000'], cpuMilli: 1000 }
const { instance } = await request<{ instance: { _id: string } }>('POST', 'compute-instance/create', {
  organizationId,
  projectId,
  name: 'bench',
  region: 'us-west',
  configuration: { services: [{ ...service, memoryBytes: 64 * MIB, storageBytes: 512 * MIB }] },
})
await settled(controlPlane.url, token, instance._id, 'Active')

interface Terminal {
  type(key: string): void
  /** Resolves when the terminal prints again. */
  printed(): Promise<void>
  close(): void
}

async function openBySocket(): Promise<Terminal> {
  const { shellSessionId: id } = await request<{ shellSessionId: string }>(
    'POST',
    `compute-instance/${instance._id}/shells`,
    { kind: 'terminal' },
  )
  const socket: Socket = io(controlPlane.url + SHELL_NAMESPACE, { auth: { token }, transports: ['websocket'] })
  let onOutput = () => {}
  socket.on('output', ({ at, data }: { at: number; data: Buffer }) => {
    socket.emit('acknowledge', { id, output: at + data.length })
    onOutput()
  })
  await socket.emitWithAck('start', { id, columns: 80, rows: 24 })
  let typed = 0
  return {
    type: (key) => {
      socket.emit('input', { id, at: typed, data: Buffer.from(key) }, () => {})
      typed += key.length
    },
    printed: () =>
      new Promise((resolve) => {
        onOutput = resolve
      }),
    close: () => socket.disconnect(),
  }
}

async function openByEngine(): Promise<Terminal> {
  const filters = { label: ['longshore.workload'] }
  const [found] = await docker.listContainers({ filters })
  const exec = await docker.getContainer(found?.Id ?? '').exec({
    Cmd: ['/bin/sh'],
    Env: [`BENCH=${randomUUID()}`, 'TERM=xterm-256color'],
    AttachStdin: true,
    AttachStdout: true,
    AttachStderr: true,
    Tty: true,
  })
  const stream: Duplex = await exec.start({ hijack: true, stdin: true, Tty: true })
  let onOutput = () => {}
  stream.on('data', () => onOutput())
  return {
    type: (key) => stream.write(key),
    printed: () =>
      new Promise((resolve) => {
        onOutput = resolve
      }),
    close: () => stream.destroy(),
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

async function echoMs(terminal: Terminal, at: number): Promise<number> {
  // The line is begun anew before it wraps, which is not measured.
  if (at % 40 === 39) {
    const isDone = terminal.printed()
    terminal.type('\u0015')
    await isDone
    await pause(PAUSE_MS)
  }
  const printed = terminal.printed()
  const startedAt = performance.now()
  terminal.type('x')
  await printed
  return performance.now() - startedAt
}

const [ours, bare] = [await openBySocket(), await openByEngine()]
await pause(1000)
const [oursMs, bareMs]: [number[], number[]] = [[], []]
for (let at = -50; at < KEYS; at += 1) {
  const [a, b] = [await echoMs(ours, at + 50), await echoMs(bare, at + 50)]
  if (at >= 0) {
    oursMs.push(a)
    bareMs.push(b)
  }
  await pause(PAUSE_MS)
}
ours.close()
bare.close()
const figures = (values: readonly number[]) =>
  `p50 ${median(values).toFixed(2)} ms, p95 ${quantile(values, 0.95).toFixed(2)} ms, p99 ${quantile(values, 0.99).toFixed(2)} ms`
console.log(
  `\nKey to echo, ${KEYS} keys in turns\n  over the control plane: ${figures(oursMs)}\n  the engine's own exec:  ${figures(bareMs)}`,
)
const beyond = quantile(oursMs, 0.95) - quantile(bareMs, 0.95)
printFigure('key to echo p95 beyond the engine’s own exec', beyond, 'ms', BAR_MS, `exec ${figures(bareMs)}`)
await request('DELETE', `compute-instance/${instance._id}`)
while (await request('GET', `compute-instance/${instance._id}`).catch(() => undefined)) await pause(100)
await controlPlane.stop()
await engine.stop()
process.exit(0)

import { randomUUID } from 'node:crypto'
import { beforeAll, expect } from 'vitest'
import type { EngineSession } from '../../server/engines/interface/sessions.ts'
import { dockerAt, startContainerEngine } from '../container-engine.ts'
import { busyboxImage, importBusybox } from './bootstrap/busybox-image.ts'
import { startDocker } from './docker-harness.ts'
import { deploy, spec, until, withEngine } from './harness.ts'

const { test, it } = withEngine(startDocker)
beforeAll(async () => {
  const found = await startContainerEngine()
  if ('host' in found) await importBusybox(dockerAt(found.host))
})

const sleeper = () => deploy(it.engine, spec(busyboxImage, { command: ['sleep', '100000'] }))

/** Opens a session and gathers what it prints. */
async function open(id: string, mark = randomUUID()) {
  const session = await it.engine.openSession(id, { mark, columns: 91, rows: 33 })
  return { ...session, ...reading(session), mark }
}

function reading({ stream }: EngineSession) {
  let text = ''
  stream.resume()
  stream.on('data', (bytes: Buffer) => {
    text += bytes.toString()
  })
  return {
    type: (line: string) => stream.write(`${line}\n`),
    prints: (what: string | RegExp) => until(() => expect(text).toMatch(what)),
    text: () => text,
  }
}

const commandsIn = async (id: string) =>
  (await it.engine.exec(id, ['sh', '-c', 'for f in /proc/[0-9]*/cmdline; do cat "$f" | tr "\\0" " "; echo; done']))
    .output
const left = async (id: string, what: string) =>
  (await commandsIn(id)).split('\n').filter((line) => line.startsWith(what))

test('a shell has a terminal of the given size, which follows, and ends with its exit code', async () => {
  const { id } = await sleeper()
  const session = await open(id)
  session.type('echo "$(busybox stty size) $TERM"')
  await session.prints('33 91 xterm-256color')
  await session.resize({ columns: 40, rows: 10 })
  session.type('busybox stty size')
  await session.prints('10 40')
  expect(session.text()).not.toContain(session.mark)
  session.type('exit 7')
  expect(await session.ended).toEqual({ kind: 'exited', exitCode: 7 })
})

test('a shell that ends takes with it what it left running', async () => {
  const { id } = await sleeper()
  const session = await open(id)
  session.type('(sleep 4567 &) ; sleep 4567 & exit')
  expect(await session.ended).toEqual({ kind: 'exited', exitCode: 0 })
  expect(await left(id, 'sleep 4567')).toEqual([])
  expect((await it.engine.inspect(id))?.state.kind).toBe('running')
})

test('a session is ended with all its processes, and others go on', async () => {
  const { id } = await sleeper()
  const [session, other] = [await open(id), await open(id)]
  session.type('(busybox setsid sleep 4568 &); sleep 4568 & echo begun')
  other.type('sleep 4569 & echo begun')
  await Promise.all([session.prints(/begun\r\n.*begun/s), other.prints(/begun\r\n.*begun/s)]).catch(() => {})
  await until(async () => expect(await left(id, 'sleep 4568')).toHaveLength(2))
  await session.end()
  expect(await left(id, 'sleep 4568')).toEqual([])
  await until(async () => expect(await left(id, 'sleep 4569')).toHaveLength(1))
  await other.end()
})

test('another control plane ends a session by its mark', async () => {
  const { id } = await sleeper()
  const session = await open(id)
  session.type('sleep 4570 & echo be""gun')
  await session.prints('begun')
  const later = await it.harness.open(it.installationId)
  await later.endSession(id, session.mark)
  await later.close()
  expect(await left(id, 'sleep 4570')).toEqual([])
  await session.ended
})

test('a session says that its workload ended', async () => {
  const { id } = await sleeper()
  const session = await open(id)
  await it.engine.stop(id, 0)
  expect(await session.ended).toEqual({ kind: 'workloadEnded' })
  await session.end()
})

const COUNT = 500_000
/** A program whose count stays the same for so many readings is held back. */
const READINGS = 10

/** Returns how many bytes the program of this name has written so far. */
async function bytesWritten(id: string, name: string): Promise<number> {
  const script = `for p in /proc/[0-9]*; do [ "$(cat $p/comm)" = ${name} ] && cat $p/io; done`
  const { output } = await it.engine.exec(id, ['sh', '-c', script])
  return Number(/wchar: (\d+)/.exec(output)?.[1] ?? 0)
}

test('a session that nobody reads holds its programs back, and loses nothing', async () => {
  const { id } = await sleeper()
  const session = await it.engine.openSession(id, { mark: randomUUID(), columns: 80, rows: 24 })
  // More than all buffers on the way hold.
  session.stream.write(`seq ${COUNT} >/dev/shm/lines; dd if=/dev/shm/lines; echo over >/dev/shm/over\n`)
  const isOver = async () => (await it.engine.exec(id, ['cat', '/dev/shm/over'])).exitCode === 0
  const counts: number[] = []
  await until(async () => {
    counts.push(await bytesWritten(id, 'dd'))
    expect(counts.length).toBeGreaterThanOrEqual(READINGS)
    expect(counts.at(-1)).toBeGreaterThan(0)
    expect(new Set(counts.slice(-READINGS)).size).toBe(1)
  })
  expect(await isOver()).toBe(false)
  let read = 0
  let rest = ''
  session.stream.resume()
  session.stream.on('data', (bytes: Buffer) => {
    const lines = (rest + bytes.toString()).split('\r\n')
    rest = lines.pop() ?? ''
    // A line that is lost or comes twice makes it NaN for good.
    for (const line of lines) if (/^\d+$/.test(line)) read = line === String(read + 1) ? read + 1 : Number.NaN
  })
  await until(() => expect(read).toBe(COUNT))
  await until(async () => expect(await isOver()).toBe(true))
  await session.end()
})

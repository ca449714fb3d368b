import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { expect } from 'vitest'
import { deploy, rejectionOf, spec, waitForExit, type withEngine } from '../harness.ts'

type Suite = ReturnType<typeof withEngine>

/** The built-in images have no shell: what every driver answers then. `docker-sessions.test.ts` opens shells. */
export function sessionTests({ test, it }: Suite): void {
  const options = () => ({ mark: randomUUID(), columns: 80, rows: 24 })
  const isSupported = async () => (await it.engine.capabilities()).streams

  test('a shell is refused in words where the image or the engine has none', async () => {
    const { id } = await deploy(it.engine, spec('longshore/clock:1'))
    const { code, message } = await rejectionOf(it.engine.openSession(id, options()))
    if (await isSupported()) {
      expect(code).toBe('commandNotFound')
      expect(message).toContain('This image has no shell (/bin/sh)')
    } else {
      expect(code).toBe('commandUnsupported')
      expect(message).toContain('Shells need a container engine')
    }
    expect((await it.engine.inspect(id))?.state.kind).toBe('running')
  })

  test('the end of a session that does not exist is no failure', async () => {
    const { id } = await deploy(it.engine, spec('longshore/clock:1'))
    await it.engine.endSession(id, randomUUID())
    await it.engine.endSession('nobody', randomUUID())
    expect((await it.engine.inspect(id))?.state.kind).toBe('running')
  })

  test('a session in an ended or unknown workload is rejected', async () => {
    if (!(await isSupported())) return
    const { id } = await deploy(it.engine, spec('longshore/trouble:1'))
    await waitForExit(it.engine, id)
    await expect(it.engine.openSession(id, options())).rejects.toMatchObject({ code: 'workloadNotRunning' })
    await expect(it.engine.openSession('nobody', options())).rejects.toMatchObject({ code: 'workloadNotFound' })
  })

  test('a command reads its standard input', async () => {
    const { id } = await deploy(it.engine, spec('longshore/clock:1'))
    const feed = (script: string) =>
      it.engine.feed(id, ['node', '-e', script], Readable.from([Buffer.alloc(100_000, 'x')]), signal)
    const { signal } = new AbortController()
    const count = `let size = 0; process.stdin.on('data', (part) => {
      size += part.length; if (size === 100000) { console.error('read'); process.exit(CODE) } })`
    if (!(await isSupported())) {
      expect((await rejectionOf(feed(count))).message).toContain('Files need a container engine')
      return
    }
    await feed(count.replace('CODE', '0'))
    const failed = await rejectionOf(feed(count.replace('CODE', '3')))
    expect(failed).toEqual({ code: 'commandFailed', message: 'The command exited with code 3: read' })
  })
}

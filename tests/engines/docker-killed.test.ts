import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'vitest'
import { createDockerEngine } from '../../server/engines/docker.ts'
import { installMissingPackages } from '../required-programs.ts'
import { type PrivateDockerd, startPrivateDockerd } from './bootstrap/private-dockerd.ts'
import { deploy, fetchPage, logLines, logText, rejectionOf, spec, until, waitForExit, withEngine } from './harness.ts'

let dockerd: PrivateDockerd

const { test, it } = withEngine(async () => {
  if (process.getuid?.() !== 0) return { skipped: 'only root can start and kill an engine: run the tests as root' }
  const missing = installMissingPackages()
  if (missing) return { skipped: missing }
  dockerd = await startPrivateDockerd()
  return {
    name: 'docker',
    reportsOutOfMemory: true,
    open: (installationId) => createDockerEngine({ installationId, dockerHost: dockerd.host }),
    stop: dockerd.stop,
  }
})

test('the driver recovers with a correct list after a kill -9 and a restart of the engine', async () => {
  const running = await deploy(it.engine, spec('longshore/hello:1', { ports: [{ containerPort: 8080 }] }))
  await fetchPage(running)
  const { id: endedId } = await deploy(it.engine, spec('longshore/trouble:1'))
  const endedState = await waitForExit(it.engine, endedId)
  const controller = new AbortController()
  const listening = rejectionOf(drain(it.engine.events(controller.signal)))
  const following = rejectionOf(logText(it.engine.logs(running.id, { follow: true })))
  await until(async () => expect(await logLines(it.engine, running.id)).not.toEqual([]))

  await dockerd.kill()

  expect(await listening).toMatchObject({ code: 'engineUnreachable', message: expect.stringMatching(/is running/) })
  expect(await following).toMatchObject({ code: 'engineUnreachable' })
  for (const call of [
    it.engine.list(),
    it.engine.inspect(running.id),
    it.engine.describe(),
    it.engine.stats(running.id),
  ]) {
    expect(await rejectionOf(call)).toMatchObject({
      code: 'engineUnreachable',
      message: expect.stringMatching(/Check that/),
    })
  }
  const workloadSpec = spec('longshore/clock:1')
  expect(await rejectionOf(it.engine.start(workloadSpec))).toMatchObject({ code: 'engineUnreachable' })
  expect(await rejectionOf(it.engine.pull('longshore/clock:1', {}))).toMatchObject({ code: 'engineUnreachable' })

  await dockerd.restart()

  const list = await it.engine.list()
  expect(list.map(({ id }) => id).toSorted()).toEqual([running.id, endedId].toSorted())
  expect(list.find(({ id }) => id === endedId)?.state).toEqual(endedState)
  expect((await it.engine.restart(running.id, 1000)).state.kind).toBe('running')
  const again = await it.engine.inspect(running.id)
  expect(again && (await fetchPage(again, '/health'))).toContain('ok')
  expect((await deploy(it.engine, workloadSpec)).state.kind).toBe('running')
  expect(await it.engine.list()).toHaveLength(3)
})

test('a start that was interrupted by a kill of the engine can be retried', async () => {
  await it.engine.pull('longshore/clock:1', {})
  const workloadSpec = spec('longshore/clock:1')
  const interrupted = it.engine.start(workloadSpec).catch((error: unknown) => error)
  await dockerd.kill()
  await interrupted
  await dockerd.restart()
  const workload = await it.engine.start(workloadSpec)
  // The engine may have started the workload just before the kill; then it ended with the engine.
  expect(['running', 'ended']).toContain(workload.state.kind)
  expect((await it.engine.restart(workloadSpec.id, 1000)).state.kind).toBe('running')
  expect(await it.engine.list()).toHaveLength(1)
})

// The moments are arbitrary: each must do. Each is a test of its own, because an engine takes its time to come back.
test.for([60, 120, 200, 300])(
  'a start that was interrupted between its steps, after %i ms, continues with files, volumes and networks',
  async (interruptAfterMs) => {
    await it.engine.pull('longshore/clock:1', {})
    await it.engine.createVolume({ id: 'data', labels: {} })
    await it.engine.createNetwork('shared', {})
    const read = `const { readFileSync } = require('node:fs'); const { lookup } = require('node:dns')
    lookup('clock', (error) => console.log(readFileSync('/etc/one', 'utf8'), error ? error.code : 'found'))`
    const workloadSpec = spec('longshore/clock:1', {
      files: [{ path: '/etc/one', content: Buffer.from('one'), mode: 0o400 }],
      mounts: [{ volumeId: 'data', path: '/volume' }],
      networks: [{ networkId: 'shared', aliases: ['clock'] }],
    })
    const interrupted = it.engine.start(workloadSpec).catch((error: unknown) => error)
    await delay(interruptAfterMs)
    await dockerd.kill()
    await interrupted
    await dockerd.restart()
    const { state } = await it.engine.start(workloadSpec)
    // The engine may have started the workload just before the kill; then it ended with the engine.
    if (state.kind === 'ended') await it.engine.restart(workloadSpec.id, 1000)
    expect((await it.engine.exec(workloadSpec.id, ['node', '-e', read])).output).toBe('one found\n')
    await it.engine.remove(workloadSpec.id)
    await it.engine.removeNetwork('shared')
    await it.engine.removeVolume('data')
  },
)

async function drain(source: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of source) {
    // Only the end of the stream matters.
  }
}

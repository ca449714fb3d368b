import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDockerEngine } from '../../server/engines/docker.ts'
import type { Engine } from '../../server/engines/engine.ts'
import { startContainerEngine, type TestContainerEngine } from '../container-engine.ts'
import { skipFor } from '../faults/support/skip-for.ts'
import { until } from '../server/until.ts'
import { spec } from './harness.ts'

/** Another address of this machine stands for another machine. */
const ELSEWHERE = '127.0.0.2'

let container: TestContainerEngine
let engine: Engine
let before: Engine
beforeAll(async () => {
  container = await startContainerEngine()
  if ('skipped' in container) return
  const options = { installationId: `addresses-${process.pid}`, dockerHost: container.host }
  engine = await createDockerEngine({ ...options, publishAddress: ELSEWHERE })
  before = await createDockerEngine(options)
})
afterAll(async () => {
  for (const { id } of (await engine?.list()) ?? []) await engine.remove(id)
  await engine?.close()
  await before?.close()
  if (container && 'stop' in container) await container.stop()
})

const hello = { ports: [{ containerPort: 8080 }] }
const check = { kind: 'http', containerPort: 8080, path: '/health', timeoutMs: 2000 } as const

test('ports are published and probed on the address of the engine’s machine, and only there', async (context) => {
  skipFor(context, 'skipped' in container ? container.skipped : undefined)
  await engine.pull('longshore/hello:1', {})
  const { id, ports } = await engine.start(spec('longshore/hello:1', hello))
  await until(async () => (await engine.probe(id, check)).isReady, 30_000)
  const port = ports[0]?.hostPort
  expect((await fetch(`http://${ELSEWHERE}:${port}/health`)).status).toBe(200)
  await expect(fetch(`http://127.0.0.1:${port}/health`)).rejects.toThrow()
})

test('a container of this machine shows without the engine’s proxy whether it listens, one of another machine does not', async (context) => {
  skipFor(context, 'skipped' in container ? container.skipped : undefined)
  const workload = await before.start(spec('longshore/hello:1', hello))
  expect(await until(() => before.listens(workload, 8080), 30_000)).toBe(true)
  expect(await before.listens(workload, 8081)).toBe(false)
  expect(await engine.listens(workload, 8080)).toBeUndefined()
  const bridge = { address: '192.0.2.2', gateway: '192.0.2.1' }
  expect(await before.listens({ ...workload, bridge }, 8080)).toBeUndefined()
})

test('a workload that is published on an earlier address is not restarted there, so that it is created again', async (context) => {
  skipFor(context, 'skipped' in container ? container.skipped : undefined)
  const { id } = await before.start(spec('longshore/hello:1', hello))
  await expect(engine.restart(id, 1000)).rejects.toMatchObject({ code: 'portTaken' })
  expect((await before.restart(id, 1000)).state.kind).toBe('running')
})

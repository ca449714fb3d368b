import { createServer } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { configFrom } from '../../server/config.ts'
import type { Instance } from '../../src/contract/wire/compute.ts'
import { type ComputeHarness, computeHarness } from '../server/compute-harness.ts'
import { type GatewayHarness, gatewayHarness } from '../server/gateway-harness.ts'
import { until } from '../server/until.ts'
import { workloadOf } from '../server/workload-of.ts'

const PORTS = 6
const from = 21_000 + Math.floor(Math.random() * 8000)
const to = from + PORTS - 1

let harness: ComputeHarness
let gateway: GatewayHarness
beforeAll(async () => {
  harness = await computeHarness({ config: configFrom({ LONGSHORE_HOST_PORTS: `${from}-${to}` }, '/') })
  gateway = await gatewayHarness(harness)
})
afterAll(async () => {
  await gateway?.close()
  await harness?.close()
})

const portOf = ({ ports }: Instance) => ports[0]?.hostPort ?? 0
const hostOf = ({ latestUrlPreview }: Instance) => new URL(latestUrlPreview ?? 'http://none').host
/** The gateway learns of a new port a moment after the instance is active. */
const responds = async (instance: Instance, text: string) => (await gateway.get(hostOf(instance))).body.includes(text)
const active = async (name: string) => {
  const made = await harness.deploy({ name, environment: [{ name: 'GREETING', value: `This is ${name}` }] })
  return harness.inState(made._id, 'Active')
}
const attempts = async (instance: Instance, count: number) =>
  until(async () => {
    const { rows } = await harness.store.pool.query<{ attempts: number; state: string }>(
      'select attempts, state from replica where instance_id = $1',
      [instance._id],
    )
    return rows[0]?.state === 'Active' && rows[0].attempts >= count
  }, 30_000)

test('a workload that ended restarts on its own port, or on another when a program has taken it', async () => {
  const instance = await active('Restarted')
  const workload = await workloadOf(harness.store, instance)
  const port = portOf(instance)
  expect(port).toBeGreaterThanOrEqual(from)
  expect(port).toBeLessThanOrEqual(to)
  await harness.engine.stop(workload, 0)
  await attempts(instance, 1)
  expect(portOf(await harness.instance(instance._id))).toBe(port)

  const squatter = createServer()
  await harness.engine.stop(workload, 0)
  await new Promise<void>((resolve) => squatter.listen(port, '127.0.0.1', resolve))
  await attempts(instance, 2)
  expect(portOf(await harness.instance(instance._id))).not.toBe(port)
  await new Promise((resolve) => squatter.close(resolve))
})

test('the port of a deleted instance does not lead its visitors to another instance', async () => {
  const former = await active('Former')
  await until(() => responds(former, 'This is Former'))
  await harness.call('deleteInstance', { id: former._id })
  await harness.waitUntilDeleted(former._id)

  // Two ports belong to the restarted instance and one to the former. New instances get the remaining ones, and then
  // none.
  const others = [await active('Second'), await active('Third'), await active('Fourth')]
  expect(new Set([...others.map(portOf), portOf(former)]).size).toBe(4)
  const rejected = await harness.inState((await harness.deploy({ name: 'Fifth' }))._id, 'Failed-start')
  expect(rejected.error?.message).toContain('LONGSHORE_HOST_PORTS')
  expect((await gateway.get(hostOf(former))).body).not.toContain('This is')

  await harness.store.pool.query(`update host_port set released_at = released_at - interval '1 hour'`)
  const next = await active('Next')
  expect(others.map(portOf)).not.toContain(portOf(next))
  await until(() => responds(next, 'This is Next'))
  expect((await gateway.get(hostOf(former))).body).not.toContain('This is')
})

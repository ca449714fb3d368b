import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Engine } from '../../server/engines/engine.ts'
import type { DeploymentId } from '../../src/contract/wire/common.ts'
import { type ComputeHarness, computeHarness } from './compute-harness.ts'
import { until } from './until.ts'

/** Wraps the engine and counts its calls. */
function counting(engine: Engine): { engine: Engine; starts: string[] } {
  const starts: string[] = []
  return {
    starts,
    engine: {
      ...engine,
      start: (spec, signal) => {
        starts.push(spec.id)
        return engine.start(spec, signal)
      },
    },
  }
}

describe('several control planes over one database', () => {
  let harness: ComputeHarness
  beforeAll(async () => {
    harness = await computeHarness({ isAlone: false })
  })
  afterEach(async () => {
    await harness.store.pool.query(`update instance set desired_state = 'deleted', lease_owner = null`)
    await until(async () => (await harness.store.pool.query('select 1 from instance')).rowCount === 0, 25_000)
  })
  afterAll(() => harness.close())

  test('never do the same work: each workload is started once, and its output is stored once', async () => {
    const counted = counting(harness.engine)
    const second = harness.another({ engine: counted.engine })
    const third = harness.another({ engine: counted.engine })
    await Promise.all([second.start(), third.start()])
    const made = await Promise.all(
      Array.from({ length: 3 }, () =>
        harness.deploy({
          image: 'longshore/burst:1',
          ports: [],
          machineImageId: 'medium',
          environment: [{ name: 'LINES', value: '2000' }],
        }),
      ),
    )
    for (const { _id } of made) await harness.inState(_id, 'Active')
    expect(new Set(counted.starts).size).toBe(counted.starts.length)
    for (const instance of made) {
      await until(async () => {
        const { logsLength } = await harness.call('readDeploymentLogs', {
          id: instance.activeDeployment as DeploymentId,
          logType: 'instanceLogs',
        })
        return logsLength >= 2000
      })
      const events = (await harness.events()).filter(
        (event) => event.kind === 'instanceChanged' && event.id === instance._id && event.changes.state === 'Active',
      )
      expect(events).toHaveLength(1)
      const lines = await harness.lines(instance, 'instanceLogs')
      expect(lines.map((line) => line.split(' ')[1])).toEqual(lines.map((_, index) => String(index + 1)))
    }
    await Promise.all([second.stop(), third.stop()])
  })

  test('a lease that is not renewed expires, and another node continues', async () => {
    const { _id } = await harness.deploy()
    await harness.inState(_id, 'Active')
    await harness.store.pool.query(
      `update instance set lease_owner = 'a dead one', lease_until = now() + interval '2 seconds' where id = $1`,
      [_id],
    )
    const beganMs = Date.now()
    await harness.call('closeInstance', { id: _id, organizationId: harness.organizationId })
    await harness.inState(_id, 'Closed')
    expect(Date.now() - beganMs).toBeGreaterThan(1900)
  })

  test('a node that has lost its lease writes nothing more', async () => {
    const { _id } = await harness.deploy({ image: 'longshore/clock:1', ports: [{ containerPort: 9000 }] })
    await until(async () => (await harness.instance(_id)).progressMessage.startsWith('Waiting for port'))
    await harness.store.pool.query(
      `update replica set lease_owner = 'another', lease_until = now() + interval '4 seconds' where instance_id = $1`,
      [_id],
    )
    const { revision } = await harness.instance(_id)
    await until(async () => {
      const { rows } = await harness.store.pool.query<{ left: boolean }>(
        `select lease_until < now() + interval '500 milliseconds' as left from replica where instance_id = $1`,
        [_id],
      )
      return rows[0]?.left
    })
    expect((await harness.instance(_id)).revision).toBe(revision)
  })
})

describe('a control plane that starts', () => {
  let harness: ComputeHarness
  beforeAll(async () => {
    harness = await computeHarness()
  })
  afterAll(() => harness.close())

  test('resumes the work of a dead process at once, when it is the only node', async () => {
    await harness.compute.stop()
    const { _id } = await harness.deploy()
    await harness.store.pool.query(
      `update instance set lease_owner = 'a dead one', lease_until = now() + interval '1 hour' where id = $1`,
      [_id],
    )
    const next = harness.another()
    await next.start()
    await harness.inState(_id, 'Active')
    await next.stop()
  })

  test('removes workloads without a replica, and restarts missing ones', async () => {
    const { rows } = await harness.store.pool.query<{ id: string; workload: string }>(
      `select instance_id as id, workload_id as workload from replica where state = 'Active'`,
    )
    const [running] = rows
    const orphan = randomUUID()
    await harness.engine.start({
      id: orphan,
      image: 'longshore/clock:1',
      environment: {},
      ports: [],
      limits: { cpuMilli: 100, memoryBytes: 128 * 1024 ** 2 },
      labels: {},
    })
    await harness.engine.remove(running?.workload ?? '')
    const next = harness.another()
    await next.start()
    await until(async () => {
      const there = (await harness.engine.list()).map(({ id }) => id)
      return there.length === 1 && there[0] === running?.workload
    })
    await harness.inState(running?.id as never, 'Active')
    await next.stop()
  })

  test('starts an instance that was deployed while no control plane was running', async () => {
    const { _id } = await harness.deploy({ image: 'longshore/clock:1', ports: [] })
    const next = harness.another()
    await next.start()
    await harness.inState(_id, 'Active')
    await next.stop()
  })
})

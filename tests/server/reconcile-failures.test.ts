import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ComputeHarness, computeHarness } from './compute-harness.ts'

describe('failures are reported to the user', () => {
  let harness: ComputeHarness
  beforeAll(async () => {
    harness = await computeHarness({ limits: { settleMs: 700, portMs: 6000, graceMs: 500, firstRestartMs: 20 } })
  })
  afterAll(() => harness.close())

  test('an image that this engine cannot run fails the start and leaves nothing behind [P4.2] [P4.3]', async () => {
    const made = await harness.deploy({ image: 'nginx:alpine', ports: [{ containerPort: 80 }] })
    const failed = await harness.inState(made._id, 'Failed-start')
    expect(failed).toMatchObject({ status: 'Failed', progressMessage: '', error: { code: 'imageUnsupported' } })
    expect(failed.error?.message).toMatch(/Docker or Podman/)
    expect(failed.deployments[0]?.endedAt).not.toBeNull()
    expect((await harness.lines(failed, 'logs')).at(-1)).toBe(`Failed: ${failed.error?.message}`)
    expect(await harness.engine.list()).toEqual([])
  })

  test('a program that exits before it is ready fails the start, and its last lines are kept', async () => {
    const made = await harness.deploy({
      image: 'longshore/trouble:1',
      machineImageId: 'medium',
      environment: [
        { name: 'MODE', value: 'exit' },
        { name: 'EXIT_CODE', value: '3' },
      ],
    })
    const failed = await harness.inState(made._id, 'Failed-start')
    expect(failed.error).toMatchObject({ code: 'exited', message: expect.stringContaining('exited with code 3') })
    expect((await harness.lines(failed, 'instanceLogs')).length).toBeGreaterThan(0)
    expect(await harness.engine.list()).toEqual([])
  })

  test('a port that never opens fails the start with a message about the port', async () => {
    const made = await harness.deploy({ image: 'longshore/clock:1', ports: [{ containerPort: 9000 }] })
    const failed = await harness.inState(made._id, 'Failed-start')
    expect(failed.error).toMatchObject({ code: 'portSilent', message: expect.stringContaining('port 9000') })
    expect(await harness.engine.list()).toEqual([])
  })

  test('a program that keeps exiting is restarted a few times, then given up', async () => {
    const made = await harness.deploy({
      image: 'longshore/trouble:1',
      ports: [],
      environment: [
        { name: 'MODE', value: 'exit' },
        { name: 'EXIT_CODE', value: '7' },
        { name: 'AFTER_MS', value: '1000' },
      ],
    })
    await harness.inState(made._id, 'Active')
    const failed = await harness.inState(made._id, 'Failed-start', 25_000)
    expect(failed.error).toMatchObject({
      code: 'crashLoop',
      message: expect.stringContaining('6 exits in a row, the last with code 7'),
    })
    const events = await harness.lines(failed, 'instanceEvents')
    expect(events.filter((line) => line.startsWith('Exited with code 7'))).toHaveLength(5)
    const input = { id: made._id, subject: 'replicas', skip: 0, limit: 100 } as const
    const exits = (await harness.call('readInstanceEvents', input)).events.filter(
      ({ kind }) => kind === 'replicaExited',
    )
    expect(exits.map(({ data }) => data.code)).toEqual([...Array(4).fill('crashLoop'), 'exited'])
    expect(exits[0]?.data).toMatchObject({
      message: expect.stringContaining('Crash loop: 5 exits in a row, the last with code 7.'),
      lastLines: expect.arrayContaining(['trouble: exit in 1000 ms']),
    })
    expect(await harness.engine.list()).toEqual([])
  })

  test('a worker without ports that exits with success is closed, and not restarted', async () => {
    const made = await harness.deploy({
      image: 'longshore/burst:1',
      ports: [],
      environment: [
        { name: 'LINES', value: '10' },
        { name: 'EXIT_CODE', value: '0' },
      ],
    })
    const closed = await harness.inState(made._id, 'Closed')
    expect(closed).toMatchObject({ desiredState: 'closed', error: null, finishedAt: expect.any(String) })
    expect(await harness.lines(closed, 'instanceLogs')).toHaveLength(10)
  })

  test('the user who deployed is notified of the failure, and of the success', async () => {
    const failing = await harness.deploy({ name: 'lost lantern', image: 'nginx:alpine' })
    const running = await harness.deploy({ name: 'lit lantern' })
    const failed = await harness.inState(failing._id, 'Failed-start')
    await harness.inState(running._id, 'Active')
    const { rows } = await harness.store.pool.query<{ type: string; title: string; message: string }>(
      `select type, title, message from notification where user_id = $1 and title like '% lantern%' order by sequence`,
      [harness.userId],
    )
    expect(rows.toSorted((one, other) => one.type.localeCompare(other.type))).toEqual([
      { type: 'error', title: 'lost lantern failed to start', message: failed.error?.message },
      { type: 'success', title: 'lit lantern is active', message: expect.any(String) },
    ])
  })

  test('a failed instance is closed or deleted like any other [P4.11]', async () => {
    const made = await harness.deploy({ image: 'nginx:alpine' })
    await harness.inState(made._id, 'Failed-start')
    await harness.call('closeInstance', { id: made._id, organizationId: harness.organizationId })
    await harness.inState(made._id, 'Closed')
    await harness.call('deleteInstance', { id: made._id })
    await harness.waitUntilDeleted(made._id)
  })
})

import { expect } from 'vitest'
import { deploy, logLines, spec, until, waitForExit, type withEngine } from '../harness.ts'

type Suite = ReturnType<typeof withEngine>

export function lifecycleTests({ test, it }: Suite): void {
  test('describes itself, its isolation and its capacity', async () => {
    const description = await it.engine.describe()
    expect(description.name).toBe(it.harness.name)
    expect(description.isolation).toMatch(/[a-z].*\.$/)
    expect(description.cpuCount).toBeGreaterThan(0)
    expect(description.memoryBytes).toBeGreaterThan(256 * 1024 * 1024)
  })

  test('starts a workload with its image and labels', async () => {
    const workloadSpec = spec('longshore/clock:1', { labels: { instance: 'a', 'with.dots': 'b=c' } })
    const workload = await deploy(it.engine, workloadSpec)
    expect(workload).toMatchObject({
      id: workloadSpec.id,
      image: workloadSpec.image,
      labels: workloadSpec.labels,
      state: { kind: 'running' },
    })
    expect(await it.engine.inspect(workloadSpec.id)).toEqual(workload)
    expect(await it.engine.list()).toEqual([workload])
  })

  test('starting the same id twice, concurrently or later, gives one workload', async () => {
    const workloadSpec = spec('longshore/clock:1')
    await it.engine.pull(workloadSpec.image, {})
    const [first, second] = await Promise.all([it.engine.start(workloadSpec), it.engine.start(workloadSpec)])
    expect(second.id).toBe(first.id)
    const third = await it.engine.start(workloadSpec)
    expect(third.state).toEqual((await it.engine.inspect(workloadSpec.id))?.state)
    expect(await it.engine.list()).toHaveLength(1)
    expect(await logLines(it.engine, workloadSpec.id)).toSatisfy(
      (lines: string[]) => lines.filter((line) => line.startsWith('clock:')).length <= 1,
    )
  })

  test('a workload that handles SIGTERM stops long before the grace period ends', async () => {
    const { id } = await deploy(it.engine, spec('longshore/clock:1'))
    await until(async () => expect(await logLines(it.engine, id)).not.toEqual([]))
    const startMs = Date.now()
    await it.engine.stop(id, 30_000)
    expect(Date.now() - startMs).toBeLessThan(10_000)
    const state = await waitForExit(it.engine, id)
    expect(state).toMatchObject({ exitCode: 0, outOfMemory: false })
    expect((await logLines(it.engine, id)).at(-1)).toMatch(/^clock: stopped after/)
  })

  test('a workload that ignores SIGTERM is killed after the grace period', async () => {
    const { id } = await deploy(it.engine, spec('longshore/trouble:1', { environment: { MODE: 'stubborn' } }))
    await until(async () => expect(await logLines(it.engine, id)).toContain('ready'))
    await it.engine.stop(id, 1000)
    const state = await waitForExit(it.engine, id)
    expect(state).toMatchObject({ exitCode: 137, outOfMemory: false })
    expect(await logLines(it.engine, id)).toContain('Ignoring the stop signal')
  })

  test('stopping an ended workload does nothing; stopping an unknown one is rejected', async () => {
    const { id } = await deploy(it.engine, spec('longshore/trouble:1'))
    const ended = await waitForExit(it.engine, id)
    await it.engine.stop(id, 1000)
    expect((await it.engine.inspect(id))?.state).toEqual(ended)
    await expect(it.engine.stop('nobody', 1000)).rejects.toMatchObject({ code: 'workloadNotFound' })
  })

  test('restarts a running workload and one that has ended, keeping its log', async () => {
    const { id } = await deploy(it.engine, spec('longshore/clock:1'))
    await until(async () => expect(await logLines(it.engine, id)).not.toEqual([]))
    const again = await it.engine.restart(id, 5000)
    expect(again.state.kind).toBe('running')
    await until(async () => {
      const starts = (await logLines(it.engine, id)).filter((line) => line.startsWith('clock: a line'))
      expect(starts).toHaveLength(2)
    })
    await it.engine.stop(id, 5000)
    expect((await it.engine.restart(id, 5000)).state.kind).toBe('running')
  })

  test('removes a running workload at once; removing it again, or an unknown one, does nothing', async () => {
    const { id } = await deploy(it.engine, spec('longshore/trouble:1', { environment: { MODE: 'stubborn' } }))
    await it.engine.remove(id)
    expect(await it.engine.inspect(id)).toBeUndefined()
    expect(await it.engine.list()).toEqual([])
    await it.engine.remove(id)
    await it.engine.remove('nobody')
  })

  test.for([0, 3, 42])('reports exit code %i with a message', async (exitCode) => {
    const { id } = await deploy(
      it.engine,
      spec('longshore/trouble:1', { environment: { EXIT_CODE: String(exitCode) } }),
    )
    const state = await waitForExit(it.engine, id)
    expect(state).toMatchObject({ exitCode, outOfMemory: false })
    expect(state.message).toMatch(exitCode === 0 ? /success/ : new RegExp(`exited with code ${exitCode}`))
    expect(state.endedAtMs).toBeLessThanOrEqual(Date.now() + 1000)
  })

  test('a restarted control plane finds its workloads in their current state', async () => {
    const running = await deploy(it.engine, spec('longshore/clock:1'))
    const { id } = await deploy(it.engine, spec('longshore/trouble:1'))
    await waitForExit(it.engine, id)
    const second = await it.harness.open(it.installationId)
    const found = await second.list()
    expect(found.toSorted((a, b) => a.id.localeCompare(b.id))).toEqual(
      (await it.engine.list()).toSorted((a, b) => a.id.localeCompare(b.id)),
    )
    expect(await second.inspect(running.id)).toEqual(running)
  })

  test('another installation sees none of the workloads', async () => {
    const { id } = await deploy(it.engine, spec('longshore/clock:1'))
    const other = await it.harness.open(`${it.installationId}-other`)
    expect(await other.list()).toEqual([])
    expect(await other.inspect(id)).toBeUndefined()
    await other.remove(id)
    expect((await it.engine.inspect(id))?.state.kind).toBe('running')
  })

  test.for(['../../etc', 'a/b', '', 'a b'])('rejects the id %j', async (id) => {
    await expect(it.engine.start(spec('longshore/clock:1', { id }))).rejects.toMatchObject({ code: 'invalidSpec' })
  })
}

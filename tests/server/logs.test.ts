import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Engine } from '../../server/engines/engine.ts'
import { createProcessEngine } from '../../server/engines/process.ts'
import { deploymentTopic } from '../../src/contract/topics.ts'
import type { Instance } from '../../src/contract/wire/compute.ts'
import type { LogLine } from '../../src/contract/wire/log.ts'
import { linesOf } from '../../src/rules/log-batch.ts'
import { type ComputeHarness, computeHarness } from './compute-harness.ts'
import { until } from './until.ts'
import { workloadOf } from './workload-of.ts'

const LINES = 20_000

describe('logs of a workload', () => {
  let harness: ComputeHarness
  beforeAll(async () => {
    harness = await computeHarness()
  })
  afterAll(() => harness.close())
  const burst = (environment: Record<string, string>) =>
    harness.deploy({
      image: 'longshore/burst:1',
      ports: [],
      environment: Object.entries(environment).map(([name, value]) => ({ name, value })),
    })
  const topicOf = ({ activeDeployment }: Instance) => deploymentTopic(activeDeployment ?? '', 'instanceLogs')
  const headOf = async (instance: Instance) => (await harness.compute.logSource.extent(topicOf(instance))).head

  test('a burst of 20,000 lines is kept completely and in order, and read in pages from either end [P7.25] [P9.1]', async () => {
    const made = await burst({ LINES: String(LINES) })
    await until(async () => (await headOf(made)) >= LINES, 20_000)
    const all: LogLine[] = []
    for (let after = 0; after < LINES; ) {
      const part = await harness.compute.logSource.read(topicOf(made), after, 5000)
      all.push(...part.flatMap((packet) => (packet.kind === 'lines' ? linesOf(packet) : [])))
      after = all.at(-1)?.sequence ?? LINES
    }
    expect(all.map(({ sequence }) => sequence)).toEqual(Array.from({ length: LINES }, (_, index) => index + 1))
    expect(all.every(({ log, sequence }) => log.startsWith(`line ${sequence} of ${LINES} `))).toBe(true)

    const page = (from: number, to = 20) =>
      harness.call('readDeploymentLogs', { id: made.activeDeployment as never, logType: 'instanceLogs', from, to })
    const newest = await page(-20)
    expect(newest.logsLength).toBe(LINES)
    expect(newest.logs.map(({ sequence }) => sequence)).toEqual(
      Array.from({ length: 20 }, (_, index) => LINES - 19 + index),
    )
    expect((await page(-40)).logs.at(-1)?.sequence).toBe(LINES - 20)
    expect((await page(0, 3)).logs.map(({ sequence }) => sequence)).toEqual([1, 2, 3])
    expect((await page(LINES + 5)).logs).toEqual([])
  })

  test('a search finds every line that contains the text, in any case [P7.25]', async () => {
    const made = await burst({ LINES: '500' })
    await until(async () => (await headOf(made)) >= 500)
    const found = await harness.call('readDeploymentLogs', {
      id: made.activeDeployment as never,
      logType: 'instanceLogs',
      search: 'LINE 49',
      from: -5,
      to: 5,
    })
    expect(found.logsLength).toBe(11)
    expect(found.logs.map(({ sequence }) => sequence)).toEqual([495, 496, 497, 498, 499])
  })

  test('a watcher receives growth events and reads the new lines', async () => {
    const grown = new Set<string | null>()
    const stop = harness.compute.logSource.onGrowth((topic) => grown.add(topic))
    const made = await burst({ LINES: '5' })
    await until(async () => grown.has(topicOf(made)))
    await until(async () => (await headOf(made)) === 5)
    expect(await harness.compute.logSource.read(topicOf(made), 3, 10)).toMatchObject([{ first: 4, sequence: 5 }])
    stop()
  })

  test('a restarted control plane continues where the last one stopped: nothing lost, nothing repeated', async () => {
    const made = await burst({ LINES: '3000', LINES_PER_SECOND: '1500' })
    await until(async () => (await headOf(made)) > 100)
    await harness.compute.stop()
    const publishedHead = await headOf(made)
    expect(publishedHead).toBeLessThan(3000)
    const next = harness.another()
    await next.start()
    await until(async () => (await headOf(made)) >= 3000)
    const lines = await harness.lines(made, 'instanceLogs')
    expect(lines.map((line) => line.split(' ')[1])).toEqual(
      Array.from({ length: 1000 }, (_, index) => String(index + 1)),
    )
    const { logsLength } = await harness.call('readDeploymentLogs', {
      id: made.activeDeployment as never,
      logType: 'instanceLogs',
    })
    expect(logsLength).toBe(3000)
  })
})

describe('an engine that does not report the end of a log', () => {
  const folder = mkdtempSync(join(tmpdir(), 'longshore-logs-'))
  const engine = createProcessEngine({ dataFolder: folder })
  const endless: Engine = {
    ...engine,
    async *logs(id, options) {
      yield* engine.logs(id, options)
      if (options.signal) await once(options.signal, 'abort')
    },
    async remove(id) {
      if (--removalsToFail >= 0) throw new Error('The engine is busy')
      await engine.remove(id)
    },
  }
  let removalsToFail = 0
  let harness: ComputeHarness
  beforeAll(async () => {
    harness = await computeHarness({ engine: endless })
  })
  afterAll(async () => {
    await harness.close()
    await engine.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const ended = async () => {
    const made = await harness.deploy({
      image: 'longshore/burst:1',
      ports: [],
      environment: [{ name: 'LINES', value: '50' }],
    })
    await until(async () => (await harness.lines(made, 'instanceLogs')).length === 50)
    return made
  }
  const close = async ({ _id }: Instance) => {
    await harness.call('closeInstance', { id: _id, organizationId: harness.organizationId })
    await harness.inState(_id, 'Closed', 20_000)
  }

  test('does not block closing, and the log states once that lines may be missing, however often it is retried', async () => {
    const made = await ended()
    removalsToFail = 1
    await close(made)
    expect(removalsToFail).toBeLessThan(1)
    const lines = await harness.lines(made, 'instanceLogs')
    expect(lines).toHaveLength(51)
    expect(lines.at(-1)).toBe('The last lines may be missing because they could not be stored in time')
  })

  test('does not block closing on a full disk either, where no notice can be written', async () => {
    const made = await ended()
    await harness.store.pool.query(`
      create function refuse() returns trigger language plpgsql as $$
        begin raise exception 'No space left on device' using errcode = 'disk_full'; end $$;
      create trigger full_disk before insert on log_chunk for each row
        when (new.log_type = 'instanceLogs') execute function refuse()`)
    const workload = await workloadOf(harness.store, made)
    await close(made)
    expect(await engine.inspect(workload)).toBeUndefined()
    expect(await harness.lines(made, 'instanceLogs')).toHaveLength(50)
  })
})

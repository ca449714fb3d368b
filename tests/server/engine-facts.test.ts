import { expect, test } from 'vitest'
import { configFrom } from '../../server/config.ts'
import type { Engine } from '../../server/engines/engine.ts'
import { createEngines } from '../../server/engines/engines.ts'
import { measureEngines } from '../../server/engines/facts/engine-metrics.ts'
import { configurationHandlers } from '../../server/http/configuration.ts'
import { createMetrics } from '../../server/http/metrics.ts'

const describe: Engine['describe'] = async () => ({
  name: 'docker',
  version: 'Docker 28',
  isolation: 'Each workload runs in its own container.',
  cpuCount: 1,
  memoryBytes: 1,
})
const engines = createEngines([
  { name: '', title: 'This machine', engine: { name: 'docker', describe } },
  { name: 'paris', title: 'Machine paris', engine: { name: 'docker', describe: () => Promise.reject(new Error()) } },
] as const)

test('the metrics have each engine', async () => {
  const metrics = createMetrics()
  measureEngines(metrics, engines)
  const values = (await metrics.getSingleMetric('longshore_engine_up')?.get())?.values
  expect(values?.map(({ labels, value }) => [labels.engine, value]).toSorted()).toEqual([
    ['default', 1],
    ['paris', 0],
  ])
})

test('the configuration has each engine with its regions, also one that does not answer', async () => {
  const { readConfig } = configurationHandlers({
    config: configFrom({}, '/'),
    engines,
    regions: [
      { name: 'home', engineName: '' },
      { name: 'quay', engineName: 'paris' },
      { name: 'pier', engineName: 'paris' },
    ],
    version: 'test',
  })
  const context = { log: { info: () => {} } } as unknown as Parameters<typeof readConfig>[0] // Only the log is used.
  const { engine, engines: all } = await readConfig(context)
  expect(engine).toMatchObject({ name: 'docker', isolation: 'Each workload runs in its own container.' })
  expect(all.map(({ title, regions, isolation }) => [title, regions, isolation])).toEqual([
    ['This machine', ['home'], 'Each workload runs in its own container.'],
    ['Machine paris', ['quay', 'pier'], ''],
  ])
})

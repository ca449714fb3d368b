import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Engine } from '../../server/engines/engine.ts'
import { createProcessEngine } from '../../server/engines/process.ts'
import type { Instance } from '../../src/contract/wire/compute.ts'
import { type ComputeHarness, computeHarness } from './compute-harness.ts'
import { until } from './until.ts'

const folder = mkdtempSync(join(tmpdir(), 'longshore-release-'))
const processes = createProcessEngine({ dataFolder: folder })
const released: string[] = []

/** The process engine runs no commands, so a built-in image stands for the release command and its exit code. */
const engine: Engine = {
  ...processes,
  start: ({ command, ...spec }, signal) => {
    if (!command) return processes.start(spec, signal)
    released.push(spec.id)
    const environment = { LINES: '2', EXIT_CODE: command[0] ?? '' }
    return processes.start({ ...spec, image: 'longshore/burst:1', environment }, signal)
  },
}

let harness: ComputeHarness
beforeAll(async () => {
  harness = await computeHarness({ engine, limits: { settleMs: 50, graceMs: 500 } })
})
afterAll(async () => {
  await harness?.close()
  await processes.close()
  rmSync(folder, { recursive: true, force: true })
})

const withRelease = (exitCode: string) => ({
  services: [
    {
      name: 'app',
      image: 'longshore/clock:1',
      cpuMilli: 100,
      memoryBytes: 128 * 1024 ** 2,
      storageBytes: 512 * 1024 ** 2,
      releaseCommand: [exitCode],
    },
  ],
})

const statusesOf = async ({ _id }: Instance) =>
  (await harness.instance(_id)).deployments.map(({ number, status }) => `${number} ${status}`).toSorted()

test('a release command runs once before the switch, and its failure keeps the old deployment', async () => {
  released.length = 0
  const { organizationId, projectId } = harness
  const { instance } = await harness.call('createInstance', {
    organizationId,
    projectId,
    name: 'Ferry',
    region: 'us-west',
    configuration: withRelease('0'),
  })
  const first = await harness.inState(instance._id, 'Active')
  expect(released).toEqual([`${first.activeDeployment}-release-0`])
  expect((await harness.lines(first, 'logs')).filter((line) => line.startsWith('release app: line'))).toHaveLength(2)

  await harness.call('updateInstance', { id: first._id, configuration: withRelease('3') })
  await until(async () => (await statusesOf(first)).includes('2 Failed'))
  const after = await harness.instance(first._id)
  expect(after).toMatchObject({ state: 'Active', activeDeployment: first.activeDeployment })
  const failed = after.deployments.find(({ number }) => number === 2)
  expect(failed?.error).toMatchObject({ code: 'releaseFailed', message: expect.stringContaining('code 3') })
  expect(released).toHaveLength(2)
  expect(await harness.engine.list()).toHaveLength(1)
})

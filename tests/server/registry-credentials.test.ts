import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createProcessEngine } from '../../server/engines/process.ts'
import { computeHarness } from './compute-harness.ts'

const folder = mkdtempSync(join(tmpdir(), 'longshore-registry-'))
const sent = new Map<string, string | null>()
const process = createProcessEngine({ dataFolder: folder })
/** Notes what would be sent to the registry of each image. */
const engine: typeof process = {
  ...process,
  pull: (image, options) => {
    sent.set(image, options?.credentials?.username ?? null)
    return process.pull('longshore/clock:1', options)
  },
}
const harness = await computeHarness({ engine })
afterAll(async () => {
  await harness.close()
  rmSync(folder, { recursive: true, force: true })
})

test('the credentials of an instance are sent to their registry only, and its other images are pulled without', async () => {
  const size = { cpuMilli: 100, memoryBytes: 134_217_728, storageBytes: 536_870_912 }
  const { organizationId, projectId } = harness
  const { instance } = await harness.call('createInstance', {
    organizationId,
    projectId,
    name: 'Shop',
    region: 'us-west',
    privateRegistry: { registry: 'https://ghcr.io', username: 'ada', password: 'made up' },
    configuration: {
      services: [
        { name: 'web', image: 'ghcr.io/north-pier/shop:4', ...size },
        { name: 'cache', image: 'valkey/valkey:8', ...size },
      ],
    },
  })
  await harness.inState(instance._id, 'Active')
  expect([...sent].toSorted()).toEqual([
    ['ghcr.io/north-pier/shop:4', 'ada'],
    ['valkey/valkey:8', null],
  ])
})

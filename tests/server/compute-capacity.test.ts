import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Engine } from '../../server/engines/engine.ts'
import { createProcessEngine } from '../../server/engines/process.ts'
import { type ComputeHarness, computeHarness } from './compute-harness.ts'

const GIB = 1024 ** 3
const folder = mkdtempSync(join(tmpdir(), 'longshore-capacity-'))

let engine: Engine
let harness: ComputeHarness
beforeAll(async () => {
  engine = createProcessEngine({ dataFolder: folder })
  const description = await engine.describe()
  harness = await computeHarness({
    // A machine of a known size.
    engine: {
      ...engine,
      describe: async () => ({ ...description, cpuCount: 1, memoryBytes: GIB }),
      diskSpace: async () => ({ totalBytes: GIB, freeBytes: GIB }),
    },
    environment: { LONGSHORE_RESERVE_CPU: '0', LONGSHORE_RESERVE_MEMORY_MB: '0', LONGSHORE_RESERVE_DISK_MB: '0' },
  })
})
afterAll(async () => {
  await harness.close()
  await engine.close()
  rmSync(folder, { recursive: true, force: true })
})

test('an instance may take all that the machine offers, and not one unit more of any resource', async () => {
  const all = { cpu: 4000, memory: GIB, storage: 4 * GIB }
  const deploy = (size: typeof all) =>
    harness.deploy({ ...size, image: 'longshore/clock:1', ports: [], machineImageId: 'custom-id' })
  for (const part of ['cpu', 'memory', 'storage'] as const)
    await expect(deploy({ ...all, [part]: all[part] + 1 }), part).rejects.toMatchObject({
      code: 'insufficientCapacity',
    })
  await deploy(all)
  await expect(harness.deploy()).rejects.toMatchObject({ code: 'insufficientCapacity' })
})

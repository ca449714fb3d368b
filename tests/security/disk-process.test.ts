import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ComputeHarness, computeHarness } from '../server/compute-harness.ts'

const MIB = 1024 ** 2
/** The least that can be asked for. */
const STORAGE = 512 * MIB

/** A program of a tenant's own that writes more than its plan has, then waits. */
const writes = (open: string) => [
  'node',
  '-e',
  `const fs = require('node:fs')
   const file = ${open}
   for (let written = 0; written < ${STORAGE + 64 * MIB}; written += ${16 * MIB}) fs.writeSync(file, Buffer.alloc(${16 * MIB}))
   console.log('written')
   setInterval(() => {}, 1000)`,
]

describe('a workload of the process engine that fills the disk', () => {
  let harness: ComputeHarness
  beforeAll(async () => {
    harness = await computeHarness({ environment: { LONGSHORE_DISK_WATCH_SECONDS: '1' } })
  })
  afterAll(() => harness.close())

  test.for([
    ['a file in its folder', `fs.openSync('/data/large', 'w')`],
    [
      'a file that it has deleted and still holds open',
      `fs.openSync('/data/hidden', 'w'); fs.unlinkSync('/data/hidden')`,
    ],
  ] as const)('is stopped and says so: %s', async ([, open]) => {
    const made = await harness.deploy({
      image: 'longshore/clock:1',
      command: writes(open),
      ports: [],
      machineImageId: 'custom-id',
      cpu: 1000,
      memory: 256 * MIB,
      storage: STORAGE,
    })
    const stopped = await harness.inState(made._id, 'Closed', 60_000)
    expect(stopped).toMatchObject({
      wish: 'closed',
      fault: {
        code: 'diskLimit',
        message: expect.stringMatching(/^Stopped: it wrote more than its 512 MiB of disk\./),
      },
    })
    const told = await harness.lines(made, 'logs')
    expect(told.at(-1)).toBe('Stopped: it wrote more than its 512 MiB of disk.')
    expect(await harness.engine.list()).toEqual([])
    const { rows } = await harness.store.pool.query('select title from notification where title = $1', [
      'Instance stopped',
    ])
    expect(rows.length).toBeGreaterThan(0)
  })

  test('one that stays within its plan goes on', async () => {
    const made = await harness.deploy({ image: 'longshore/clock:1', ports: [] })
    await harness.inState(made._id, 'Active')
    const used = await harness.engine.diskUsage()
    expect([...used.keys()]).toEqual([made.activeDeployment])
    expect(used.get(made.activeDeployment ?? '')).toBeLessThan(MIB)
  })
})

import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DiskUse, Engine } from '../../server/engines/engine.ts'
import { createProcessEngine } from '../../server/engines/process.ts'
import { type ComputeHarness, computeHarness } from '../server/compute-harness.ts'
import { until } from '../server/until.ts'
import { workloadOf } from '../server/workload-of.ts'

const MIB = 1024 ** 2
/** The smallest storage that can be requested. */
const STORAGE = 512 * MIB

/** A tenant's program that writes more than its plan allows, then waits. */
const writes = (open: string) => [
  'node',
  '-e',
  `const fs = require('node:fs')
   const file = ${open}
   for (let written = 0; written < ${STORAGE + 64 * MIB}; written += ${16 * MIB}) fs.writeSync(file, Buffer.alloc(${16 * MIB}))
   console.log('written')
   setInterval(() => {}, 1000)`,
]

/** Folders whose path exceeds the system's limit, each created from inside the previous one. */
const deep = `Array.from({ length: 90 }, () => { fs.mkdirSync('d'.repeat(200)); process.chdir('d'.repeat(200)) })`

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
    ['a file whose name is no UTF-8', `fs.openSync(Buffer.from('/data/\\xff', 'latin1'), 'w')`],
    ['a file in folders that are nested deeper than any path', `(${deep}, fs.openSync('large', 'w'))`],
    [
      'a deleted file in such folders, which it still holds open',
      `(${deep}, fs.openSync('hidden', 'w')); fs.unlinkSync('hidden')`,
    ],
  ] as const)('is stopped with a message in its log and a notification: %s', async ([, open]) => {
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
      desiredState: 'closed',
      error: {
        code: 'diskLimit',
        message: expect.stringMatching(/^Stopped: it exceeded its 512 MiB of disk\./),
      },
    })
    const logged = await harness.lines(made, 'logs')
    expect(logged.at(-1)).toBe('Stopped: it exceeded its 512 MiB of disk.')
    expect(await harness.engine.list()).toEqual([])
    const { rows } = await harness.store.pool.query('select title from notification where title = $1', [made.name])
    expect(rows.length).toBeGreaterThan(0)
  })

  test('one that stays within its plan keeps running', async () => {
    const made = await harness.deploy({ image: 'longshore/clock:1', ports: [] })
    await harness.inState(made._id, 'Active')
    const used = await harness.engine.diskUsage()
    const workload = await workloadOf(harness.store, made)
    expect([...used.keys()]).toEqual([workload])
    expect(used.get(workload)).toBeLessThan(MIB)
  })
})

describe('a workload whose disk use cannot be measured', () => {
  test('is stopped after two failed measurements in a row, and not before', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'longshore-disk-'))
    const real = createProcessEngine({ dataFolder: folder })
    const reported: DiskUse[] = ['notMeasurable', 0, 'notMeasurable', 0, 0]
    let passes = 0
    const engine: Engine = {
      ...real,
      async diskUsage(signal) {
        const use = passes < reported.length ? reported[passes] : 'notMeasurable'
        const usage = await real.diskUsage(signal)
        if (usage.size === 0) return usage
        passes += 1
        return new Map([...usage.keys()].map((id) => [id, use ?? 0]))
      },
    }
    const harness = await computeHarness({ engine, environment: { LONGSHORE_DISK_WATCH_SECONDS: '1' } })
    try {
      const made = await harness.deploy({ image: 'longshore/clock:1', ports: [] })
      await until(async () => passes === reported.length, 30_000)
      expect((await harness.instance(made._id)).state).toBe('Active')
      const stopped = await harness.inState(made._id, 'Closed')
      expect(stopped.error).toMatchObject({
        code: 'diskLimit',
        message: expect.stringMatching(/^Stopped: its disk usage cannot be measured\. Deploy it again/),
      })
      expect(passes).toBeGreaterThanOrEqual(reported.length + 2)
    } finally {
      await harness.close()
      await real.close()
      rmSync(folder, { recursive: true, force: true })
    }
  })

  // Permissions do not stop the superuser, so the test switches to another user.
  test.skipIf(process.getuid?.() !== 0)(
    'a folder without permissions for its owner is not measured as empty, and can be removed',
    () => {
      const folder = mkdtempSync(join(tmpdir(), 'longshore-closed-'))
      const code = `
      import fs from 'node:fs'
      const { measureFolders } = await import(${JSON.stringify(moduleUrl('measured-folders/measure-folders.ts'))})
      const { removeFolder } = await import(${JSON.stringify(moduleUrl('process/disk/remove-folder.ts'))})
      const folder = ${JSON.stringify(join(folder, 'files'))}
      fs.mkdirSync(folder + '/closed/inside', { recursive: true })
      fs.chmodSync(folder + '/closed', 0)
      const use = (await measureFolders([folder])).get(folder)
      await removeFolder(folder)
      console.log(use, fs.existsSync(folder))`
      try {
        chmodSync(folder, 0o777)
        const options = { uid: 65_534, gid: 65_534, encoding: 'utf8', cwd: folder } as const
        writeFileSync(join(folder, 'close.mjs'), code)
        const reported = execFileSync(process.execPath, ['close.mjs'], options)
        expect(reported.trim()).toBe('notMeasurable false')
      } finally {
        rmSync(folder, { recursive: true, force: true })
      }
    },
  )
})

const moduleUrl = (path: string): string => new URL(`../../server/engines/${path}`, import.meta.url).href

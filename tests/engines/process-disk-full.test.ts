import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Engine } from '../../server/engines/engine.ts'
import { createProcessEngine } from '../../server/engines/process.ts'
import { deploy, logLines, rejectionOf, spec, until } from './harness.ts'

/** Only root may mount the small disk that this test needs. */
const canMount = process.platform === 'linux' && process.getuid?.() === 0
const dataFolder = mkdtempSync(join(tmpdir(), 'longshore-disk-'))
const ballast = join(dataFolder, 'ballast')
let engine: Engine | undefined

beforeAll(() => {
  if (canMount) execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', dataFolder])
})

afterAll(async () => {
  rmSync(ballast, { force: true })
  await engine?.close()
  if (canMount) execFileSync('umount', ['-l', dataFolder])
  rmSync(dataFolder, { recursive: true, force: true })
})

test.skipIf(!canMount)(
  'on a full disk, a new workload is rejected with diskFull and a running one continues',
  async () => {
    engine = createProcessEngine({ dataFolder })
    const { id } = await deploy(engine, spec('longshore/clock:1', { environment: { PERIOD_MS: '20' } }))
    expect(() => writeFileSync(ballast, Buffer.alloc(2_000_000))).toThrow(/ENOSPC/)

    const { code, message } = await rejectionOf(engine.start(spec('longshore/clock:1')))
    expect(code).toBe('diskFull')
    expect(message).toMatch(/Free some space, then try again\.$/)
    expect((await engine.inspect(id))?.state.kind).toBe('running')

    rmSync(ballast)
    const running = engine
    const before = (await logLines(running, id)).length
    await until(async () => expect((await logLines(running, id)).length).toBeGreaterThan(before + 5))
    expect((await logLines(running, id)).every((line) => /^(clock|tick \d+ at )/.test(line))).toBe(true)
    expect(await engine.list()).toHaveLength(1)
  },
)

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, test } from 'vitest'
import { createDockerEngine } from '../../server/engines/docker.ts'
import type { Engine } from '../../server/engines/engine.ts'
import { startPrivateDockerd } from '../engines/bootstrap/private-dockerd.ts'
import { installMissingPackages } from '../required-programs.ts'
import { type ComputeHarness, computeHarness } from '../server/compute-harness.ts'
import { type GatewayHarness, gatewayHarness } from '../server/gateway-harness.ts'
import { type ImageServer, startImageServer } from './image-server.ts'

export interface TemplatePlatform {
  harness: ComputeHarness
  gateway: GatewayHarness
  engine: Engine
}

const SET_UP_MS = 900_000

/**
 * Provides the platform on an engine of its own, which pulls the images of templates from a registry on this machine.
 * Where that is not possible, the tests are skipped; in CI they fail.
 */
export function withTemplatePlatform(): { test: typeof test; it: TemplatePlatform } {
  const it = {} as TemplatePlatform // Assigned before the first test runs.
  const ends: (() => Promise<void>)[] = []
  let skipped: string | undefined

  beforeAll(async () => {
    const images = await startOrSkip()
    if ('skipped' in images) {
      skipped = images.skipped
      if (process.env.CI) throw new Error(skipped)
      return
    }
    ends.push(images.stop)
    const dockerd = await startPrivateDockerd({ mirror: images.url })
    ends.push(dockerd.stop)
    it.engine = await createDockerEngine({ installationId: `templates-${process.pid}`, dockerHost: dockerd.host })
    ends.push(it.engine.close)
    const folder = mkdtempSync(join(tmpdir(), 'longshore-templates-'))
    ends.push(async () => rmSync(folder, { recursive: true }))
    const regions = [{ name: 'us-west', title: 'US West', storage: { beta2: 1000 } }]
    writeFileSync(join(folder, 'regions.json'), JSON.stringify(regions))
    it.harness = await computeHarness({
      engine: it.engine,
      environment: { LONGSHORE_REGIONS: join(folder, 'regions.json') },
      limits: { settleMs: 50, portMs: 180_000, graceMs: 5000, firstRestartMs: 50 },
    })
    ends.push(it.harness.close)
    it.gateway = await gatewayHarness(it.harness)
    ends.push(it.gateway.close)
  }, SET_UP_MS)
  afterAll(async () => {
    for (const end of ends.toReversed()) await end()
  }, 120_000)

  const guarded = test.extend('guard', { auto: true }, ({ skip }: { skip: (note: string) => void }) => {
    if (skipped !== undefined) skip(skipped)
  })
  return { test: guarded as unknown as typeof test, it }
}

async function startOrSkip(): Promise<ImageServer | { skipped: string }> {
  if (process.getuid?.() !== 0) return { skipped: 'a container engine with a registry of its own needs root' }
  const missing = installMissingPackages()
  if (missing !== undefined) return { skipped: missing }
  try {
    return await startImageServer()
  } catch (error) {
    const reason = error instanceof Error ? error.message : error
    return { skipped: `the images of the templates could not be built from Debian's packages: ${reason}` }
  }
}

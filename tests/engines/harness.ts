import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, test, vi } from 'vitest'
import type { Engine, LogEntry, LogOptions, Workload, WorkloadSpec } from '../../server/engines/engine.ts'
import type { EngineName } from '../../server/engines/interface/description.ts'

/** What the shared suite needs from a driver's test file. */
export interface EngineHarness {
  name: EngineName
  /** False for Podman, which does not report whether memory was the reason for an exit. */
  reportsOutOfMemory: boolean
  /** True where workloads are not isolated, so custom commands are rejected. */
  rejectsCommands?: boolean
  /**
   * Opens a driver for an installation; a second one for the same installation represents a restarted control plane.
   */
  open(installationId: string): Promise<Engine>
  /** Called after all workloads were removed. */
  stop(): Promise<void>
}

export type HarnessStart = () => Promise<EngineHarness | { skipped: string }>

export interface EngineTest {
  harness: EngineHarness
  engine: Engine
  installationId: string
}

const waitMs = 20_000
const pauseMs = 20

/**
 * Provides one engine for each test file: opened before its tests, emptied after each. Without an engine the tests are
 * skipped; in CI they fail.
 */
export function withEngine(start: HarnessStart): { test: typeof test; it: EngineTest } {
  const it = {} as EngineTest // Assigned before the first test runs.
  let skipped: string | undefined

  beforeAll(async () => {
    const harness = await start()
    if ('skipped' in harness) {
      skipped = harness.skipped
      if (process.env.CI) throw new Error(`The engine tests cannot run: ${skipped}`)
      return
    }
    it.harness = harness
    it.installationId = `test-${randomBytes(4).toString('hex')}`
    it.engine = await harness.open(it.installationId)
  })

  afterEach(async () => {
    if (skipped !== undefined) return
    for (const { id } of await it.engine.list()) await it.engine.remove(id)
  })

  afterAll(async () => {
    if (skipped !== undefined) return
    await it.engine?.close()
    await it.harness?.stop()
  })

  const guarded = test.extend('guard', { auto: true }, ({ skip }: { skip: (note: string) => void }) => {
    if (skipped !== undefined) skip(skipped)
  })
  return { test: guarded as unknown as typeof test, it }
}

let made = 0

export function spec(image: string, overrides: Partial<WorkloadSpec> = {}): WorkloadSpec {
  made += 1
  return {
    id: `w${made}`,
    image,
    environment: {},
    ports: [],
    limits: { cpuMilli: 1000, memoryBytes: 256 * 1024 * 1024 },
    labels: {},
    ...overrides,
  }
}

/** Starts an image that the engine already has or that ships with Longshore. */
export async function deploy(engine: Engine, workloadSpec: WorkloadSpec): Promise<Workload> {
  const { reference } = await engine.pull(workloadSpec.image, { from: 'cache' })
  return engine.start({ ...workloadSpec, image: reference })
}

export async function logLines(engine: Engine, id: string, options: LogOptions = { follow: false }): Promise<string[]> {
  return (await logText(engine.logs(id, options))).split('\n').filter(Boolean)
}

export async function logText(entries: AsyncIterable<LogEntry>): Promise<string> {
  const parts: Uint8Array[] = []
  for await (const { bytes } of entries) parts.push(bytes)
  return Buffer.concat(parts).toString()
}

export function until<T>(what: () => T | Promise<T>, timeoutMs = waitMs): Promise<T> {
  return vi.waitFor(what, { timeout: timeoutMs, interval: pauseMs })
}

export async function waitForExit(engine: Engine, id: string) {
  return until(async () => {
    const state = (await engine.inspect(id))?.state
    if (state?.kind !== 'ended') throw new Error(`${id} is ${state?.kind ?? 'gone'}`)
    return state
  })
}

/** Resolves with the body of a workload's page as soon as it listens. */
export function fetchPage(workload: Workload, path = '/'): Promise<string> {
  return until(async () => {
    const response = await fetch(`http://127.0.0.1:${workload.ports[0]?.hostPort}${path}`)
    return response.text()
  })
}

/** Resolves with the error that a call rejects with; throws when the call succeeds. */
export async function rejectionOf(call: Promise<unknown>): Promise<{ code: string; message: string }> {
  try {
    await call
  } catch (error) {
    if (error instanceof Error && 'code' in error) return { code: String(error.code), message: error.message }
    throw error
  }
  throw new Error('The call was not rejected')
}

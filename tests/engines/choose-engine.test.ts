import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { chooseEngine, type EngineChoice } from '../../server/engines/choice/choose-engine.ts'
import type { Engine } from '../../server/engines/engine.ts'
import { createProcessEngine } from '../../server/engines/process.ts'
import { spec } from './harness.ts'

let dataFolder: string
let output: string[]
let engine: Engine | undefined
let server: Server | undefined

beforeEach(() => {
  dataFolder = mkdtempSync(join(tmpdir(), 'longshore-choice-'))
  output = []
})

afterEach(async () => {
  await engine?.close()
  server?.closeAllConnections()
  server?.close()
  rmSync(dataFolder, { recursive: true, force: true })
  engine = undefined
  server = undefined
})

async function choose(requested: EngineChoice['requested'], dockerHost: string, isProduction = false): Promise<Engine> {
  const record = (text: unknown) => output.push(String(text))
  engine = await chooseEngine({
    requested,
    isProduction,
    dockerHost,
    installationId: 'choice',
    dataFolder,
    log: { info: record, warn: record },
  })
  return engine
}

const socket = () => `unix://${join(dataFolder, 'docker.sock')}`

/**
 * Starts a server that responds to the ping as an engine does; with `hangs` it accepts the request and never responds.
 */
function listen({ hangs = false } = {}): Promise<void> {
  server = createServer((_, response) => {
    if (!hangs) response.end('OK')
  })
  return new Promise((resolve) => server?.listen(join(dataFolder, 'docker.sock'), resolve))
}

test('auto chooses containers when an engine responds', async () => {
  await listen()
  expect((await choose('auto', socket())).name).toBe('docker')
  expect(output).toEqual([])
})

test('auto chooses processes within 2 s when no engine responds, and logs what to do', async () => {
  const startMs = performance.now()
  expect((await choose('auto', socket())).name).toBe('process')
  expect(performance.now() - startMs).toBeLessThan(2000)
  expect(output.join()).toMatch(/Start Docker or Podman/)
})

test('auto ignores an engine that does not respond in time', async () => {
  await listen({ hangs: true })
  const startMs = performance.now()
  expect((await choose('auto', socket())).name).toBe('process')
  expect(performance.now() - startMs).toBeLessThan(3000)
})

test('docker is chosen on request even while it is down, with a warning', async () => {
  const explicit = await choose('docker', socket())
  expect(explicit.name).toBe('docker')
  expect(output.join()).toMatch(/does not answer/)
  await expect(explicit.list()).rejects.toMatchObject({ code: 'engineUnreachable' })
})

test('process is chosen on request even when an engine responds', async () => {
  await listen()
  expect((await choose('process', socket())).name).toBe('process')
})

test('an installation that has used containers stays with them while their engine is down', async () => {
  await listen()
  await (await choose('auto', socket())).close()
  await new Promise((resolve) => server?.close(resolve))
  expect((await choose('auto', socket())).name).toBe('docker')
  expect(output.join()).toMatch(/LONGSHORE_ENGINE=process/)
})

test('workloads that ran as processes are removed when a container engine becomes available', async () => {
  const processes = await choose('auto', socket())
  await processes.start(spec('longshore/clock:1'))
  await listen()
  expect((await choose('auto', socket())).name).toBe('docker')
  expect(await createProcessEngine({ dataFolder }).list()).toEqual([])
})

test('in production, auto does not fall back to processes: calls reject with engineUnreachable', async () => {
  const chosen = await choose('auto', socket(), true)
  expect(chosen.name).toBe('docker')
  expect(output.join()).toMatch(/does not answer.*LONGSHORE_ENGINE=process/)
  await expect(chosen.list()).rejects.toMatchObject({ code: 'engineUnreachable' })
})

test('in production, process is chosen on request', async () => {
  expect((await choose('process', socket(), true)).name).toBe('process')
})

test('in production, processes are stopped but not removed when the process engine is no longer requested', async () => {
  const processes = await choose('process', socket(), true)
  const requested = spec('longshore/clock:1')
  await processes.start(requested)
  expect((await choose('auto', socket(), true)).name).toBe('docker')
  const again = await choose('process', socket(), true)
  expect(await again.inspect(requested.id)).toMatchObject({ state: { kind: 'created' } })
})

import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { chooseEngine, type EngineChoice } from '../../server/engines/choose-engine.ts'
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

/** Something that answers as an engine does when it is looked for; `hangs` takes the call and never answers. */
function listen({ hangs = false } = {}): Promise<void> {
  server = createServer((_, response) => {
    if (!hangs) response.end('OK')
  })
  return new Promise((resolve) => server?.listen(join(dataFolder, 'docker.sock'), resolve))
}

test('auto takes containers where an engine answers', async () => {
  await listen()
  expect((await choose('auto', socket())).name).toBe('docker')
  expect(output).toEqual([])
})

test('auto takes processes where none answers, quickly, and says what to do', async () => {
  const startMs = performance.now()
  expect((await choose('auto', socket())).name).toBe('process')
  expect(performance.now() - startMs).toBeLessThan(2000)
  expect(output.join()).toMatch(/Start Docker or Podman/)
})

test('an engine that does not answer in time counts as none', async () => {
  await listen({ hangs: true })
  const startMs = performance.now()
  expect((await choose('auto', socket())).name).toBe('process')
  expect(performance.now() - startMs).toBeLessThan(3000)
})

test('docker is taken when it is asked for, even while it is down, with a warning', async () => {
  const explicit = await choose('docker', socket())
  expect(explicit.name).toBe('docker')
  expect(output.join()).toMatch(/does not answer/)
  await expect(explicit.list()).rejects.toMatchObject({ code: 'engineUnreachable' })
})

test('process is taken when it is asked for, also where an engine answers', async () => {
  await listen()
  expect((await choose('process', socket())).name).toBe('process')
})

test('an installation that has used containers keeps to them while their engine is down', async () => {
  await listen()
  await (await choose('auto', socket())).close()
  await new Promise((resolve) => server?.close(resolve))
  expect((await choose('auto', socket())).name).toBe('docker')
  expect(output.join()).toMatch(/LONGSHORE_ENGINE=process/)
})

test('when containers become possible, what ran as processes is ended', async () => {
  const processes = await choose('auto', socket())
  await processes.start(spec('longshore/clock:1'))
  await listen()
  expect((await choose('auto', socket())).name).toBe('docker')
  expect(await createProcessEngine({ dataFolder }).list()).toEqual([])
})

test('auto never falls back to processes in production: the engine is unavailable until containers answer', async () => {
  const chosen = await choose('auto', socket(), true)
  expect(chosen.name).toBe('docker')
  expect(output.join()).toMatch(/does not answer.*LONGSHORE_ENGINE=process/)
  await expect(chosen.list()).rejects.toMatchObject({ code: 'engineUnreachable' })
})

test('production runs processes when they are named', async () => {
  expect((await choose('process', socket(), true)).name).toBe('process')
})

test('production ends processes that are no longer named, and keeps their files', async () => {
  const processes = await choose('process', socket(), true)
  const requested = spec('longshore/clock:1')
  await processes.start(requested)
  expect((await choose('auto', socket(), true)).name).toBe('docker')
  const again = await choose('process', socket(), true)
  expect(await again.inspect(requested.id)).toMatchObject({ state: { kind: 'created' } })
})

import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { regionEngines } from '../../server/compute/catalogue/regions/region-engine.ts'
import { regionFile } from '../../server/compute/catalogue/regions/region-settings.ts'
import { chooseEngines, type EnginesChoice } from '../../server/engines/choice/choose-engines.ts'
import type { Engines } from '../../server/engines/engines.ts'

let folder: string
let output: string[]
let engines: Engines | undefined
let servers: Server[]

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'longshore-choice-'))
  mkdirSync(join(folder, 'podman'))
  output = []
  servers = []
})

afterEach(async () => {
  await Promise.all(engines?.all().map(({ engine }) => engine.close()) ?? [])
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
  engines = undefined
  rmSync(folder, { recursive: true, force: true })
})

/** Responds as an engine with this id does. */
function listen(socket: string, id: string): Promise<Server> {
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json')
    const isPing = request.url?.endsWith('/_ping')
    response.end(isPing ? 'OK' : JSON.stringify({ ID: id, Version: '1', ServerVersion: '1', NCPU: 1, MemTotal: 1 }))
  })
  servers.push(server)
  return new Promise((resolve) => server.listen(join(folder, socket), () => resolve(server)))
}

const at = (socket: string) => `unix://${join(folder, socket)}`

async function choose(choice: Partial<EnginesChoice>): Promise<Engines> {
  const record = (text: unknown) => output.push(String(text))
  engines = await chooseEngines({
    requested: 'auto',
    isProduction: false,
    installationId: 'choice',
    dataFolder: folder,
    environment: { XDG_RUNTIME_DIR: folder },
    log: { info: record, warn: record },
    regions: null,
    ...choice,
  })
  return engines
}

const fromFile = (regions: object[]) => regionEngines(v.parse(regionFile, regions))
const namesOf = (chosen: Engines) => chosen.all().map(({ name, engine }) => [name, engine.name])

test('without a file, each container engine that responds at a usual socket is one, once', async () => {
  await listen('docker.sock', 'one')
  const podman = await listen('podman/podman.sock', 'two')
  const idsOf = async ({ all }: Engines) => Promise.all(all().map(async ({ engine }) => (await engine.describe()).id))
  const found = await choose({})
  const ids = await idsOf(found)
  expect(ids.slice(-2)).toEqual(['one', 'two'])
  expect(new Set(ids).size).toBe(ids.length)
  expect(found.all()[0]?.name).toBe('')
  expect(found.all().at(-1)).toMatchObject({ name: 'podman-rootless', title: 'Podman without root' })

  podman.closeAllConnections()
  await new Promise((resolve) => podman.close(resolve))
  await listen('podman/podman.sock', 'one')
  expect(await idsOf(await choose({}))).not.toContain('two')
})

test('an engine without an id counts once, also where a link leads to it', async () => {
  await listen('podman/podman.sock', '')
  symlinkSync(join(folder, 'podman/podman.sock'), join(folder, 'docker.sock'))
  const isOwn = ({ name }: { name: string }) => name.endsWith('-rootless')
  writeFileSync(join(folder, 'engine-socket'), at('docker.sock'))
  expect((await choose({})).all().filter(isOwn)).toEqual([])
  writeFileSync(join(folder, 'engine-socket'), 'unix:///run/another.sock')
  expect((await choose({ requested: 'docker' })).all().filter(isOwn)).toHaveLength(1)
})

test('the default engine stays the default one while it is down, and another one does not take its place', async () => {
  const docker = await listen('docker.sock', 'one')
  writeFileSync(join(folder, 'engine-socket'), at('docker.sock'))
  await listen('podman/podman.sock', 'two')
  docker.closeAllConnections()
  await new Promise((resolve) => docker.close(resolve))
  const found = await choose({ requested: 'docker' })
  await expect(found.of('').list()).rejects.toMatchObject({ code: 'engineUnreachable' })
  expect(await found.of('podman-rootless').describe()).toMatchObject({ id: 'two' })
})

test('with an address, only the engine there is one', async () => {
  await listen('docker.sock', 'one')
  await listen('podman/podman.sock', 'two')
  expect(namesOf(await choose({ dockerHost: at('docker.sock') }))).toEqual([['', 'docker']])
})

test('a file names engines by their kind, by a description and by a name', async () => {
  await listen('docker.sock', 'one')
  await listen('other.sock', 'two')
  const regions = fromFile([
    { name: 'home', title: 'Home' },
    { name: 'local', title: 'Local', engine: 'process' },
    { name: 'quay', title: 'Quay', engine: { kind: 'docker', host: at('other.sock'), publishAddress: '10.0.0.5' } },
    { name: 'pier', title: 'Pier', engine: 'quay' },
  ])
  const chosen = await choose({ regions, dockerHost: at('docker.sock') })
  expect(namesOf(chosen)).toEqual([
    ['', 'docker'],
    ['process', 'process'],
    ['quay', 'docker'],
  ])
  expect(await chosen.of('quay').describe()).toMatchObject({ id: 'two' })
  expect(chosen.of('quay').publishAddress).toBe('10.0.0.5')
  expect(() => chosen.of('gone')).toThrow(expect.objectContaining({ code: 'engineUnreachable' }))
})

test('a file in which no region uses the default engine has none, and an engine that is down stops no start', async () => {
  const regions = fromFile([{ name: 'quay', title: 'Quay', engine: { kind: 'docker', host: at('nothing.sock') } }])
  const chosen = await choose({ regions, isProduction: true })
  expect(namesOf(chosen)).toEqual([['quay', 'docker']])
  await expect(chosen.of('quay').list()).rejects.toMatchObject({ code: 'engineUnreachable' })
})

test('an engine of another machine without TLS is named in the log, and a missing certificate stops the start', async () => {
  const engine = { kind: 'docker', host: 'tcp://192.0.2.7:2375', publishAddress: '192.0.2.7' }
  await choose({ regions: fromFile([{ name: 'quay', title: 'Quay', engine }]) })
  expect(output.join()).toMatch(/engine quay is controlled without TLS/)
  const missing = join(folder, 'missing.pem')
  const tls = { ca: missing, cert: missing, key: missing }
  const secured = fromFile([{ name: 'quay', title: 'Quay', engine: { ...engine, tls } }])
  await expect(choose({ regions: secured })).rejects.toThrow(/missing\.pem of the engine quay cannot be read/)
})

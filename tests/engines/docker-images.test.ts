import type Docker from 'dockerode'
import { afterAll, beforeAll, expect } from 'vitest'
import { createDockerEngine } from '../../server/engines/docker.ts'
import { dockerAt, startContainerEngine } from '../container-engine.ts'
import { loops } from '../long-runs.ts'
import { busyboxImage, importBusybox } from './bootstrap/busybox-image.ts'
import { registryUser, startRegistry, type TestRegistry } from './bootstrap/registry.ts'
import { deploy, logText, rejectionOf, spec, waitForExit, withEngine } from './harness.ts'

let docker: Docker
let open: TestRegistry
let closed: TestRegistry

const { test, it } = withEngine(async () => {
  const found = await startContainerEngine()
  if ('skipped' in found) return found
  docker = dockerAt(found.host)
  await importBusybox(docker)
  return {
    name: 'docker',
    reportsOutOfMemory: true,
    open: (installationId) => createDockerEngine({ installationId, dockerHost: found.host }),
    stop: found.stop,
  }
})

beforeAll(async () => {
  if (!docker) return
  open = await startRegistry({ isPrivate: false })
  closed = await startRegistry({ isPrivate: true })
  await push(`${open.address}/team/tool:2`)
  await push(`${closed.address}/team/tool:2`, registryUser)
})

afterAll(async () => {
  await open?.stop()
  await closed?.stop()
})

const credentials = () => ({ registry: closed.address, ...registryUser })

test('pulls from a registry without credentials and reports progress', async () => {
  const image = `${open.address}/team/tool:2`
  const message: string[] = []
  const { reference, isNew } = await it.engine.pull(image, { onProgress: (each) => message.push(each) })
  expect(message[0]).toBe(`Pulling ${image}`)
  expect(isNew).toBe(true)
  const { id } = await it.engine.start(spec(reference, { command: ['echo', 'pulled'] }))
  await waitForExit(it.engine, id)
  expect(await logText(it.engine.logs(id, { follow: false }))).toBe('pulled\n')
})

test('queries the registry for a cached image too, except with from: cache', async () => {
  const gone = await startRegistry({ isPrivate: false })
  const image = `${gone.address}/once:1`
  await push(image)
  const first = await it.engine.pull(image, {})
  expect(await it.engine.pull(image, {})).toEqual({ reference: first.reference, isNew: false })
  await gone.stop()
  expect(await it.engine.pull(first.reference, { from: 'cache' })).toEqual({ ...first, isNew: false })
  await expect(it.engine.pull(image, {})).rejects.toMatchObject({ code: 'registryUnreachable' })
})

test('pulls from a private registry with its credentials', async () => {
  const image = `${closed.address}/team/tool:2`
  const { reference } = await it.engine.pull(image, { credentials: credentials() })
  expect(reference).toMatch(/\/team\/tool@sha256:[0-9a-f]{64}$/)
  expect(await docker.getImage(reference).inspect()).toHaveProperty('Id')
})

test('rejects a pull from a private registry with missing or wrong credentials as registryDenied', async () => {
  const image = `${closed.address}/team/other:1`
  const without = await rejectionOf(it.engine.pull(image, {}))
  expect(without).toEqual({
    code: 'registryDenied',
    message: expect.stringMatching(/requires credentials.*Add a username/),
  })
  const wrong = await rejectionOf(it.engine.pull(image, { credentials: { ...credentials(), password: 'no' } }))
  expect(wrong).toEqual({
    code: 'registryDenied',
    message: expect.stringMatching(/rejected the credentials.*Check/),
  })
})

test('rejects credentials of another registry, without the password in the message', async () => {
  const wrong = await rejectionOf(it.engine.pull(`${open.address}/team/tool:3`, { credentials: credentials() }))
  expect(wrong.code).toBe('invalidSpec')
  expect(wrong.message).toContain(`is in ${open.address}`)
  expect(wrong.message).not.toContain(registryUser.password)
})

test('rejects an image or tag that does not exist as imageNotFound', async () => {
  for (const image of [`${open.address}/team/tool:none`, `${open.address}/nobody/nothing:1`]) {
    const { code, message } = await rejectionOf(it.engine.pull(image, {}))
    expect([image, code]).toEqual([image, 'imageNotFound'])
    expect(message).toMatch(/Check its name and tag/)
  }
  await expect(it.engine.start(spec(`${open.address}/never:pulled`))).rejects.toMatchObject({ code: 'imageNotFound' })
})

test('rejects an unreachable registry and an invalid image name', async () => {
  const failure = await rejectionOf(it.engine.pull('127.0.0.1:9/team/tool:1', {}))
  expect(failure).toEqual({ code: 'registryUnreachable', message: expect.stringContaining('network, then try again.') })
  await expect(it.engine.pull('Not A Name', {})).rejects.toMatchObject({ code: 'invalidSpec' })
})

test('rejects a pull whose signal is already aborted', async () => {
  const signal = AbortSignal.abort()
  await expect(it.engine.pull(`${open.address}/team/tool:9`, { signal })).rejects.toThrow(/abort/i)
})

test('builds a built-in image once for concurrent pulls', async () => {
  const image = 'longshore/guestbook:1'
  const message: string[] = []
  const pull = () => it.engine.pull(image, { onProgress: (each) => message.push(each) })
  await Promise.all([pull(), pull()])
  const { Id } = await docker.getImage(image).inspect()
  // An engine that an earlier test used already has the image.
  expect(message.length).toBeLessThanOrEqual(1)
  message.length = 0
  await pull()
  expect(message).toEqual([])
  expect((await docker.getImage(image).inspect()).Id).toBe(Id)
})

test('explains the exit when the command does not exist', async () => {
  const { id } = await deploy(it.engine, spec(busyboxImage, { command: ['no-such-program', '--flag'] }))
  const state = await waitForExit(it.engine, id)
  expect(state).toMatchObject({ exitCode: 127, message: expect.stringMatching(/not found in the image\. Check/) })
  expect(await logText(it.engine.logs(id, { follow: false }))).toContain('no-such-program')
})

test('explains the exit when the start command cannot be executed', async () => {
  const { id } = await deploy(it.engine, spec(busyboxImage, { command: ['/etc/passwd'] }))
  const state = await waitForExit(it.engine, id)
  expect(state).toMatchObject({ exitCode: 126, message: expect.stringMatching(/cannot be executed\. Check/) })
})

test('explains exit code 127 of a shell', async () => {
  const { id } = await deploy(it.engine, spec(busyboxImage, { command: ['sh', '-c', 'no-such-program'] }))
  const state = await waitForExit(it.engine, id)
  expect(state).toMatchObject({ exitCode: 127, message: expect.stringMatching(/not found.*Check/) })
})

test('starts a container that a killed caller had only created', async () => {
  const workloadSpec = spec(busyboxImage, { command: ['sleep', '1000'] })
  await deploy(it.engine, workloadSpec)
  const container = docker.getContainer(`longshore-${it.installationId}-${workloadSpec.id}`)
  const { Config, HostConfig, Name } = await container.inspect()
  await it.engine.remove(workloadSpec.id)
  await docker.createContainer({ ...Config, HostConfig, name: Name.slice(1) })
  expect((await it.engine.inspect(workloadSpec.id))?.state.kind).toBe('created')
  expect((await it.engine.start(workloadSpec)).state.kind).toBe('running')
  expect(await it.engine.list()).toHaveLength(1)
})

test('rejects a start when a foreign container has the same name', async () => {
  const workloadSpec = spec(busyboxImage)
  const name = `longshore-${it.installationId}-${workloadSpec.id}`
  const theirs = await docker.createContainer({ name, Image: busyboxImage })
  await expect(it.engine.start(workloadSpec)).rejects.toMatchObject({ code: 'invalidSpec' })
  await theirs.remove()
})

test('separates the two output streams, and keeps lines longer than an engine buffer whole', async () => {
  const script = 'echo out; echo err >&2; head -c 50000 /dev/zero | tr "\\0" x; echo'
  const { id } = await deploy(it.engine, spec(busyboxImage, { command: ['sh', '-c', script] }))
  const text = { stdout: '', stderr: '' }
  for await (const { stream, bytes } of it.engine.logs(id, { follow: true }))
    text[stream] += Buffer.from(bytes).toString()
  expect(text.stderr).toBe('err\n')
  expect(text.stdout).toBe(`out\n${'x'.repeat(50_000)}\n`)
})

test('loses no line of a program that writes at full speed and exits, however often', async () => {
  const overrides = { command: ['seq', '1', '20000'] }
  const all = Array.from({ length: 20_000 }, (_, index) => index + 1).join('\n')
  for (let round = 0; round < Math.max(2, loops(10)); round += 1) {
    const { id } = await deploy(it.engine, spec(busyboxImage, overrides))
    const text = await logText(it.engine.logs(id, { follow: true }))
    expect(text.trimEnd() === all, `round ${round}: ${text.length} characters`).toBe(true)
  }
})

test('restricts a workload: no new privileges, no raw network, a process limit', async () => {
  const { id } = await deploy(it.engine, spec(busyboxImage, { command: ['sleep', '1000'] }))
  const { output } = await it.engine.exec(id, ['cat', '/proc/self/status'])
  expect(output).toMatch(/NoNewPrivs:\s+1/)
  const bounding = BigInt(`0x${/CapBnd:\s+([0-9a-f]+)/.exec(output)?.[1]}`)
  for (const capability of [13, 27, 21])
    expect(bounding & (1n << BigInt(capability)), `capability ${capability}`).toBe(0n)
  const { HostConfig } = await docker.getContainer(`longshore-${it.installationId}-${id}`).inspect()
  expect(HostConfig).toMatchObject({ PidsLimit: 1024, MemorySwap: HostConfig.Memory, Privileged: false })
})

test("runs a plan with more processors than the machine has, and rejects memory below the engine's minimum", async () => {
  const overrides = { command: ['sleep', '1000'], limits: { cpuMilli: 256_000, memoryBytes: 64 * 1024 * 1024 } }
  expect((await it.engine.start(spec(busyboxImage, overrides))).state.kind).toBe('running')
  const tooSmall = spec(busyboxImage, { limits: { cpuMilli: 100, memoryBytes: 1024 * 1024 } })
  const { code, message } = await rejectionOf(it.engine.start(tooSmall))
  expect(code).toBe('invalidSpec')
  expect(message).toMatch(/Choose another plan\.$/)
})

async function push(image: string, user?: typeof registryUser): Promise<void> {
  const [repo = '', tag = ''] = [image.slice(0, image.lastIndexOf(':')), image.slice(image.lastIndexOf(':') + 1)]
  await docker.getImage(busyboxImage).tag({ repo, tag })
  const response = await docker.getImage(image).push({ authconfig: { ...registryUser, ...user, serveraddress: repo } })
  let text = ''
  for await (const part of response) text += part
  if (text.includes('"error"')) throw new Error(text)
  await docker.getImage(image).remove()
}

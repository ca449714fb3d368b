import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import type Docker from 'dockerode'
import { extract, pack } from 'tar-stream'
import { afterEach, expect } from 'vitest'
import { createDockerEngine } from '../../server/engines/docker.ts'
import { dockerAt, startContainerEngine } from '../container-engine.ts'
import { busyboxImage, importBusybox } from './bootstrap/busybox-image.ts'
import { deploy, logText, rejectionOf, spec, waitForExit, withEngine } from './harness.ts'

let docker: Docker

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

afterEach(async () => {
  if (!it.engine) return
  for (const { id } of await it.engine.list()) await it.engine.remove(id)
  // The container of a copy is removed a little after its stream has ended.
  await expect.poll(containers, { timeout: 20_000 }).toBe(0)
  for (const { id } of await it.engine.listVolumes()) await it.engine.removeVolume(id)
})

const never = new AbortController().signal
const mounted = (volumeId: string, script: string) =>
  spec(busyboxImage, { command: ['sh', '-c', script], mounts: [{ volumeId, path: '/data' }] })

async function run(workloadSpec: ReturnType<typeof spec>): Promise<string> {
  const { id } = await deploy(it.engine, workloadSpec)
  await waitForExit(it.engine, id)
  const text = await logText(it.engine.logs(id, { follow: false }))
  await it.engine.remove(id)
  return text
}

async function entriesOf(source: Readable): Promise<string[]> {
  const names: string[] = []
  const parser = extract()
  parser.on('entry', ({ name, type, mode = 0, uid }, content, next) => {
    names.push(`${type} ${name} ${(mode & 0o7777).toString(8)} ${uid}`)
    content.once('end', next)
    content.resume()
  })
  await pipeline(source, parser)
  return names.toSorted()
}

const containers = async () =>
  (await docker.listContainers({ all: true, filters: { label: [`longshore.installation=${it.installationId}`] } }))
    .length

test('a volume goes out as an archive and into another one with owners, permissions and links', async () => {
  for (const id of ['data', 'copy']) await it.engine.createVolume({ id, labels: {} })
  await run(
    mounted(
      'data',
      'umask 077; mkdir -p /data/a/b; echo one > /data/a/b/one; ln -s one /data/a/b/link; ln /data/a/b/one /data/hard; ' +
        'echo two > /data/two; chown 1000:1000 /data/two; head -c 3000000 /dev/urandom > /data/big; sha256sum /data/big > /data/sum',
    ),
  )
  await it.engine.importVolume('copy', await it.engine.exportVolume('data', never), never)
  const seen =
    'cd /data; cat a/b/link hard; stat -c "%a %u" two a/b; sha256sum -c sum; test a/b/one -ef hard && echo same'
  const expected = 'one\none\n600 1000\n700 0\n/data/big: OK\nsame\n'
  expect(await run(mounted('data', seen))).toBe(expected)
  expect(await run(mounted('copy', seen))).toBe(expected)
  expect(await containers()).toBe(0)
})

test('a volume in use goes out while its workload is paused, which goes on afterwards', async () => {
  await it.engine.createVolume({ id: 'data', labels: {} })
  const { id } = await deploy(
    it.engine,
    mounted('data', 'n=0; while :; do n=$((n+1)); echo $n > /data/n; echo $n; sleep 0.02; done'),
  )
  await it.engine.pause(id)
  await it.engine.pause(id)
  expect((await it.engine.inspect(id))?.state).toMatchObject({ kind: 'running', isPaused: true })
  expect(await rejectionOf(it.engine.probe(id, { kind: 'command', command: ['true'], timeoutMs: 1000 }))).toBeDefined()
  const [first, second] = [0, 1].map(async () => buffer(await it.engine.exportVolume('data', never)))
  expect((await first)?.equals((await second) ?? Buffer.alloc(0))).toBe(true)
  await it.engine.resume(id)
  await it.engine.resume(id)
  const before = (await logText(it.engine.logs(id, { follow: false }))).split('\n').length
  for await (const { bytes } of it.engine.logs(id, { follow: true, sinceMs: Date.now() })) if (bytes.length > 0) break
  expect((await logText(it.engine.logs(id, { follow: false }))).split('\n').length).toBeGreaterThanOrEqual(before)
})

test('an archive that breaks off fails, and leaves no container', async () => {
  await it.engine.createVolume({ id: 'data', labels: {} })
  const broken = Readable.from(
    (async function* () {
      const archive = pack()
      archive.entry({ name: 'one' }, 'one')
      yield archive.read() as Buffer
      throw new Error('cut off')
    })(),
  )
  expect(await rejectionOf(it.engine.importVolume('data', broken, never))).toBeDefined()
  expect(await rejectionOf(it.engine.exportVolume('unknown', never))).toMatchObject({ code: 'volumeNotFound' })
  const source = await it.engine.exportVolume('data', never)
  source.destroy()
  await expect.poll(containers, { timeout: 20_000 }).toBe(0)
})

test('an archive cannot write outside of its volume, through a link either', async () => {
  await it.engine.createVolume({ id: 'data', labels: {} })
  const archive = pack()
  archive.entry({ name: 'out', type: 'symlink', linkname: '/' })
  archive.entry({ name: 'out/escaped' }, 'no')
  archive.entry({ name: 'kept' }, 'yes')
  archive.finalize()
  await it.engine.importVolume('data', archive.pipe(new PassThrough()), never).catch(() => {})
  expect(await run(mounted('data', 'test -e /escaped && echo escaped; true'))).toBe('')
  const names = await entriesOf(await it.engine.exportVolume('data', never))
  expect(names.filter((name) => name.includes('escaped'))).toEqual([])
})

test('streams what a command writes, and fails with its last words when it fails', async () => {
  const { id } = await deploy(it.engine, spec(busyboxImage, { command: ['sleep', '1000'] }))
  const big = await buffer(
    await it.engine.stream(id, ['sh', '-c', 'head -c 5000000 /dev/zero; echo warning >&2'], never),
  )
  expect(big.length).toBe(5_000_000)
  const failing = await it.engine.stream(id, ['sh', '-c', 'echo half; echo no such table >&2; exit 3'], never)
  expect(await rejectionOf(buffer(failing))).toMatchObject({
    code: 'commandFailed',
    message: 'The command exited with code 3: no such table',
  })
})

test.for([
  ['writes without end', 'while :; do echo more; done'],
  ['writes nothing', 'sleep 1000'],
  ['has started others, and ignores signals', "trap '' TERM INT HUP; (setsid sleep 1000 &); sleep 1000; sleep 1000"],
] as const)('a stream that is cancelled or left kills its command, which %s', async ([, script]) => {
  const { id } = await deploy(it.engine, spec(busyboxImage, { command: ['sleep', '5000'] }))
  // The mark is in the arguments of the command and in the environment of all that it starts.
  const command = ['sh', '-c', `export MARK=of-this-test; ${script}`]
  const processes = async () => {
    const find = 'grep -l "MARK=of-this-[t]est" /proc/[0-9]*/environ /proc/[0-9]*/cmdline 2>/dev/null; true'
    return (await it.engine.exec(id, ['sh', '-c', find])).output.split('\n').filter(Boolean).length
  }
  const cancel = new AbortController()
  const cancelled = await it.engine.stream(id, command, cancel.signal)
  const failed = buffer(cancelled).catch((error: unknown) => error)
  await expect.poll(processes, { timeout: 20_000 }).toBeGreaterThan(0)
  cancel.abort(new Error('deleted meanwhile'))
  expect(await failed).toMatchObject({ message: 'deleted meanwhile' })
  expect(await processes()).toBe(0)

  // Nobody has aborted it: what reads the stream has failed.
  const left = await it.engine.stream(id, command, never)
  const closed = new Promise((resolve) => left.once('close', resolve))
  left.resume()
  await expect.poll(processes, { timeout: 20_000 }).toBeGreaterThan(0)
  left.destroy()
  await closed
  expect(await processes()).toBe(0)
  expect((await it.engine.inspect(id))?.state.kind).toBe('running')
})

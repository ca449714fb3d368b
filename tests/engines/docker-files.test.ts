import type Docker from 'dockerode'
import { expect } from 'vitest'
import { createDockerEngine } from '../../server/engines/docker.ts'
import type { WorkloadSpec } from '../../server/engines/engine.ts'
import { dockerAt, startContainerEngine } from '../container-engine.ts'
import { busyboxImage, importBusybox } from './bootstrap/busybox-image.ts'
import { deploy, logText, rejectionOf, spec, until, waitForExit, withEngine } from './harness.ts'

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

const file = (path: string, content: string, mode = 0o444) => ({ path, content: Buffer.from(content), mode })
const sleep = { command: ['sleep', '1000'] }

async function run(image: string, script: string, overrides: Partial<WorkloadSpec>): Promise<string> {
  const { id } = await deploy(it.engine, spec(image, { command: ['sh', '-c', script], ...overrides }))
  await waitForExit(it.engine, id)
  return logText(it.engine.logs(id, { follow: false }))
}

/** Makes an image from busybox with the result of a script. */
async function imageAfter(script: string, name: string): Promise<string> {
  const container = await docker.createContainer({ Image: busyboxImage, Cmd: ['/bin/busybox', 'sh', '-c', script] })
  await container.start()
  expect(await container.wait()).toMatchObject({ StatusCode: 0 })
  const repo = `longshore-test/${name}`
  await container.commit({ repo, tag: '1' })
  await container.remove()
  return `${repo}:1`
}

test('writes files before the program starts, with their modes, also in missing folders', async () => {
  const script = 'cat /etc/app/deep/one.conf /two; busybox stat -c "%a %u:%g" /etc/app/deep/one.conf /two /etc'
  const files = [file('/etc/app/deep/one.conf', 'one\n', 0o640), file('/two', 'zwei ü\n', 0o400)]
  expect(await run(busyboxImage, script, { files })).toBe('one\nzwei ü\n640 0:0\n400 0:0\n755 0:0\n')
})

test('a secret file belongs to the user of the workload, and to nobody else', async () => {
  const files = [file('/run/secrets/key', 'secret\n', 0o400)]
  const script = 'id -u; cat /run/secrets/key'
  expect(await run(busyboxImage, script, { files, user: '1234:77' })).toBe('1234\nsecret\n')
  const named = await imageAfter('echo "app:x:4321:99::/:/bin/sh" >> /etc/passwd', 'named-user')
  expect(await run(named, `${script}; busybox stat -c %u:%g /run/secrets/key`, { files, user: 'app' })).toBe(
    '4321\nsecret\n4321:99\n',
  )
  const { id } = await deploy(it.engine, spec(busyboxImage, { ...sleep, files, user: '1234' }))
  const container = docker.getContainer(`longshore-${it.installationId}-${id}`)
  const exec = await container.exec({ Cmd: ['cat', '/run/secrets/key'], User: '4321', AttachStderr: true })
  await exec.start({}).then((stream) => stream.resume())
  await until(async () => expect((await exec.inspect()).ExitCode).toBe(1))
})

test('replaces a symbolic link of the image at the path, and stays inside the container below others', async () => {
  const script = 'busybox ln -s /etc/passwd /conf; busybox ln -s ../../../../tmp /link; echo old > /tmp/old'
  const image = await imageAfter(script, 'links')
  const files = [file('/conf', 'new\n'), file('/link/inside', 'inside\n')]
  const read = 'cat /conf /tmp/inside; head -n 1 /etc/passwd; busybox readlink /conf; true'
  expect(await run(image, read, { files })).toBe('new\ninside\nroot:x:0:0:root:/:/bin/sh\n')
})

test('refuses a path that is a folder of the image, and keeps its content', async () => {
  const { code, message } = await rejectionOf(
    deploy(it.engine, spec(busyboxImage, { ...sleep, files: [file('/etc', 'x')] })),
  )
  expect(code).toBe('invalidSpec')
  expect(message).toMatch(/^files.*folder/)
  const below = rejectionOf(deploy(it.engine, spec(busyboxImage, { ...sleep, files: [file('/etc/passwd/x', 'x')] })))
  expect(await below).toMatchObject({ code: 'invalidSpec', message: expect.stringMatching(/^files/) })
})

test('rejects an unknown user by its field', async () => {
  const { code, message } = await rejectionOf(deploy(it.engine, spec(busyboxImage, { ...sleep, user: 'nobody-here' })))
  expect([code, message]).toEqual(['invalidSpec', expect.stringMatching(/^user: /)])
})

test('applies working directory, user, shared memory and stop signal', async () => {
  const megabyte = 1024 * 1024
  const overrides: Partial<WorkloadSpec> = {
    workingDirectory: '/tmp',
    user: '1234:77',
    limits: { cpuMilli: 1000, memoryBytes: 64 * megabyte, sharedMemoryBytes: 8 * megabyte },
  }
  const script = 'busybox pwd; id -u; id -g; busybox df -k /dev/shm | busybox awk "NR > 1 { print \\$2 }"'
  expect(await run(busyboxImage, script, overrides)).toBe('/tmp\n1234\n77\n8192\n')
  const trap = 'trap "echo interrupted; exit 3" INT; echo ready; while true; do sleep 0.1; done'
  const { id } = await deploy(it.engine, spec(busyboxImage, { command: ['sh', '-c', trap], stopSignal: 'SIGINT' }))
  await until(async () => expect(await logText(it.engine.logs(id, { follow: false }))).toContain('ready'))
  await it.engine.stop(id, 20_000)
  expect((await waitForExit(it.engine, id)).exitCode).toBe(3)
})

test('files are there after a restart', async () => {
  const files = [file('/one', 'one\n', 0o400)]
  const { id } = await deploy(it.engine, spec(busyboxImage, { ...sleep, files }))
  await it.engine.restart(id, 100)
  expect(await it.engine.exec(id, ['cat', '/one'])).toMatchObject({ exitCode: 0, output: 'one\n' })
})

test('a repeated start writes the files of a container that a killed caller had only created', async () => {
  const workloadSpec = spec(busyboxImage, { ...sleep, files: [file('/one', 'one\n')] })
  await deploy(it.engine, workloadSpec)
  const container = docker.getContainer(`longshore-${it.installationId}-${workloadSpec.id}`)
  const { Config, HostConfig, Name } = await container.inspect()
  await it.engine.remove(workloadSpec.id)
  await docker.createContainer({ ...Config, HostConfig, name: Name.slice(1) })
  await it.engine.start(workloadSpec)
  expect(await it.engine.exec(workloadSpec.id, ['cat', '/one'])).toMatchObject({ output: 'one\n' })
})

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createProcessEngine } from '../../server/engines/process.ts'
import type { InputOf } from '../../src/contract/contract.ts'
import { optionalSettings } from '../../src/contract/wire/catalogue.ts'
import { type ComputeHarness, computeHarness } from './compute-harness.ts'

const folder = mkdtempSync(join(tmpdir(), 'longshore-capabilities-'))
const engine = createProcessEngine({ dataFolder: folder })
let harness: ComputeHarness
beforeAll(async () => {
  // As on a machine without a sandbox.
  const capabilities = async () => ({ ...(await engine.capabilities()), commands: false })
  const regions = join(folder, 'regions.json')
  writeFileSync(regions, JSON.stringify([{ name: 'us-west', title: 'US West' }]))
  harness = await computeHarness({
    engine: { ...engine, capabilities },
    environment: { LONGSHORE_REGIONS: regions },
  })
})
afterAll(async () => {
  await harness?.close()
  await engine.close()
  rmSync(folder, { recursive: true, force: true })
})

type Service = NonNullable<InputOf<'createInstance'>['configuration']>['services'][number]
const web: Service = {
  name: 'web',
  image: 'longshore/hello:1',
  cpuMilli: 100,
  memoryBytes: 2 ** 27,
  storageBytes: 2 ** 29,
  ports: [{ containerPort: 8080 }],
}
const commandCheck = { kind: 'command' as const, command: ['true'] }

const ofService: [string, Partial<Service>, string][] = [
  ['entrypoint', { entrypoint: ['sh'] }, 'entrypoint'],
  ['command', { command: ['sleep', '1'] }, 'command'],
  ['workingDirectory', { workingDirectory: '/srv' }, 'workingDirectory'],
  ['user', { user: '1000' }, 'user'],
  ['files', { files: [{ path: '/etc/app.conf', content: 'a' }] }, 'files'],
  ['udp', { ports: [{ containerPort: 53, protocol: 'udp' }] }, 'ports'],
  ['sharedMemory', { sharedMemoryBytes: 2 ** 26 }, 'sharedMemoryBytes'],
  ['volumes', { volumes: [{ name: 'data', class: 'beta2', sizeBytes: 2 ** 30, mountPath: '/data' }] }, 'volumes'],
  ['addresses', { ipLease: 'dedicated-ip' }, 'ipLease'],
  ['stopSignal', { stopSignal: 'SIGINT' }, 'stopSignal'],
  ['commandCheck', { healthCheck: commandCheck }, 'healthCheck.command'],
  ['releaseCommand', { releaseCommand: ['migrate'] }, 'releaseCommand'],
]

const create = (services: Service[], more: { projectNetwork?: boolean } = {}) =>
  harness.call('createInstance', {
    organizationId: harness.organizationId,
    projectId: harness.projectId,
    name: 'Fleet',
    region: 'us-west',
    configuration: { ...more, services },
  })

test('a setting that the engine does not honour is rejected at its field, and the region does not list it', async () => {
  const { regions } = await harness.call('readRegions', {})
  expect(regions[0]?.supportedSettings).toEqual([])
  expect(new Set(ofService.map(([setting]) => setting))).toEqual(
    new Set(optionalSettings.filter((setting) => setting !== 'projectNetwork')),
  )
  for (const [, settings, field] of ofService)
    await expect(create([web, { ...web, name: 'other', ...settings }]), field).rejects.toMatchObject({
      code: 'invalid',
      fields: [{ field: `configuration.services.1.${field}`, message: expect.stringMatching(/region\.$/) }],
    })
  await expect(create([web], { projectNetwork: true })).rejects.toMatchObject({
    fields: [{ field: 'configuration.projectNetwork' }],
  })
})

test('so is a command as the new health check of a service, a command to run, and a dump', async () => {
  const { instance } = await create([web])
  const { _id: id } = instance
  await expect(harness.call('updateHealthCheck', { id, healthCheck: commandCheck })).rejects.toMatchObject({
    fields: [{ field: 'healthCheck.command' }],
  })
  await expect(harness.call('startRun', { id, command: ['date'] })).rejects.toMatchObject({
    fields: [{ field: 'command' }],
  })
  const source = { content: 'dump' as const, instanceId: id, serviceName: 'web', command: ['dump'] }
  const plan = { id: harness.projectId, name: 'Nightly', source, schedule: '0 3 * * *' }
  await expect(harness.call('createBackup', plan)).rejects.toMatchObject({ fields: [{ field: 'source.command' }] })
})

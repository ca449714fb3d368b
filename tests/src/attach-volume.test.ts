import * as v from 'valibot'
import { expect, test } from 'vitest'
import type { DeploymentId } from '../../src/contract/wire/common.ts'
import type { Instance } from '../../src/contract/wire/compute.ts'
import { instanceConfiguration } from '../../src/contract/wire/instance/instance-configuration.ts'
import {
  hasReleased,
  instanceHindrance,
  mountPathError,
  mounts,
  serviceHindrance,
  withVolumeAt,
} from '../../src/instances/volumes/attach-volume.ts'
import { savedConfiguration, storedService } from './configuration/sample-service.ts'

const GIB = 1_073_741_824
const data = { name: 'data', class: 'beta2' as const, sizeBytes: GIB }
const mount = { ...data, mountPath: '/data' }
const app = storedService({ replicas: 1, volumes: [mount] })
const worker = storedService({ name: 'worker', replicas: 1 })
const { configuration } = savedConfiguration(3, app, worker)

test('a volume leaves one service for another, and nothing else changes', () => {
  const sent = withVolumeAt(configuration, data, { service: 'worker', mountPath: '/srv' })
  expect(sent.services.map(({ volumes }) => volumes)).toEqual([[], [{ ...data, mountPath: '/srv' }]])
  expect(v.is(instanceConfiguration, sent)).toBe(true)
  const without = withVolumeAt(configuration, data, null)
  expect(without.services.map(({ volumes }) => volumes)).toEqual([[], []])
  const { volumes: _, environment: __, files: ___, ...rest } = app
  expect(without.services[0]).toMatchObject(rest)
  expect(mounts(configuration, 'data')).toBe(true)
  expect(mounts(configuration, 'other')).toBe(false)
})

test('an instance elsewhere, and a service with several replicas, say why they cannot have it', () => {
  const name = (region: string) => region.toUpperCase()
  const here = { region: 'eu', state: 'Active', desiredState: 'active' } as const
  expect(instanceHindrance({ region: 'eu' }, here, name)).toBeNull()
  expect(instanceHindrance({ region: 'us' }, here, name)).toBe('Runs in EU, the data is in US')
  expect(instanceHindrance({ region: 'eu' }, { ...here, desiredState: 'deleted' }, name)).toBe('Is being deleted')
  expect(serviceHindrance(app)).toBeNull()
  expect(serviceHindrance({ ...app, replicas: 3 })).toBe('Has 3 replicas, a volume has one writer')
})

test('a mount path is absolute, and not that of another volume or a file', () => {
  expect(mountPathError(app, 'other', 'data')).toContain('absolute path')
  expect(mountPathError(app, 'other', '/data')).toBe('data is mounted there.')
  expect(mountPathError(app, 'data', '/data')).toBeNull()
  expect(mountPathError(app, 'other', '/etc/app.conf')).toBe('A configuration file is there.')
})

test('an instance has released its volume once its earlier deployments and their replicas have ended', () => {
  const at = (state: string, ...ended: (string | null)[]) =>
    ({
      state,
      desiredDeployment: '0',
      deployments: ended.map((endedAt, _id) => ({ _id: String(_id), endedAt })),
    }) as unknown as Instance
  const replica = (deploymentId: string) => ({ deploymentId: deploymentId as DeploymentId })
  expect(hasReleased(at('Active', null, null), [])).toBe(false)
  expect(hasReleased(at('Active', null, '2026-01-01'), [replica('0'), replica('1')])).toBe(false)
  expect(hasReleased(at('Active', null, '2026-01-01'), [replica('0')])).toBe(true)
  expect(hasReleased(at('Closed', null, null), [])).toBe(true)
})

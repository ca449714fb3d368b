import * as v from 'valibot'
import { expect, test } from 'vitest'
import { wrongPaths } from '../../server/compute/deployments/configuration/wrong-paths.ts'
import { service } from '../../src/contract/wire/instance/service.ts'

const size = { cpuMilli: 100, memoryBytes: 2 ** 27, storageBytes: 2 ** 29 }
const fieldsOf = (path: string): string[] => {
  const data = { name: 'data', class: 'beta2', sizeBytes: 2 ** 30, mountPath: path }
  const files = [
    { path: '/etc/app.conf', content: '' },
    { path, content: '' },
  ]
  const given = { name: 'web', image: 'nginx', ...size, files, volumes: [data], workingDirectory: path }
  return wrongPaths(v.parse(service, given), 'at.').map(({ field }) => field)
}
const places = ['at.files.1.path', 'at.volumes.0.mountPath']

test.each(['/proc/x', '/sys/fs', '/dev', '/etc/hosts', '/etc/resolv.conf', '/sbin/docker-init'])(
  'nothing is placed at %s, where a program may work',
  (path) => expect(fieldsOf(path)).toEqual(places),
)

test.each(['//proc/x', '/a//proc', '/a/', `/${'a'.repeat(300)}`])('the path %s is rejected at each field', (path) =>
  expect(fieldsOf(path)).toEqual(['at.workingDirectory', ...places]),
)

test.each(['/data', '/process', '/etc/hosts.d'])('%s is a good path', (path) => expect(fieldsOf(path)).toEqual([]))

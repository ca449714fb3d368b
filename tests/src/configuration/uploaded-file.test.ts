import { expect, test } from 'vitest'
import type { FileDraft } from '../../../src/instances/configuration/service-draft.ts'
import { addUpload, readUpload, sizeProblem } from '../../../src/instances/configuration/uploaded-file.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)

test('a text file from disk is read as it is, with its byte order mark and line ends', () => {
  const text = '\ufeffé\r\nserver {}\n'
  expect(readUpload({ name: 'nginx.conf', bytes: bytesOf(text) })).toEqual({ content: text })
  expect(readUpload({ name: 'empty', bytes: new Uint8Array() })).toEqual({ content: '' })
})

test.each([
  ['invalid UTF-8', Uint8Array.of(0x89, 0x50, 0x4e, 0x47)],
  ['a NUL', Uint8Array.of(0x61, 0, 0x62)],
])('a binary file, which the contract cannot carry, is refused: %s', (_, bytes) => {
  expect(readUpload({ name: 'logo.png', bytes })).toEqual({ problem: expect.stringContaining('not a text file') })
})

test('a file above the limit of the contract is refused before it is read', () => {
  expect(sizeProblem('dump.sql', 262_144)).toBeUndefined()
  expect(sizeProblem('dump.sql', 262_145)).toBe('dump.sql is larger than 256 KiB.')
  expect(readUpload({ name: 'dump.sql', bytes: new Uint8Array(262_145) })).toHaveProperty('problem')
})

test('a new file is placed in the working directory, as a secret where it looks like one', () => {
  const added = (name: string, content = 'x', folder = '/app/') => addUpload([], { name, content, folder })[0]
  expect(added('app.conf')).toEqual({ path: '/app/app.conf', mode: 0o644, isSecret: false, content: 'x' })
  expect(added('app.conf', 'x', '')?.path).toBe('/app.conf')
  expect(added('.env')?.isSecret).toBe(true)
  expect(added('server.key')?.isSecret).toBe(true)
  expect(added('id_rsa', ['-----BEGIN', 'OPENSSH PRIVATE KEY-----'].join(' '))?.isSecret).toBe(true)
})

test('an upload replaces the content of its row and keeps path, mode and secrecy', () => {
  const saved: FileDraft = { path: '/etc/app.conf', mode: 0o600, isSecret: true, savedPath: '/etc/app.conf' }
  const upload = { name: 'app.conf', content: 'new', folder: '/etc' }
  expect(addUpload([saved], upload)).toEqual([{ ...saved, content: 'new' }])
  expect(addUpload([saved], { ...upload, name: 'other.conf' }, 0)).toEqual([{ ...saved, content: 'new' }])
  expect(addUpload([{ ...saved, path: '' }], upload, 0)[0]?.path).toBe('/etc/app.conf')
})

import { expect, test } from 'vitest'
import { versionOfServices, versionsOfServices, withVersion } from '../../src/catalogue/select-version.ts'
import type { Template } from '../../src/contract/wire/catalogue.ts'

const versions = (repository: string) => ['12', '11'].map((name) => ({ name, image: `${repository}:${name}` }))
const template = {
  services: [
    { name: 'web', image: 'shop/web:12', versions: versions('shop/web') },
    { name: 'worker', image: 'shop/worker:12', versions: versions('shop/worker') },
    { name: 'db', image: 'postgres:17', versions: [] },
  ],
} as unknown as Template

const draft = (...images: string[]) => images.map((image) => ({ image }))

test('all services of a template follow its version, and those without one stay', () => {
  const before = draft('shop/web:12', 'shop/worker:12', 'postgres:17')
  expect(versionsOfServices(template).map(({ name }) => name)).toEqual(['12', '11'])
  expect(versionOfServices(template, before)).toBe('12')
  const after = withVersion(template, before, '11')
  expect(after).toEqual(draft('shop/web:11', 'shop/worker:11', 'postgres:17'))
  expect(versionOfServices(template, after)).toBe('11')
})

test('a link names a version by its name or by an image, and an unknown one changes nothing', () => {
  const before = draft('shop/web:12')
  expect(withVersion(template, before, 'shop/web:11')).toEqual(draft('shop/web:11'))
  expect(withVersion(template, before, '')).toEqual(before)
  expect(withVersion(template, before, '9')).toEqual(before)
})

test('an image of the user’s own stays, and a template without versions has no choice', () => {
  const own = draft('registry.example.com/web:1')
  expect(versionOfServices(template, own)).toBeNull()
  expect(withVersion(template, own, '11')).toEqual(own)
  expect(versionsOfServices(null)).toEqual([])
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { callKey } from '../../src/calls/call-key.ts'
import { callNames } from '../../src/contract/call-names.ts'
import { callNamed } from '../../src/contract/contract.ts'
import { latinUsernameFrom } from '../../src/rules/names/latin-username.ts'
import { fits } from '../../src/rules/plan-fit.ts'
import { roleMay, visitorMay } from '../../src/rules/roles.ts'
import { hostLabelFrom, isUsername, reservedUsernames, usernameFrom } from '../../src/rules/usernames.ts'

test('a username is the name in lower case, with hyphens for non-word characters [A5.4]', () => {
  expect(usernameFrom('Harbour Works & Co')).toBe('harbour-works-co')
  expect(usernameFrom('  Ünder  ')).toBe('nder')
  expect(usernameFrom('Harbour Works!')).toBe('harbour-works')
  expect(usernameFrom(`${'x'.repeat(59)} y`)).toBe('x'.repeat(59))
})

test('a derived username is at most 60 characters long, without hyphens at its ends or two in a row [A5.4]', () => {
  const name = fc.oneof(fc.string({ maxLength: 120 }), fc.stringMatching(/^[a-z !-]{50,70}$/))
  fc.assert(
    fc.property(name, (name) => {
      for (const username of [usernameFrom(name), latinUsernameFrom(name)]) {
        expect(username).toMatch(/^([a-z0-9_]+(-[a-z0-9_]+)*)?$/)
        expect(username.length).toBeLessThanOrEqual(60)
        expect(isUsername(username)).toBe(/[a-z0-9]/.test(username))
      }
    }),
  )
})

test('existing usernames with a hyphen at an end stay valid', () => {
  for (const username of ['quay-', '-quay', 'quay_2', 'q']) expect(isUsername(username), username).toBe(true)
  for (const username of ['', '-', '__', 'two words', 'Quay', 'a--b', 'kai/2', 'ü'])
    expect(isUsername(username), username).toBe(false)
})

test('a name in another script gets a Latin username, and one of ASCII characters is unchanged [A5.4]', () => {
  expect(latinUsernameFrom('Порт Zürich')).toBe('port-zuerich')
  expect(latinUsernameFrom('港 Tokyo')).toBe('tokyo')
  expect(latinUsernameFrom('港')).toBe('')
  expect(latinUsernameFrom('щ'.repeat(60))).toHaveLength(60)
  fc.assert(
    fc.property(fc.stringMatching(/^[ -~]{0,60}$/), (name) => {
      const username = usernameFrom(name)
      expect(latinUsernameFrom(name)).toBe(/[a-z0-9]/.test(username) ? username : '')
    }),
  )
})

test('the first path segments of the console are reserved usernames [A2.22]', () => {
  for (const segment of [
    'app',
    'storage',
    'signup',
    'login',
    'post-login',
    'chooseapp',
    'create-new-organisation',
    'create-master-organisation',
    'invite',
    'user',
    'callback',
    'connection-callback',
    'notifications',
    'payment',
    'crypto-payment-callback',
    'marketplace',
    '',
    'support',
    'admin',
    'docs',
  ]) {
    expect(reservedUsernames.has(segment), segment).toBe(true)
  }
})

test('names of the product’s own pages are reserved, so that no organisation can pose as them', () => {
  for (const name of ['Support', 'Admin', 'Docs', 'Help', 'Billing', 'Security', 'Status'])
    expect(reservedUsernames.has(usernameFrom(name)), name).toBe(true)
  expect(reservedUsernames.has('support-harbour')).toBe(false)
})

test('derives a valid host label from any name', () => {
  fc.assert(
    fc.property(fc.string(), (name) => {
      expect(hostLabelFrom(name)).toMatch(/^[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?$/)
    }),
  )
})

test('a host label has 40 characters at most, and is the name where that is valid', () => {
  expect(hostLabelFrom('harbour')).toBe('harbour')
  expect(hostLabelFrom('harbour-works-2')).toBe('harbour-works-2')
  expect(hostLabelFrom('x'.repeat(60))).toBe('x'.repeat(40))
  expect(hostLabelFrom('???')).toBe('instance')
  expect(reservedUsernames.has('socket.io')).toBe(true)
})

test('an unknown role has no permission, and a visitor can only read', () => {
  expect(roleMay('harbourmaster', 'instances.read')).toBe(false)
  expect(roleMay('constructor', 'instances.read')).toBe(false)
  expect(roleMay('owner', 'organization.write')).toBe(true)
  expect(roleMay('member', 'organization.write')).toBe(false)
  expect(visitorMay('instances.read')).toBe(true)
  expect(visitorMay('instances.write')).toBe(false)
})

const resources = { cpu: 1000, memory: 2 ** 30, storageEphemeral: 2 ** 30, gpu: 0, storage: [] }

test('a plan fits if every resource does [P5.1]', () => {
  const disk = { class: 'beta2', size: 10 } as const
  expect(fits(resources, resources)).toBe(true)
  expect(fits({ ...resources, cpu: 1001 }, resources)).toBe(false)
  expect(fits({ ...resources, memory: 2 ** 31 }, resources)).toBe(false)
  expect(fits({ ...resources, storageEphemeral: 2 ** 31 }, resources)).toBe(false)
  expect(fits({ ...resources, gpu: 1 }, resources)).toBe(false)
  expect(fits({ ...resources, storage: [disk] }, resources)).toBe(false)
  const others = [
    { class: 'beta1', size: 20 },
    { class: 'beta2', size: 5 },
    { class: 'beta3', size: 20 },
  ] as const
  expect(fits({ ...resources, storage: [disk] }, { ...resources, storage: [...others] })).toBe(false)
  expect(fits({ ...resources, storage: [disk, disk] }, { ...resources, storage: [{ ...disk, size: 20 }] })).toBe(true)
})

test.each(['beta1', 'beta2', 'beta3'] as const)(
  'storage of the class %s is provided only by itself',
  (storageClass) => {
    const needed = { ...resources, storage: [{ class: storageClass, size: 10 }] }
    const others = (['beta1', 'beta2', 'beta3'] as const).filter((other) => other !== storageClass)
    const offered = (size: number) => ({
      ...resources,
      storage: [...others.map((other) => ({ class: other, size: 99 })), { class: storageClass, size }],
    })
    expect(fits(needed, offered(10))).toBe(true)
    expect(fits(needed, offered(9))).toBe(false)
  },
)

test('a call key ignores the order of input fields and undefined fields', () => {
  expect(callKey('readPlans', { region: 'a', skip: 0, name: undefined })).toBe(
    callKey('readPlans', { skip: 0, region: 'a' }),
  )
  expect(callKey('readPlans', { region: 'a' })).not.toBe(callKey('readPlans', { region: 'b' }))
})

test('no two calls share a route, and no input has a duplicate field name', () => {
  const routes = callNames.map((name) => `${callNamed(name).method} ${callNamed(name).path.replace(/\{\w+\}/g, '{}')}`)
  expect(new Set(routes).size).toBe(routes.length)
  for (const name of callNames) {
    const { params, query, body, path } = callNamed(name)
    const fields = [params, query, body].flatMap((schema) =>
      schema && 'entries' in schema ? Object.keys(schema.entries as object) : [],
    )
    expect(new Set(fields).size, name).toBe(fields.length)
    for (const [, param = ''] of path.matchAll(/\{(\w+)\}/g)) expect(fields, name).toContain(param)
  }
})

import { getAddress } from 'ethers'
import { safeParse } from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { registryFields } from '../../src/contract/wire/organization.ts'
import { type OrganizationHarness, organizationHarness, type TestUser } from './organization-harness.ts'

let harness: OrganizationHarness
let owner: TestUser
let viewer: TestUser
beforeAll(async () => {
  harness = await organizationHarness()
  owner = await harness.user('Olive Owner')
  viewer = await harness.user('Vera Viewer')
})
afterAll(() => harness.close())

const digits = 'a1b2'.repeat(10)
const address = getAddress(`0x${digits}`)

const save = (id: string, address: string, name = 'Quay names') =>
  owner.call('PUT', `organization/${id}/registry`, { address, name })
const remove = (id: string, address: string, by = owner) =>
  by.call('DELETE', `organization/${id}/registry`, { address })
const registriesOf = async (id: string) => (await owner.call('GET', `organization/${id}`)).body.organization.registries

test('[A7.28] [A3.11] a registry is stored by its address and renamed under it, in any spelling', async () => {
  const id = await harness.organization(owner, 'Registrar')
  for (const [spelling, name] of [
    [`0x${digits}`, 'One'],
    [address, 'Two'],
    [`  0x${digits.toUpperCase()} `, 'Three'],
  ] as const)
    expect((await save(id, spelling, name)).status, spelling).toBe(200)
  expect(await registriesOf(id)).toEqual([{ id: address, address, name: 'Three', createdOn: expect.any(String) }])
})

const wrongLetter = address.replace(/[a-f]/i, (letter) =>
  letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
)

describe('an address is rejected at its field', () => {
  test.each([
    ['nonsense', 'harbour'],
    ['an empty one', ' '],
    ['a space in it', `0x${digits.slice(0, 20)} ${digits.slice(21)}`],
    ['a scheme', `https://0x${digits}`],
    ['a path', `0x${digits}/team`],
    ['the host of a container registry', 'registry.example.com:5000'],
    ['too few digits', `0x${digits.slice(1)}`],
    ['too many digits', `0x${digits}0`],
    ['no prefix', digits],
    ['letters that are no digits', `0x${'g'.repeat(40)}`],
    ['the address that no contract has', `0x${'0'.repeat(40)}`],
  ])('%s, by the words of the form', async (_what, given) => {
    const id = await harness.organization(owner, `Rejected ${crypto.randomUUID()}`)
    const { status, body } = await save(id, given)
    const parsed = safeParse(registryFields, { address: given, name: 'Quay names' })
    expect({ status, error: body.error }).toEqual({ status: 400, error: 'invalid' })
    expect(body.fields[0]).toEqual({ field: 'address', message: parsed.issues?.[0]?.message })
    expect(await registriesOf(id)).toEqual([])
  })

  test('capital letters that are not its checksum', async () => {
    const id = await harness.organization(owner, 'Misspelt')
    expect(await save(id, wrongLetter)).toMatchObject({
      status: 400,
      body: { fields: [{ field: 'address', message: expect.stringContaining('capital letters') }] },
    })
  })
})

describe('the removal of a registry', () => {
  test('takes it off the list, once, and is audited and published', async () => {
    const id = await harness.organization(owner, 'Removing')
    const other = getAddress(`0x${'c3'.repeat(20)}`)
    await save(id, address)
    await save(id, other, 'Other names')
    const published = (await harness.events(id)).length
    expect((await remove(id, address.toLowerCase())).status).toBe(200)
    expect(await registriesOf(id)).toMatchObject([{ address: other }])
    expect((await harness.events(id)).slice(published)).toMatchObject([{ kind: 'organizationChanged' }])
    expect((await harness.audit(id)).slice(1)).toMatchObject([
      { action: 'registry.saved', target: address, after: { name: 'Quay names' } },
      { action: 'registry.saved', target: other },
      { action: 'registry.removed', target: address, before: { name: 'Quay names' } },
    ])
    expect(await remove(id, address)).toMatchObject({ status: 404, body: { error: 'notFound' } })
    expect(await harness.audit(id)).toHaveLength(4)
  })

  test('works for an address from before addresses were validated', async () => {
    const id = await harness.organization(owner, 'Older')
    const stored = [{ address: 'my registry/one', name: 'Old', createdOn: '2026-01-01T00:00:00.000Z' }]
    await harness.store.pool.query('update organization set registries = $1 where id = $2', [
      JSON.stringify(stored),
      id,
    ])
    expect((await remove(id, 'my registry/one')).status).toBe(200)
    expect(await registriesOf(id)).toEqual([])
  })

  test('needs the permission to change the organisation', async () => {
    const id = await harness.organization(owner, 'Guarded', [[viewer, 'viewer']])
    await save(id, address)
    expect((await remove(id, address, viewer)).status).toBe(403)
    expect(await registriesOf(id)).toHaveLength(1)
  })
})

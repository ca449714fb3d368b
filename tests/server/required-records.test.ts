import { expect, test } from 'vitest'
import { requiredRecords } from '../../server/compute/domains/checks/required-records.ts'
import type { DomainType } from '../../src/contract/wire/domains/domain.ts'

const cname = 'gateway.platform.test'
const routing = (type: DomainType, name: string, addresses: string[]) =>
  requiredRecords({ type, name, proof: 'a-proof' }, { cname, addresses })
    .filter(({ purpose }) => purpose === 'routing')
    .map((record) => `${record.type} ${record.value}`)

test.each<[DomainType, string]>([
  ['domain', 'example.org'],
  ['handshake-domain', 'harbour'],
  ['ens-domain', 'harbour.eth'],
])(
  'an apex of the type %s gets addresses, and ALIAS while none is known, because DNS forbids a CNAME there',
  (type, name) => {
    expect(routing(type, name, ['192.0.2.80', '2001:db8::80'])).toEqual(['A 192.0.2.80', 'AAAA 2001:db8::80'])
    expect(routing(type, name, [])).toEqual([`ALIAS ${cname}`])
  },
)

test.each<[DomainType, string]>([
  ['subdomain', 'www.example.org'],
  ['subdomain', '*.example.org'],
  ['handshake-subdomain', 'www.harbour'],
])('a name of the type %s gets a CNAME, whether addresses are known or not', (type, name) => {
  for (const addresses of [[], ['192.0.2.80']]) expect(routing(type, name, addresses)).toEqual([`CNAME ${cname}`])
})

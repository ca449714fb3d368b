import fc from 'fast-check'
import { expect, test } from 'vitest'
import { displayNameOf, parseDomainName, registeredDomain } from '../../server/compute/domains/names/domain-name.ts'
import { type DomainType, domainTypes } from '../../src/contract/wire/domains/domain.ts'

const rules = { ownHosts: ['platform.example.org'], resolves: { handshake: true, ens: true } }
const parse = (type: DomainType, name: string, given = rules) => {
  const parsed = parseDomainName(type, name, given)
  return 'error' in parsed ? parsed.error : parsed.domain.name
}

test.each([
  ['domain', 'Example.ORG.', 'example.org'],
  ['domain', 'bücher.de', 'xn--bcher-kva.de'],
  ['domain', 'example.co.uk', 'example.co.uk'],
  ['domain', 'harbour.github.io', 'harbour.github.io'],
  ['subdomain', 'www.example.co.uk', 'www.example.co.uk'],
  ['subdomain', '*.example.org', '*.example.org'],
  ['subdomain', '*.a.example.org', '*.a.example.org'],
  ['handshake-domain', 'harbour/', 'harbour'],
  ['handshake-domain', 'pier.harbourtld', 'pier.harbourtld'],
  ['handshake-subdomain', '*.pier.harbourtld', '*.pier.harbourtld'],
  ['ens-domain', 'harbour.eth', 'harbour.eth'],
] as const)('[P3.11] %s %s is %s', (type, given, name) => {
  expect(parse(type, given)).toBe(name)
})

test.each([
  ['domain', 'co.uk', 'co.uk is a public suffix'],
  ['domain', 'github.io', 'github.io is a public suffix'],
  ['subdomain', '*.co.uk', 'co.uk is a public suffix'],
  ['domain', 'www.example.org', 'www.example.org is a subdomain of example.org'],
  ['subdomain', 'example.org', 'Choose the type domain'],
  ['domain', '*.example.org', 'A name with * is a subdomain'],
  ['subdomain', 'a.*.example.org', 'not a valid domain name'],
  ['subdomain', '*.*.example.org', 'not a valid domain name'],
  ['domain', 'https://example.org', 'without https://'],
  ['domain', 'example.org/path', 'without https://'],
  ['domain', 'a@example.org', 'without https://'],
  ['domain', '127.0.0.1', 'An IP address is not a domain name'],
  ['domain', '0x7f.1', 'An IP address is not a domain name'],
  ['domain', '[::1]', 'without https://'],
  ['subdomain', 'a..example.org', 'not a valid domain name'],
  ['subdomain', '-a.example.org', 'not a valid domain name'],
  ['subdomain', 'a_b.example.org', 'not a valid domain name'],
  ['subdomain', 'x.platform.example.org', 'belongs to the platform'],
  ['subdomain', 'platform.example.org', 'belongs to the platform'],
  ['subdomain', 'www.localhost', 'not in DNS'],
  ['subdomain', 'hidden.onion', 'not in DNS'],
  ['domain', 'harbour.eth', 'Choose the type ens-domain'],
  ['domain', 'pier.harbourtld', 'If it is a Handshake name'],
  ['handshake-domain', 'example.org', 'not a Handshake name'],
  ['handshake-domain', 'a.pier.harbourtld', 'Choose the type handshake-subdomain'],
  ['ens-domain', 'harbour.org', 'ends in .eth'],
  ['ens-domain', 'eth', 'ends in .eth'],
] as const)('%s %s is rejected: %s', (type, given, error) => {
  expect(parse(type, given)).toContain(error)
})

test('Handshake and ENS names are refused in plain words where nothing resolves them', () => {
  const without = { ...rules, resolves: { handshake: false, ens: false } }
  expect(parse('ens-domain', 'harbour.eth', without)).toContain('LONGSHORE_ENS_RESOLVERS')
  expect(parse('handshake-domain', 'harbour', without)).toContain('LONGSHORE_HANDSHAKE_RESOLVERS')
})

test('every name that is accepted is one of DNS, and is accepted again as it is stored', () => {
  const text = fc.oneof(fc.string({ unit: 'grapheme' }), fc.domain(), fc.webUrl(), fc.ipV4(), fc.emailAddress())
  fc.assert(
    fc.property(fc.constantFrom(...domainTypes), text, (type, given) => {
      const parsed = parseDomainName(type, given, rules)
      if ('error' in parsed) return
      const { name } = parsed.domain
      expect(name).toMatch(/^(\*\.)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/)
      expect(parse(type, name)).toBe(name)
      expect(displayNameOf(name)).not.toBe('')
    }),
    { numRuns: 50 },
  )
})

test('limits of an authority count registered domains', () => {
  expect(registeredDomain('*.a.example.co.uk')).toBe('example.co.uk')
})

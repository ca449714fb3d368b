import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { delegatedName } from '../../server/compute/domains/acme/challenges.ts'
import { configFrom } from '../../server/config.ts'
import { freePort } from '../acme-server.ts'
import { acmeHarness } from './acme-harness.ts'

const MINUTE_MS = 60_000

test('TLS-ALPN-01 is answered on the port of visitors', { timeout: 2 * MINUTE_MS }, async () => {
  const harness = await acmeHarness({ LONGSHORE_ACME_CHALLENGE: 'tls-alpn-01' })
  try {
    const domain = await harness.addDomain('alpn.harbour.test')
    const { certificate } = await harness.until(domain, (found) => found.certificate.state === 'issued')
    expect(certificate.names).toEqual(['alpn.harbour.test'])
  } finally {
    await harness.close()
  }
})

test('DNS-01 gets a wildcard its certificate through the operator’s program', { timeout: 2 * MINUTE_MS }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'longshore-hook-'))
  const hook = join(folder, 'hook')
  const harness = await acmeHarness({ LONGSHORE_DNS_HOOK: hook, LONGSHORE_DNS_HOOK_ZONE: 'challenges.test' })
  // What an operator writes for a server that takes updates by RFC 2136.
  writeFileSync(
    hook,
    `#!/bin/sh
case "$1" in set) line="update add $2. 0 TXT $3" ;; *) line="update delete $2. TXT $3" ;; esac
printf 'server 127.0.0.1 ${harness.dns.port}\\nzone test.\\n%s\\nsend\\n' "$line" | knsupdate
`,
  )
  chmodSync(hook, 0o755)
  try {
    const { proof } = await proofOf(harness.store.pool, await harness.addDomain('*.fleet.test'))
    await harness.dns.set('_acme-challenge.fleet.test', 'CNAME', `${delegatedName(proof, 'challenges.test')}.`)
    const [domain] = (await harness.call('readDomains', { id: harness.instanceId })).domains
    if (!domain) throw new Error('no domain')
    expect(domain.records).toContainEqual({
      purpose: 'certificate',
      type: 'CNAME',
      name: '_acme-challenge.fleet.test',
      value: delegatedName(proof, 'challenges.test'),
    })
    const { certificate } = await harness.until(domain, (found) => found.certificate.state === 'issued')
    expect(certificate.names).toEqual(['*.fleet.test'])
  } finally {
    await harness.close()
    rmSync(folder, { recursive: true, force: true })
  }
})

const proofOf = async (
  pool: { query: (text: string, values: unknown[]) => Promise<{ rows: { proof: string }[] }> },
  { _id }: { _id: string },
) => {
  const { rows } = await pool.query('select proof from domain where id = $1', [_id])
  return rows[0] ?? { proof: '' }
}

const base = { LONGSHORE_ACME_URL: 'https://acme.example.org/directory', LONGSHORE_ACME_TERMS: 'accepted' }

test.each([
  ['without accepted terms', { LONGSHORE_ACME_TERMS: '' }, /LONGSHORE_ACME_TERMS=accepted/],
  ['TLS-ALPN-01 without a port', { LONGSHORE_ACME_CHALLENGE: 'tls-alpn-01' }, /Set LONGSHORE_HTTPS_PORT/],
  [
    'TLS-ALPN-01 behind a proxy that ends TLS',
    { LONGSHORE_ACME_CHALLENGE: 'tls-alpn-01', LONGSHORE_HTTPS_PORT: '443', LONGSHORE_TRUST_PROXY: '10.0.0.1' },
    /TLS ends at the proxy in front/,
  ],
  ['DNS-01 without a hook', { LONGSHORE_ACME_CHALLENGE: 'dns-01' }, /needs LONGSHORE_DNS_HOOK/],
  ['a hook without a zone', { LONGSHORE_DNS_HOOK: '/hook' }, /LONGSHORE_DNS_HOOK_ZONE/],
  ['an authority without TLS', { LONGSHORE_ACME_URL: 'http://acme.example.org' }, /must begin with https/],
  ['a file that is not there', { LONGSHORE_ACME_CA: '/nowhere/ca.pem' }, /cannot be read/],
])('ACME is refused in words: %s', (_name, settings, message) => {
  expect(() => configFrom({ ...base, ...settings }, '/tmp')).toThrow(message)
})

test('an authority with a private address is refused unless the operator permits it', async () => {
  const { createAcmeHttp } = await import('../../server/compute/domains/acme/client/acme-http.ts')
  const http = createAcmeHttp({ ca: undefined, allowPrivate: false })
  const port = await freePort()
  for (const host of ['127.0.0.1', 'localhost', '[::1]', '10.0.0.1', '169.254.169.254', '0x7f.1'])
    await expect(http('GET', `https://${host}:${port}/`)).rejects.toThrow(/is not a public address/)
})

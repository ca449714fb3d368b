import { afterAll, beforeAll, expect, test } from 'vitest'
import { certificateSeal } from '../../server/compute/domains/certificates/certificate-rows.ts'
import { recordVerification } from '../../server/compute/domains/rows/domain-events.ts'
import { changeDomain, lockDomain } from '../../server/compute/domains/rows/domain-rows.ts'
import { startCertificateSource } from '../../server/gateway/certificates/certificate-source.ts'
import type { Command } from '../../server/gateway/control/control-messages.ts'
import { createTestAuthority } from '../certificates.ts'
import { type ComputeHarness, computeHarness } from './compute-harness.ts'
import { insertQuietInstance } from './domain-harness.ts'
import { until } from './until.ts'

let harness: ComputeHarness
beforeAll(async () => {
  harness = await computeHarness({ environment: { LONGSHORE_DNS_RESOLVERS: '127.0.0.1:9' } })
})
afterAll(() => harness.close())

test('the gateway gets the key of a name when it is verified, and no longer than it is', async () => {
  const id = await insertQuietInstance(harness)
  const { domain } = await harness.call('createDomain', { id, type: 'subdomain', name: 'www.example.org' })
  const { chain, key } = await (await createTestAuthority()).issue(['www.example.org'])
  await harness.call('uploadCertificate', { id, domainId: domain._id, certificate: chain, privateKey: key })

  const { db } = harness.store
  const sent: Command[] = []
  const source = startCertificateSource(
    harness.store,
    certificateSeal('a secret of these tests, long enough'),
    harness.log,
  )
  source.connect({ send: (command) => sent.push(command), closed: new Promise<void>(() => {}) })
  const known = () =>
    sent.flatMap((command) => {
      if (command.type === 'allCertificates') return command.certificates.map(({ domainId }) => domainId)
      if (command.type === 'changedCertificates')
        return [...command.certificates.map(({ domainId }) => domainId), ...command.removedIds.map((of) => `-${of}`)]
      return []
    })
  await until(async () => sent.some(({ type }) => type === 'allCertificates'))
  expect(known()).toEqual([])

  const change = (state: 'verified' | 'taken') =>
    db.transaction(async (tx) => {
      await recordVerification(tx, await lockDomain(tx, { domainId: domain._id }), state)
      await changeDomain(tx, domain._id, { cname: 'localhost', addresses: [] }, { state })
    })
  await change('verified')
  await until(async () => known().includes(domain._id))
  await change('taken')
  await until(async () => known().at(-1) === `-${domain._id}`)
  source.stop()
})

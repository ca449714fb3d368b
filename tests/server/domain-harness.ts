import { randomUUID } from 'node:crypto'
import type { InstanceId } from '../../src/contract/wire/common.ts'
import type { Domain } from '../../src/contract/wire/domains/domain.ts'
import type { DnsServer } from '../dns-server.ts'
import type { ComputeHarness } from './compute-harness.ts'
import { sampleRows } from './kind-samples.ts'

type Owner = Pick<ComputeHarness, 'store' | 'organizationId' | 'projectId'>

/** Inserts an instance that the reconciler leaves alone. */
export async function insertQuietInstance({ store, organizationId, projectId }: Owner): Promise<InstanceId> {
  const id = await sampleRows.instance(store, { organizationId, projectId } as never)
  await store.pool.query(`update instance set lease_owner = 'the tests', lease_until = '2999-01-01' where id = $1`, [
    id,
  ])
  return id as InstanceId
}

/** Inserts another organisation that has verified a name. */
export async function insertDomainHolder(
  { store }: Pick<ComputeHarness, 'store'>,
  name: string,
): Promise<{ id: string; proof: string }> {
  const organizationId = randomUUID()
  await store.pool.query(
    `insert into organization (id, name, username, site_id, compute_id, storage_id) values ($1, 'Rival', $2, $3, $4, $5)`,
    [organizationId, `rival-${organizationId.slice(0, 8)}`, randomUUID(), randomUUID(), randomUUID()],
  )
  const projectId = await sampleRows.project(store, { organizationId } as never)
  const instanceId = await insertQuietInstance({ store, organizationId, projectId } as never)
  const id = await sampleRows.domain(store, { organizationId, instanceId } as never)
  const proof = randomUUID().replaceAll('-', '')
  await store.pool.query(`update domain set name = $2, type = 'domain', proof = $3, state = 'verified' where id = $1`, [
    id,
    name,
    proof,
  ])
  return { id, proof }
}

/** Sets the records that a domain asks for. */
export async function setRecords(dns: DnsServer, { name, records }: Domain): Promise<void> {
  await dns.set(name, 'CNAME')
  await dns.set(name, 'A')
  for (const { type, name: at, value } of records) await dns.set(at, type, type === 'CNAME' ? `${value}.` : value)
}

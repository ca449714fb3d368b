import { and, eq, inArray } from 'drizzle-orm'
import type { FieldError } from '../../../../src/contract/error-codes.ts'
import type { UnitPrice } from '../../../../src/contract/wire/catalogue.ts'
import type { InstanceId, OrganizationId, ProjectId } from '../../../../src/contract/wire/common.ts'
import type { StoredConfiguration } from '../../../../src/contract/wire/instance/instance-configuration.ts'
import { type Author, writeAudit } from '../../../audit/write-audit.ts'
import { ApiError } from '../../../http/api-error.ts'
import type { Tx } from '../../../store/connection.ts'
import { addresses } from '../../../store/schema.ts'
import type { Region } from '../../catalogue/regions/regions.ts'
import { lockAllocation } from '../pool/take-address.ts'
import { type SharedPortSettings, takePorts } from '../pool/take-ports.ts'
import type { AddressRow } from '../rows/address-wire.ts'
import { attachAddress } from '../rows/change-address.ts'
import { leaseAddress } from '../rows/lease-address.ts'
import { findAddressUser } from './find-address-user.ts'
import { forwardedPorts, staticNameOf } from './leased-places.ts'

export interface Leasing {
  organizationId: OrganizationId
  projectId: ProjectId
  instanceId: InstanceId
  /** The instance's host label. */
  host: string
  configuration: Pick<StoredConfiguration, 'services'>
  /** Returns the instance's region, which is only needed where something is leased. */
  region: () => Region
  unitPrice: UnitPrice
  /** Null for the platform. */
  author: Author | null
  sharedPorts: SharedPortSettings
}

export interface AddressPlan {
  /** How many addresses the organisation holds in addition. */
  added: number
  /** Takes and attaches them, and ports of the shared address. Call it once the instance's row exists. */
  apply(): Promise<void>
}

/**
 * Finds out which addresses and ports a configuration needs beyond those that its instance has. The caller has locked
 * the project's row, which serialises this for its static addresses.
 */
export async function planAddresses(tx: Tx, leasing: Leasing): Promise<AddressPlan> {
  const { organizationId, projectId, instanceId, host, configuration, author, unitPrice } = leasing
  const { services } = configuration
  const dedicated = services.filter(({ ipLease }) => ipLease === 'dedicated-ip').map(({ name }) => name)
  const statics = services.flatMap((service) =>
    service.ipLease === 'static' ? [{ service: service.name, name: staticNameOf(service, host) }] : [],
  )
  const shared = services
    .filter(({ ipLease }) => ipLease === 'shared-ip')
    .flatMap((service) => forwardedPorts(service).map((port) => ({ ...port, service: service.name })))
  if (dedicated.length + statics.length + shared.length === 0) return { added: 0, apply: async () => {} }

  const owned = dedicated.length > 0 ? await dedicatedOf(tx, instanceId) : []
  const missing = dedicated.filter((service) => !owned.some((row) => row.service === service))
  const known = await namedIn(tx, projectId, statics)
  await checkStatics(tx, leasing, known)
  const fresh = statics.filter(({ name }) => !known.has(name))

  return {
    added: missing.length + fresh.length,

    async apply() {
      await lockAllocation(tx)
      const of = { organizationId, projectId, instanceId, unitPrice }
      for (const service of missing)
        await leaseAddress(tx, author, { ...of, type: 'dedicated', service, region: leasing.region() })
      for (const { name, service } of fresh)
        await leaseAddress(tx, author, { ...of, type: 'static', name, service, region: leasing.region() })
      for (const { name, service } of statics) {
        const row = known.get(name)
        if (row) await attach(tx, leasing, row, service)
      }
      if (shared.length > 0)
        await takePorts(tx, { ...of, address: leasing.region().sharedAddress ?? '' }, shared, leasing.sharedPorts)
    },
  }
}

const dedicatedOf = (tx: Tx, instanceId: InstanceId): Promise<AddressRow[]> =>
  tx
    .select()
    .from(addresses)
    .where(and(eq(addresses.instanceId, instanceId), eq(addresses.type, 'dedicated')))

async function namedIn(
  tx: Tx,
  projectId: ProjectId,
  statics: readonly { name: string }[],
): Promise<Map<string, AddressRow>> {
  if (statics.length === 0) return new Map()
  const names = statics.map(({ name }) => name)
  const rows = await tx
    .select()
    .from(addresses)
    .where(and(eq(addresses.projectId, projectId), inArray(addresses.name, names)))
  return new Map(rows.map((row) => [row.name, row]))
}

async function checkStatics(
  tx: Tx,
  { configuration, host, instanceId, region }: Leasing,
  known: ReadonlyMap<string, AddressRow>,
): Promise<void> {
  const fields: FieldError[] = []
  const seen = new Set<string>()
  for (const [index, service] of configuration.services.entries()) {
    if (service.ipLease !== 'static') continue
    const name = staticNameOf(service, host)
    const row = known.get(name)
    const user = row && (await findAddressUser(tx, row, instanceId))
    const message = seen.has(name)
      ? 'Another service of this instance has this address. Choose another one.'
      : user
        ? `${user.name} uses this address. Close it, or choose another address.`
        : row && row.region !== region().name
          ? `${name} is an address of another region. Choose one of ${region().title}.`
          : undefined
    if (message) fields.push({ field: `configuration.services.${index}.staticAddress`, message })
    seen.add(name)
  }
  if (fields.length > 0) throw new ApiError('invalid', { fields })
}

async function attach(tx: Tx, { instanceId, author }: Leasing, row: AddressRow, service: string): Promise<void> {
  if (row.instanceId === instanceId && row.service === service) return
  await attachAddress(tx, row.id, { instanceId, service })
  if (row.instanceId === instanceId) return
  await writeAudit(tx, author, {
    organizationId: row.organizationId,
    action: 'address.attached',
    target: row.name,
    after: { ip: row.ip, service },
  })
}

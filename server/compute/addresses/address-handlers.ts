import { asc, eq, sql } from 'drizzle-orm'
import type { addressCalls } from '../../../src/contract/calls/compute/address-calls.ts'
import { writeAudit } from '../../audit/write-audit.ts'
import { ApiError } from '../../http/api-error.ts'
import type { Handlers } from '../../http/handler.ts'
import type { QuotaLimits } from '../../limit-settings.ts'
import { lockOrganization } from '../../organizations/lock-organization.ts'
import type { Db } from '../../store/connection.ts'
import { addresses, projects } from '../../store/schema.ts'
import { invalidField } from '../catalogue/invalid-field.ts'
import type { Regions } from '../catalogue/regions/regions.ts'
import { checkMaintained } from '../projects/check-maintained.ts'
import { checkQuotas } from '../quotas/quotas.ts'
import { lockProject } from '../volumes/rows/lock-project.ts'
import { findAddressUser } from './leases/find-address-user.ts'
import { lockAllocation } from './pool/take-address.ts'
import { addressWire } from './rows/address-wire.ts'
import { leaseAddress } from './rows/lease-address.ts'
import { releaseAddress } from './rows/release-address.ts'

interface Options {
  db: Db
  regions: Regions
  quotas: QuotaLimits
}

export const addressHandlers = ({ db, regions, quotas }: Options): Handlers<keyof typeof addressCalls> => ({
  async readProjectAddresses({ input }) {
    const rows = await db
      .select()
      .from(addresses)
      .where(eq(addresses.projectId, input.id))
      .orderBy(sql`${addresses.type} desc`, asc(addresses.name), asc(addresses.createdAt))
    return { addresses: rows.map(addressWire) }
  },

  async readAddress({ input }) {
    const [row] = await db.select().from(addresses).where(eq(addresses.id, input.id))
    if (!row) throw new ApiError('notFound')
    return { address: addressWire(row) }
  },

  leaseAddress: (context) =>
    db.transaction(async (tx) => {
      const { id: projectId, name, region: regionName } = context.input
      const region = regions.named(regionName)
      if (region.isDisabled || !region.isServed) throw new ApiError('regionDisabled')
      if (region.addressCount === 0) throw invalidField('region', `${region.title} has no IP addresses of its own.`)
      await checkMaintained(tx, projectId)
      const [project] = await tx
        .select({ organizationId: projects.organizationId })
        .from(projects)
        .where(eq(projects.id, projectId))
      if (!project) throw new ApiError('notFound')
      const { organizationId } = project
      await lockOrganization(tx, organizationId)
      await checkQuotas(tx, organizationId, { addresses: 1 }, quotas)
      await lockAllocation(tx)
      const named = await tx.select({ name: addresses.name }).from(addresses).where(eq(addresses.projectId, projectId))
      if (named.some((row) => row.name === name))
        throw invalidField('name', 'This project has an address of this name. Choose another one.')
      const row = await leaseAddress(tx, context, {
        organizationId,
        projectId,
        type: 'static',
        name,
        region,
        unitPrice: regions.unitPriceOf(region.name),
      })
      const made = { address: addressWire(row) }
      await context.settle?.(tx, made)
      return made
    }),

  releaseAddress: (context) =>
    db.transaction(async (tx) => {
      const { id } = context.input
      const [found] = await tx.select({ projectId: addresses.projectId }).from(addresses).where(eq(addresses.id, id))
      if (!found) throw new ApiError('notFound')
      await lockProject(tx, found.projectId)
      const [row] = await tx.select().from(addresses).where(eq(addresses.id, id)).for('update')
      if (!row) throw new ApiError('notFound')
      if (row.type === 'dedicated')
        throw new ApiError('addressInUse', {
          message: 'A dedicated address is released when its instance is closed, or no longer asks for it.',
        })
      const user = await findAddressUser(tx, row)
      if (user)
        throw new ApiError('addressInUse', {
          message: `${user.name} uses this address. Close it, or choose another address for it first.`,
        })
      await releaseAddress(tx, row)
      await writeAudit(tx, context, {
        organizationId: row.organizationId,
        action: 'address.released',
        target: row.name,
        before: { ip: row.ip, region: row.region },
      })
      return { message: 'The IP address was released' }
    }),
})

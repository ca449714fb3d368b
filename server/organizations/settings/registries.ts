import { eq, sql } from 'drizzle-orm'
import { writeAudit } from '../../audit/write-audit.ts'
import { ApiError } from '../../http/api-error.ts'
import { fieldError } from '../../http/field-error.ts'
import type { CallContext } from '../../http/handler.ts'
import { organizations } from '../../store/schema.ts'
import { type ChangeOptions, changeOrganization, publishOrganizationChanged } from '../change-organization.ts'

const MAX_REGISTRIES = 50

export const saveRegistry = async (
  options: ChangeOptions,
  context: CallContext<'saveRegistry'>,
): Promise<{ message: string }> => {
  const { name } = context.input
  const address = await checksummed(context.input.address)
  return changeOrganization(options, context, 'organization.write', async (tx, organization) => {
    const { id, registries } = organization
    const before = registries.find((known) => isSame(known.address, address))
    if (!before && registries.length >= MAX_REGISTRIES)
      throw new ApiError('invalid', { message: `You can have at most ${MAX_REGISTRIES} registries.` })
    const saved = { address, name, createdOn: before?.createdOn ?? new Date().toISOString() }
    await tx
      .update(organizations)
      .set({ registries: [...registries.filter((known) => known !== before), saved], updatedAt: sql`now()` })
      .where(eq(organizations.id, id))
    await writeAudit(tx, context, {
      organizationId: id,
      action: 'registry.saved',
      target: address,
      ...(before && { before: { name: before.name } }),
      after: { name },
    })
    await publishOrganizationChanged(tx, organization)
    return { message: 'The registry was saved' }
  })
}

/** Only takes it off the list: nothing else refers to it, and its contract stays on the chain. */
export const removeRegistry = (
  options: ChangeOptions,
  context: CallContext<'removeRegistry'>,
): Promise<{ message: string }> =>
  changeOrganization(options, context, 'organization.write', async (tx, organization) => {
    const { id, registries } = organization
    const removed = registries.find(({ address }) => isSame(address, context.input.address))
    if (!removed) throw new ApiError('notFound', { message: 'This registry is not listed any more.' })
    await tx
      .update(organizations)
      .set({ registries: registries.filter((known) => known !== removed), updatedAt: sql`now()` })
      .where(eq(organizations.id, id))
    await writeAudit(tx, context, {
      organizationId: id,
      action: 'registry.removed',
      target: removed.address,
      before: { name: removed.name },
    })
    await publishOrganizationChanged(tx, organization)
    return { message: 'The registry was removed' }
  })

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/** Returns the spelling whose capital letters are a checksum (EIP-55). Addresses in one case carry none. */
const checksummed = async (address: string): Promise<string> => {
  const { getAddress } = await import('ethers')
  const canonical = getAddress(address.toLowerCase())
  const digits = address.slice(2)
  const isOneCase = digits === digits.toLowerCase() || digits === digits.toUpperCase()
  if (!isOneCase && digits !== canonical.slice(2))
    throw fieldError('address', 'This address is misspelt: its capital letters do not match. Copy it again.')
  return canonical
}

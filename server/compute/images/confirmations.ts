import { createHmac, hkdfSync } from 'node:crypto'
import { and, eq, gt, sql } from 'drizzle-orm'
import type { OrganizationId } from '../../../src/contract/wire/common.ts'
import type { RegistryCredentials } from '../../engines/engine.ts'
import type { DbOrTx } from '../../store/connection.ts'
import { imageConfirmations } from '../../store/schema.ts'

export interface ImageAccess {
  organizationId: OrganizationId
  image: string
  credentials: RegistryCredentials | undefined
}

/** Records that a registry let an organisation read an image with certain credentials, and the image's digest. */
export interface Confirmations {
  add(access: ImageAccess, reference: string): Promise<void>
  /** Returns the reference if the registry confirmed it recently for the same organisation and credentials. */
  find(access: ImageAccess): Promise<string | undefined>
  /** Called when the registry now denies access. */
  drop(access: ImageAccess): Promise<void>
}

export function createConfirmations(db: DbOrTx, secret: string, lastMs: number): Confirmations {
  const key = Buffer.from(hkdfSync('sha256', secret, 'longshore', 'image confirmations', 32))
  const hashOf = (credentials: RegistryCredentials | undefined): string =>
    createHmac('sha256', key)
      .update(JSON.stringify(credentials ? [credentials.registry, credentials.username, credentials.password] : []))
      .digest('hex')
  const same = ({ organizationId, image, credentials }: ImageAccess) =>
    and(
      eq(imageConfirmations.organizationId, organizationId),
      eq(imageConfirmations.credentialsHash, hashOf(credentials)),
      eq(imageConfirmations.image, image),
    )
  return {
    async add({ organizationId, image, credentials }, reference) {
      await db
        .insert(imageConfirmations)
        .values({ organizationId, image, credentialsHash: hashOf(credentials), reference })
        .onConflictDoUpdate({
          target: [imageConfirmations.organizationId, imageConfirmations.credentialsHash, imageConfirmations.image],
          set: { reference, confirmedAt: sql`now()` },
        })
    },
    async find(access) {
      const since = sql`now() - make_interval(secs => ${lastMs / 1000})`
      const [row] = await db
        .select({ reference: imageConfirmations.reference })
        .from(imageConfirmations)
        .where(and(same(access), gt(imageConfirmations.confirmedAt, since)))
      return row?.reference
    },
    async drop(access) {
      await db.delete(imageConfirmations).where(same(access))
    },
  }
}

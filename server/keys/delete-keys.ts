import type { SQL } from 'drizzle-orm'
import { type Author, writeAudit } from '../audit/write-audit.ts'
import type { Tx } from '../store/connection.ts'
import { apiKeys } from '../store/schema.ts'

type Key = typeof apiKeys.$inferSelect
const byOrganization = (a: Key, b: Key) => a.organizationId.localeCompare(b.organizationId)

/** Deletes API tokens, with an audit entry for each, and returns their number. */
export const deleteKeys = async (tx: Tx, author: Author, which: SQL | undefined): Promise<number> => {
  const deleted = await tx.delete(apiKeys).where(which).returning()
  // Sorted, so that two deletions never wait for each other's audit chains.
  for (const { organizationId, name, appType, scopes, start } of deleted.toSorted(byOrganization))
    await writeAudit(tx, author, {
      organizationId,
      action: 'token.deleted',
      target: name,
      before: { type: appType, scopes, start },
    })
  return deleted.length
}

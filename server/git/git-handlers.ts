import { and, desc, eq, isNull } from 'drizzle-orm'
import type { gitCalls } from '../../src/contract/calls/git-calls.ts'
import { ApiError } from '../http/api-error.ts'
import type { Handlers } from '../http/handler.ts'
import { sessionOf } from '../http/require-user.ts'
import type { Store } from '../store/connection.ts'
import { gitAuthorizations, organizations } from '../store/schema.ts'
import { recordGitChange } from './record-git-change.ts'

/** Handlers for the caller's own grants of access to repositories. */
export const gitHandlers = ({ db }: Pick<Store, 'db'>): Handlers<keyof typeof gitCalls> => ({
  readGitAuthorizations: async ({ caller }) => {
    const { organizationId, provider, username, updatedAt } = gitAuthorizations
    const { name, username: organizationUsername } = organizations
    const rows = await db
      .select({ organizationId, provider, username, updatedAt, name, organizationUsername })
      .from(gitAuthorizations)
      .innerJoin(organizations, and(eq(organizations.id, organizationId), isNull(organizations.deletedAt)))
      .where(eq(gitAuthorizations.userId, sessionOf(caller).userId))
      .orderBy(desc(updatedAt))
    return {
      authorizations: rows.map((row) => ({
        provider: row.provider,
        username: row.username,
        organizationId: row.organizationId,
        organization: { profile: { name: row.name, username: row.organizationUsername } },
        grantedAt: row.updatedAt.toISOString(),
      })),
    }
  },

  revokeGitAuthorization: async ({ caller, address, input: { provider, id }, settle }) => {
    const { userId } = sessionOf(caller)
    const response = { message: 'The access to repositories was revoked.' }
    await db.transaction(async (tx) => {
      const [revoked] = await tx
        .delete(gitAuthorizations)
        .where(
          and(
            eq(gitAuthorizations.organizationId, id),
            eq(gitAuthorizations.userId, userId),
            eq(gitAuthorizations.provider, provider),
          ),
        )
        .returning({ username: gitAuthorizations.username })
      if (!revoked) throw new ApiError('notFound')
      await recordGitChange(tx, { userId, address, provider, username: revoked.username, change: 'revoked' })
      await settle?.(tx, response)
    })
    return response
  },
})

import { sql } from 'drizzle-orm'
import type { GitProvider } from '../../src/contract/wire/account.ts'
import type { OrganizationId, UserId } from '../../src/contract/wire/common.ts'
import { permissionsOf } from '../../src/rules/roles.ts'
import { findResourceScope } from '../http/find-resource-scope.ts'
import { createSeal } from '../keys/seal.ts'
import type { Store } from '../store/connection.ts'
import { gitAuthorizations } from '../store/schema.ts'
import { recordGitChange } from './record-git-change.ts'

/** The scopes that let an application read repositories, in addition to those of a sign-in. */
export const gitScopes: Record<GitProvider, string> = {
  github: 'repo',
  gitlab: 'read_api read_repository',
  bitbucket: 'repository',
}

/** Returns the page of the console that reports the result to the tab that asked. */
export const authorizedPage = (provider: string, error?: string): string =>
  `/${provider}/callback/auth${error === undefined ? '' : `?${new URLSearchParams({ error })}`}`

/** What a provider granted; only providers whose tokens expire return the last two. */
export interface GitTokens {
  accessToken: string
  refreshToken: string | null
  expiresAt: string | null
}

interface GitAuthorization {
  organizationId: OrganizationId
  userId: UserId
  provider: GitProvider
  account: { subject: string; username: string }
  tokens: GitTokens
  /** The address of the browser. */
  address: string
}

export interface GitAuthorizations {
  /** Resolves with the organisation of an id, or with null if the user may not deploy there. */
  organizationFor(userId: UserId, id: string): Promise<OrganizationId | null>
  /** Stores an authorisation in place of the user's earlier one for this organisation and provider. */
  save(authorization: GitAuthorization): Promise<void>
}

export const createGitAuthorizations = (secret: string, { db, pool }: Store): GitAuthorizations => {
  const forTokens = createSeal(secret, 'git-authorizations')
  return {
    organizationFor: async (userId, id) => {
      const scope = await findResourceScope(pool, 'organization', id, userId)
      if (!scope?.role) return null
      return permissionsOf(scope.role, scope.changed).includes('projects.write') ? scope.organizationId : null
    },

    save: ({ organizationId, userId, provider, account, tokens, address }) =>
      db.transaction(async (tx) => {
        const sealed = forTokens.seal(JSON.stringify(tokens), `${organizationId}/${userId}/${provider}`)
        const granted = { ...account, tokens: sealed }
        await tx
          .insert(gitAuthorizations)
          .values({ organizationId, userId, provider, ...granted })
          .onConflictDoUpdate({
            target: [gitAuthorizations.organizationId, gitAuthorizations.userId, gitAuthorizations.provider],
            set: { ...granted, updatedAt: sql`now()` },
          })
        await recordGitChange(tx, { userId, address, provider, username: account.username, change: 'granted' })
      }),
  }
}

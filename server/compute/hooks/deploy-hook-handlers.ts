import { eq } from 'drizzle-orm'
import type { deployHookCalls } from '../../../src/contract/calls/compute/deploy-hook-calls.ts'
import { writeAudit } from '../../audit/write-audit.ts'
import type { Handlers } from '../../http/handler.ts'
import { requireUser } from '../../http/require-user.ts'
import { scopeOf } from '../../http/scope-of.ts'
import { derivedKey } from '../../session/derived-key.ts'
import type { Db } from '../../store/connection.ts'
import { deployHooks } from '../../store/schema.ts'
import { lockForChange } from '../deployments/changes/lock-for-change.ts'
import { hashOfToken, newHookToken, signingSecretOf } from './hook-secrets.ts'

export interface HookOptions {
  db: Db
  /** The secret of the installation. */
  secret: string
  publicUrl: string
}

export const HOOK_KEY = 'deploy-hook-signatures'

export const hookPath = (token: string): string => `/api/deploy-hook/${token}`

export function deployHookHandlers({ db, secret, publicUrl }: HookOptions): Handlers<keyof typeof deployHookCalls> {
  return {
    async readDeployHook({ input }) {
      const [row] = await db.select().from(deployHooks).where(eq(deployHooks.instanceId, input.id))
      return { deployHook: row ? hookWire(row) : null }
    },

    createDeployHook: (context) =>
      db.transaction(async (tx) => {
        const { organizationId } = scopeOf(context.scope)
        const { id, signatureRequired } = context.input
        const instance = await lockForChange(tx, { id, organizationId })
        const token = newHookToken()
        await tx.delete(deployHooks).where(eq(deployHooks.instanceId, id))
        const [row] = await tx
          .insert(deployHooks)
          .values({
            instanceId: id,
            tokenHash: hashOfToken(token),
            signatureRequired,
            createdBy: requireUser(context.caller).userId,
          })
          .returning()
        if (!row) throw new Error('The deploy hook was not inserted')
        await writeAudit(tx, context, {
          organizationId,
          action: 'instance.deployHookCreated',
          target: instance.name,
          after: { signatureRequired },
        })
        const response = {
          url: new URL(hookPath(token), publicUrl).href,
          signingSecret: signingSecretOf(derivedKey(secret, HOOK_KEY), row.id),
          deployHook: hookWire(row),
        }
        await context.settle?.(tx, response)
        return response
      }),

    deleteDeployHook: (context) =>
      db.transaction(async (tx) => {
        const { organizationId } = scopeOf(context.scope)
        const instance = await lockForChange(tx, { id: context.input.id, organizationId })
        const removed = await tx.delete(deployHooks).where(eq(deployHooks.instanceId, instance.id)).returning()
        if (removed.length > 0)
          await writeAudit(tx, context, {
            organizationId,
            action: 'instance.deployHookDeleted',
            target: instance.name,
          })
        return { message: 'The deploy hook is deleted' }
      }),
  }
}

const hookWire = ({ signatureRequired, createdAt, lastUsedAt, lastResult }: typeof deployHooks.$inferSelect) => ({
  signatureRequired,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
  lastResult,
})

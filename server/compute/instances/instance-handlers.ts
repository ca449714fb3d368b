import { and, eq, ne, sql } from 'drizzle-orm'
import type { instanceCalls } from '../../../src/contract/calls/instance-calls.ts'
import type { instanceCreationCalls } from '../../../src/contract/calls/instances/instance-creation-calls.ts'
import type { OrganizationId } from '../../../src/contract/wire/common.ts'
import { writeAudit } from '../../audit/write-audit.ts'
import { ApiError } from '../../http/api-error.ts'
import type { Handlers } from '../../http/handler.ts'
import { requireUser } from '../../http/require-user.ts'
import { scopeOf } from '../../http/scope-of.ts'
import { redactForVisitor } from '../../kinds/server-kind.ts'
import { isKnownAs } from '../../organizations/is-known-as.ts'
import { instances, organizations } from '../../store/schema.ts'
import { recordInstanceEvent } from '../events/instance-events.ts'
import { type CreateOptions, createInstance } from './create-instance.ts'
import { endInstance } from './end-instance.ts'
import { instanceKind } from './instance-kind.ts'
import { instanceWire } from './instance-wire.ts'
import { loadInstance, prepareLoadInstance } from './load-instance.ts'
import { publishInstanceChanged } from './publish-instance.ts'
import { revealVariable } from './reveal-variable.ts'

export function instanceHandlers(
  options: CreateOptions,
): Handlers<keyof typeof instanceCalls | keyof typeof instanceCreationCalls> {
  const { db, links } = options
  const load = prepareLoadInstance(db)

  return {
    createInstance: (context) => createInstance(options, context),

    async readInstance({ input, scope }) {
      const loaded = await load(input.id)
      if (!loaded) throw new ApiError('notFound')
      return {
        instance: redactForVisitor(instanceWire(loaded, links), scope, instanceKind.visitors),
      }
    },

    revealVariable: (context) => revealVariable(options, context),

    async closeInstance(context) {
      const { input, scope } = context
      const { organizationId } = scopeOf(scope)
      await checkSameOrganization(organizationId, input.organizationId)
      const instance = await endInstance(options, input.id, organizationId, { desiredState: 'closed', author: context })
      return { message: 'The instance is closing', instance }
    },

    async deleteInstance(context) {
      const { input, scope } = context
      await endInstance(options, input.id, scopeOf(scope).organizationId, { desiredState: 'deleted', author: context })
      return { message: 'The instance is being deleted' }
    },

    renameInstance: (context) =>
      db.transaction(async (tx) => {
        const { input } = context
        const [before] = await tx
          .select({ name: instances.name })
          .from(instances)
          .where(eq(instances.id, input.id))
          .for('no key update')
        const [renamed] = await tx
          .update(instances)
          .set({ name: input.name, revision: sql`${instances.revision} + 1`, updatedAt: sql`now()` })
          .where(and(eq(instances.id, input.id), ne(instances.desiredState, 'deleted')))
          .returning({ id: instances.id })
        if (renamed && before) {
          await recordInstanceEvent(tx, renamed.id, {
            kind: 'instanceRenamed',
            actor: requireUser(context.caller).userId,
            data: { before: before.name, after: input.name },
          })
          const instance = await publishInstanceChanged(tx, renamed.id, links, ['name'])
          await writeAudit(tx, context, {
            organizationId: instance.organizationId,
            action: 'instance.renamed',
            target: input.name,
            before: { name: before.name },
            after: { name: input.name },
          })
          return { instance }
        }
        throw new ApiError((await loadInstance(tx, input.id)) ? 'instanceEnding' : 'notFound')
      }),
  }

  /** Rejects an organisation in the body that does not own the instance as not found. */
  async function checkSameOrganization(organizationId: OrganizationId, named: OrganizationId): Promise<void> {
    if (organizationId === named) return
    const same = await db.$count(organizations, and(eq(organizations.id, organizationId), isKnownAs(named)))
    if (same === 0) throw new ApiError('notFound')
  }
}

import { asc, eq, sql } from 'drizzle-orm'
import type { savedViewCalls } from '../../src/contract/calls/saved-view-calls.ts'
import type { ProjectId } from '../../src/contract/wire/common.ts'
import type { SavedView } from '../../src/contract/wire/saved-view.ts'
import { writeAudit } from '../audit/write-audit.ts'
import { ApiError } from '../http/api-error.ts'
import { fieldError } from '../http/field-error.ts'
import type { Handlers } from '../http/handler.ts'
import { scopeOf } from '../http/scope-of.ts'
import { requireFreeName } from '../kinds/require-free-name.ts'
import { publishOrganizationEvents } from '../live/outbox.ts'
import { lockOrganization } from '../organizations/lock-organization.ts'
import type { Db, Tx } from '../store/connection.ts'
import { projects, savedViews } from '../store/schema.ts'

const MAX_PER_PROJECT = 50
/** One response lists all views of an organisation. */
const MAX_PER_ORGANIZATION = 500

/** Named filters of instance lists, shared by the members of an organisation. */
export const savedViewHandlers = ({ db }: { db: Db }): Handlers<keyof typeof savedViewCalls> => ({
  createSavedView: (context) =>
    db.transaction(async (tx) => {
      const { input, scope, settle } = context
      const { organizationId } = scopeOf(scope)
      const { id: projectId, name, query } = input
      await lockProject(tx, projectId)
      // Serialises the check of the number of views over all projects.
      await lockOrganization(tx, organizationId)
      if ((await tx.$count(savedViews, eq(savedViews.projectId, projectId))) >= MAX_PER_PROJECT)
        throw fieldError('name', `A project can have at most ${MAX_PER_PROJECT} saved views. Delete one first.`)
      if ((await tx.$count(savedViews, eq(savedViews.organizationId, organizationId))) >= MAX_PER_ORGANIZATION)
        throw fieldError(
          'name',
          `An organisation can have at most ${MAX_PER_ORGANIZATION} saved views. Delete one first.`,
        )
      await requireFreeName(tx, { ...inProject(projectId), name })
      const [row] = await tx.insert(savedViews).values({ organizationId, projectId, name, query }).returning()
      const savedView = wireOf(row)
      await publishOrganizationEvents(tx, organizationId, { kind: 'savedViewCreated', row: savedView })
      await writeAudit(tx, context, { organizationId, action: 'savedView.created', target: name })
      await settle?.(tx, { savedView })
      return { savedView }
    }),

  readSavedViews: async ({ scope }) => {
    const ofOrganization = eq(savedViews.organizationId, scopeOf(scope).organizationId)
    const rows = await db
      .select()
      .from(savedViews)
      .where(ofOrganization)
      .orderBy(asc(savedViews.name))
      .limit(MAX_PER_ORGANIZATION)
    return { savedViews: rows.map(wireOf) }
  },

  readSavedView: async ({ input }) => {
    const [row] = await db.select().from(savedViews).where(eq(savedViews.id, input.id))
    return { savedView: wireOf(row) }
  },

  renameSavedView: (context) =>
    db.transaction(async (tx) => {
      const { id, name } = context.input
      const [before] = await tx.select().from(savedViews).where(eq(savedViews.id, id))
      if (!before) throw new ApiError('notFound')
      await lockProject(tx, before.projectId)
      await requireFreeName(tx, { ...inProject(before.projectId), name, except: id })
      const [row] = await tx
        .update(savedViews)
        .set({ name, revision: sql`${savedViews.revision} + 1`, updatedAt: sql`now()` })
        .where(eq(savedViews.id, id))
        .returning()
      const savedView = wireOf(row)
      const { organizationId, revision, updatedAt } = savedView
      await publishOrganizationEvents(tx, organizationId, {
        kind: 'savedViewChanged',
        id,
        revision,
        changes: { name, revision, updatedAt },
      })
      await writeAudit(tx, context, {
        organizationId,
        action: 'savedView.renamed',
        target: name,
        before: { name: before.name },
        after: { name },
      })
      return { savedView }
    }),

  deleteSavedView: (context) =>
    db.transaction(async (tx) => {
      const { id } = context.input
      const [row] = await tx.delete(savedViews).where(eq(savedViews.id, id)).returning()
      const { organizationId, name } = wireOf(row)
      await publishOrganizationEvents(tx, organizationId, { kind: 'savedViewRemoved', id })
      await writeAudit(tx, context, { organizationId, action: 'savedView.deleted', target: name })
      return { message: 'The view was deleted' }
    }),
})

/** Serialises the checks of names and of the number of views. */
const lockProject = async (tx: Tx, id: ProjectId): Promise<void> => {
  const [row] = await tx.select({ id: projects.id }).from(projects).where(eq(projects.id, id)).for('no key update')
  if (!row) throw new ApiError('notFound')
}

const inProject = (id: ProjectId) => ({ table: savedViews, within: eq(savedViews.projectId, id), noun: 'view' })

const wireOf = (row: typeof savedViews.$inferSelect | undefined): SavedView => {
  if (!row) throw new ApiError('notFound')
  const { id, createdAt, updatedAt, ...fields } = row
  return { _id: id, ...fields, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() }
}

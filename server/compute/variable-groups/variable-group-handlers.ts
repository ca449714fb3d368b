import { randomUUID } from 'node:crypto'
import { and, asc, eq, sql } from 'drizzle-orm'
import type { variableGroupCalls } from '../../../src/contract/calls/compute/variable-group-calls.ts'
import type { VariableGroupId } from '../../../src/contract/wire/project/variable-group.ts'
import { writeAudit } from '../../audit/write-audit.ts'
import { ApiError } from '../../http/api-error.ts'
import { fieldError } from '../../http/field-error.ts'
import type { Handlers } from '../../http/handler.ts'
import { scopeOf } from '../../http/scope-of.ts'
import { publishOrganizationEvents } from '../../live/outbox.ts'
import type { Db, Tx } from '../../store/connection.ts'
import { variableGroups } from '../../store/schema.ts'
import { lockProject } from '../volumes/rows/lock-project.ts'
import { groupUsers } from './group-users.ts'
import type { GroupSecrets, GroupValues } from './group-values.ts'
import { mergeGroupValues } from './merge-group-values.ts'
import { type VariableGroupRow, variableGroupWire } from './variable-group-wire.ts'

const MAX_PER_PROJECT = 50

interface Options {
  db: Db
  groupSecrets: GroupSecrets
}

const namesOf = (values: GroupValues) => values.map(({ name, isSecret }) => ({ name, isSecret }))

export const variableGroupHandlers = ({ db, groupSecrets }: Options): Handlers<keyof typeof variableGroupCalls> => ({
  async readVariableGroups({ input }) {
    const rows = await db
      .select()
      .from(variableGroups)
      .where(eq(variableGroups.projectId, input.id))
      .orderBy(asc(variableGroups.name))
      .limit(MAX_PER_PROJECT)
    return { variableGroups: rows.map(variableGroupWire) }
  },

  async readVariableGroup({ input }) {
    const [row] = await db.select().from(variableGroups).where(eq(variableGroups.id, input.id))
    return { variableGroup: variableGroupWire(row) }
  },

  async readVariableGroupUsers({ input }) {
    const [row] = await db.select().from(variableGroups).where(eq(variableGroups.id, input.id))
    if (!row) throw new ApiError('notFound')
    return { instances: await groupUsers(db, row) }
  },

  createVariableGroup: (context) =>
    db.transaction(async (tx) => {
      const { input, scope, settle } = context
      const { organizationId } = scopeOf(scope)
      const { id: projectId, name } = input
      await lockProject(tx, projectId)
      const ofProject = eq(variableGroups.projectId, projectId)
      if ((await tx.$count(variableGroups, ofProject)) >= MAX_PER_PROJECT)
        throw fieldError('name', `A project can have at most ${MAX_PER_PROJECT} variable groups. Delete one first.`)
      if ((await tx.$count(variableGroups, and(ofProject, eq(variableGroups.name, name)))) > 0)
        throw fieldError('name', 'A group with this name already exists. Choose another.')
      const id = randomUUID() as VariableGroupId // A new id, branded here.
      const values = mergeGroupValues(input.variables, [])
      const variables = namesOf(values)
      const [row] = await tx
        .insert(variableGroups)
        .values({ id, organizationId, projectId, name, variables, sealed: groupSecrets.seal(id, values) })
        .returning()
      const variableGroup = variableGroupWire(row)
      await publishOrganizationEvents(tx, organizationId, { kind: 'variableGroupCreated', row: variableGroup })
      await writeAudit(tx, context, {
        organizationId,
        action: 'variableGroup.created',
        target: name,
        after: { variables: variables.map((variable) => variable.name) },
      })
      await settle?.(tx, { variableGroup })
      return { variableGroup }
    }),

  updateVariableGroup: (context) =>
    db.transaction(async (tx) => {
      const { id, revision: known, variables: given } = context.input
      const before = await lockGroup(tx, id)
      if (known !== undefined && known !== before.revision)
        throw new ApiError('invalid', {
          message: 'Another user has changed this group meanwhile. Look at it before you save your changes.',
        })
      const values = mergeGroupValues(given, groupSecrets.open(before))
      const [row] = await tx
        .update(variableGroups)
        .set({
          variables: namesOf(values),
          sealed: groupSecrets.seal(id, values),
          revision: sql`${variableGroups.revision} + 1`,
          updatedAt: sql`now()`,
        })
        .where(eq(variableGroups.id, id))
        .returning()
      const variableGroup = variableGroupWire(row)
      const { organizationId, variables, revision, updatedAt } = variableGroup
      await publishOrganizationEvents(tx, organizationId, {
        kind: 'variableGroupChanged',
        id,
        revision,
        changes: { variables, revision, updatedAt },
      })
      await writeAudit(tx, context, {
        organizationId,
        action: 'variableGroup.changed',
        target: before.name,
        before: { variables: before.variables.map(({ name }) => name) },
        after: { variables: variables.map(({ name }) => name) },
      })
      return { variableGroup }
    }),

  revealGroupVariable: (context) =>
    db.transaction(async (tx) => {
      const { id, name } = context.input
      const [row] = await tx.select().from(variableGroups).where(eq(variableGroups.id, id))
      if (!row) throw new ApiError('notFound')
      const variable = groupSecrets.open(row).find((one) => one.name === name)
      if (!variable) throw new ApiError('notFound', { message: `This group has no variable ${name}.` })
      if (variable.isSecret)
        throw new ApiError('notAllowed', { message: `${name} is a secret, whose value cannot be read again.` })
      await writeAudit(tx, context, {
        organizationId: row.organizationId,
        action: 'variableGroup.variableRevealed',
        target: `${name} of ${row.name}`,
        after: { variable: name },
      })
      return { value: variable.value }
    }),

  deleteVariableGroup: (context) =>
    db.transaction(async (tx) => {
      const row = await lockGroup(tx, context.input.id)
      const users = await groupUsers(tx, row)
      if (users.length > 0)
        throw new ApiError('variableGroupInUse', {
          message: `${listed(users.map(({ name }) => name))} ${users.length === 1 ? 'includes' : 'include'} this group. Remove it there first.`,
        })
      await tx.delete(variableGroups).where(eq(variableGroups.id, row.id))
      const { organizationId, id, name } = row
      await publishOrganizationEvents(tx, organizationId, { kind: 'variableGroupRemoved', id })
      await writeAudit(tx, context, { organizationId, action: 'variableGroup.deleted', target: name })
      return { message: 'The variable group was deleted' }
    }),
})

/** Locks a group after its project: no deployment includes it meanwhile. */
async function lockGroup(tx: Tx, id: VariableGroupId): Promise<VariableGroupRow> {
  const [found] = await tx
    .select({ projectId: variableGroups.projectId })
    .from(variableGroups)
    .where(eq(variableGroups.id, id))
  if (!found) throw new ApiError('notFound')
  await lockProject(tx, found.projectId)
  const [row] = await tx.select().from(variableGroups).where(eq(variableGroups.id, id)).for('no key update')
  if (!row) throw new ApiError('notFound')
  return row
}

const MAX_LISTED = 10

const listed = (names: readonly string[]): string =>
  names.length > MAX_LISTED
    ? `${names.slice(0, MAX_LISTED).join(', ')} and ${names.length - MAX_LISTED} more`
    : names.join(', ')

import { and, eq, inArray } from 'drizzle-orm'
import * as v from 'valibot'
import type { ProjectId } from '../../../src/contract/wire/common.ts'
import type { InstanceConfiguration } from '../../../src/contract/wire/instance/instance-configuration.ts'
import type { VariableGroupId } from '../../../src/contract/wire/project/variable-group.ts'
import { ApiError } from '../../http/api-error.ts'
import { createSeal } from '../../keys/seal.ts'
import type { DbOrTx } from '../../store/connection.ts'
import { variableGroups } from '../../store/schema.ts'

const values = v.array(v.object({ name: v.string(), value: v.string(), isSecret: v.boolean() }))

export type GroupValues = v.InferOutput<typeof values>

/** The groups of a project that a configuration includes, by their names. */
export type GroupVariables = ReadonlyMap<string, { version: string; variables: GroupValues }>

export interface GroupSecrets {
  seal(id: VariableGroupId, values: GroupValues): Buffer
  /** Rejects if the installation's secret has changed since. */
  open(row: Pick<typeof variableGroups.$inferSelect, 'id' | 'sealed'>): GroupValues
  /** Reads the groups that services include. One that does not exist is left out. */
  read(
    db: DbOrTx,
    projectId: ProjectId,
    configuration: Pick<InstanceConfiguration, 'services'>,
  ): Promise<GroupVariables>
}

export function createGroupSecrets(secret: string): GroupSecrets {
  const forValues = createSeal(secret, 'variable-groups')
  const open: GroupSecrets['open'] = ({ id, sealed }) => {
    const plain = forValues.open(sealed, id)
    if (plain === undefined) throw new ApiError('secretsUnreadable')
    return v.parse(values, JSON.parse(plain))
  }
  return {
    open,
    seal: (id, plain) => forValues.seal(JSON.stringify(plain), id),

    async read(db, projectId, { services }) {
      const names = [...new Set(services.flatMap(({ variableGroups: included }) => included))]
      if (names.length === 0) return new Map()
      const rows = await db
        .select()
        .from(variableGroups)
        .where(and(eq(variableGroups.projectId, projectId), inArray(variableGroups.name, names)))
      return new Map(rows.map((row) => [row.name, { version: versionOf(row), variables: open(row) }]))
    },
  }
}

/** Tells which values of a group a deployment has. */
export const versionOf = ({ id, revision }: Pick<typeof variableGroups.$inferSelect, 'id' | 'revision'>): string =>
  `${id}/${revision}`

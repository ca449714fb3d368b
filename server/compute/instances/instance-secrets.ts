import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import type { InstanceId } from '../../../src/contract/wire/common.ts'
import type { RegistryCredentials } from '../../engines/engine.ts'
import { createSeal } from '../../keys/seal.ts'
import type { DbOrTx } from '../../store/connection.ts'
import { instanceSecrets } from '../../store/schema.ts'

const variable = v.object({ name: v.string(), value: v.string() })
export const credentials = v.object({ registry: v.string(), username: v.string(), password: v.string() })

export type Variable = v.InferOutput<typeof variable>

export interface Secrets {
  variables: readonly Variable[]
  credentials: RegistryCredentials | null
}

/** The secrets of an instance: the values of its variables and the credentials of its registry. */
export interface InstanceSecrets {
  write(tx: DbOrTx, id: InstanceId, secrets: Secrets): Promise<void>
  /** Returns undefined if the installation's secret or the stored bytes have changed since. */
  read(db: DbOrTx, id: InstanceId): Promise<Secrets | undefined>
}

export const createInstanceSecrets = (secret: string): InstanceSecrets => {
  const forVariables = createSeal(secret, 'instance-variables')
  const forRegistry = createSeal(secret, 'registry-credentials')

  const open = <S extends v.GenericSchema>(schema: S, plain: string | undefined) =>
    plain === undefined ? undefined : v.parse(schema, JSON.parse(plain))

  return {
    async write(tx, id, { variables, credentials }) {
      if (variables.length === 0 && !credentials) return
      const sealed = {
        variables: variables.length > 0 ? forVariables.seal(JSON.stringify(variables), id) : null,
        registry: credentials && forRegistry.seal(JSON.stringify(credentials), id),
      }
      await tx
        .insert(instanceSecrets)
        .values({ instanceId: id, ...sealed })
        .onConflictDoUpdate({ target: instanceSecrets.instanceId, set: sealed })
    },

    async read(db, id) {
      const [row] = await db.select().from(instanceSecrets).where(eq(instanceSecrets.instanceId, id))
      const variables = row?.variables ? open(v.array(variable), forVariables.open(row.variables, id)) : []
      const registry = row?.registry ? open(credentials, forRegistry.open(row.registry, id)) : null
      return variables && registry !== undefined ? { variables, credentials: registry } : undefined
    },
  }
}

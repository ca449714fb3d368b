import { createHmac } from 'node:crypto'
import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import type { DeploymentId, InstanceId } from '../../../src/contract/wire/common.ts'
import type { RegistryCredentials } from '../../engines/engine.ts'
import { createSeal } from '../../keys/seal.ts'
import { derivedKey } from '../../session/derived-key.ts'
import type { DbOrTx } from '../../store/connection.ts'
import { deploymentSecrets, deployments } from '../../store/schema.ts'
import { ONLY_SERVICE } from './configuration/flat-configuration.ts'

/** Variables of earlier versions have no service, because an instance had only one. */
const service = v.optional(v.string(), ONLY_SERVICE)
const isSecret = v.optional(v.boolean(), false)
const variables = v.array(
  v.object({
    service,
    name: v.string(),
    value: v.string(),
    isSecret,
    /** The text with references that the value was made of. */
    reference: v.optional(v.string()),
    /** The variable group that it comes from. */
    group: v.optional(v.string()),
  }),
)
const files = v.array(v.object({ service, path: v.string(), content: v.string(), mode: v.number(), isSecret }))
const registryCredentials = v.object({ registry: v.string(), username: v.string(), password: v.string() })

/** The values of a deployment: variables and files of all services, and the credentials of its registry. */
export interface DeploymentValues {
  variables: v.InferOutput<typeof variables>
  files: v.InferOutput<typeof files>
  credentials: RegistryCredentials | null
}

export interface DeploymentSecrets {
  write(
    tx: DbOrTx,
    ids: { deploymentId: DeploymentId; instanceId: InstanceId },
    values: DeploymentValues,
  ): Promise<void>
  /** Returns undefined if the installation's secret or the stored bytes have changed since. */
  read(db: DbOrTx, id: DeploymentId): Promise<DeploymentValues | undefined>
  /** A digest that reveals nothing of a value, and is equal for equal values of one instance. */
  digest(id: InstanceId, value: string): string
}

const DIGEST_CHARACTERS = 16

export function createDeploymentSecrets(secret: string): DeploymentSecrets {
  const forVariables = createSeal(secret, 'instance-variables')
  const forFiles = createSeal(secret, 'instance-files')
  const forRegistry = createSeal(secret, 'registry-credentials')
  const digestKey = derivedKey(secret, 'instance-value-digests')

  return {
    async write(tx, { deploymentId, instanceId }, values) {
      if (values.variables.length === 0 && values.files.length === 0 && !values.credentials) return
      const sealed = {
        variables: values.variables.length > 0 ? forVariables.seal(JSON.stringify(values.variables), instanceId) : null,
        files: values.files.length > 0 ? forFiles.seal(JSON.stringify(values.files), instanceId) : null,
        registry: values.credentials && forRegistry.seal(JSON.stringify(values.credentials), instanceId),
      }
      await tx.insert(deploymentSecrets).values({ deploymentId, ...sealed })
    },

    async read(db, id) {
      const [row] = await db
        .select({ instanceId: deployments.instanceId, sealed: deploymentSecrets })
        .from(deployments)
        .leftJoin(deploymentSecrets, eq(deploymentSecrets.deploymentId, deployments.id))
        .where(eq(deployments.id, id))
      const none: DeploymentValues = { variables: [], files: [], credentials: null }
      if (!row?.sealed) return none
      const { sealed, instanceId } = row
      const opened = {
        variables: sealed.variables ? parsed(variables, forVariables.open(sealed.variables, instanceId)) : [],
        files: sealed.files ? parsed(files, forFiles.open(sealed.files, instanceId)) : [],
        credentials: sealed.registry
          ? parsed(registryCredentials, forRegistry.open(sealed.registry, instanceId))
          : null,
      }
      if (!opened.variables || !opened.files || opened.credentials === undefined) return undefined
      return { variables: opened.variables, files: opened.files, credentials: opened.credentials }
    },

    digest: (id, value) =>
      createHmac('sha256', digestKey)
        .update(id)
        .update('\0')
        .update(value)
        .digest('base64url')
        .slice(0, DIGEST_CHARACTERS),
  }
}

const parsed = <S extends v.GenericSchema>(schema: S, plain: string | undefined): v.InferOutput<S> | undefined =>
  plain === undefined ? undefined : v.parse(schema, JSON.parse(plain))

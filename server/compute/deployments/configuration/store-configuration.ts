import type {
  InstanceConfiguration,
  StoredConfiguration,
} from '../../../../src/contract/wire/instance/instance-configuration.ts'
import type { RegistryCredentials } from '../../../engines/engine.ts'
import { invalidField } from '../../catalogue/invalid-field.ts'
import type { DeploymentValues } from '../deployment-secrets.ts'

/** A deployment whose values an update may keep. */
export interface BaseDeployment {
  configuration: StoredConfiguration
  values: DeploymentValues
}

export interface SplitConfiguration {
  configuration: StoredConfiguration
  values: DeploymentValues
}

interface SplitOptions {
  /** Returns a digest by which two values of this instance are compared without knowing them. */
  digest: (value: string) => string
  base?: BaseDeployment | undefined
  /** Undefined keeps the credentials of the base. */
  credentials: RegistryCredentials | null | undefined
  /** The prefix of the names of invalid fields. */
  field?: string
}

/**
 * Separates the values of variables and files, which are sealed, from the rest, which is stored and shown. Values that
 * are left out are those of the base.
 */
export function splitConfiguration(
  { services }: InstanceConfiguration,
  { digest, base, credentials, field = 'configuration.' }: SplitOptions,
): SplitConfiguration {
  const values: DeploymentValues = {
    variables: [],
    files: [],
    credentials: credentials === undefined ? (base?.values.credentials ?? null) : credentials,
  }
  const stored = services.map((service, serviceIndex) => {
    const at = `${field}services.${serviceIndex}`
    const of = ({ service: name }: { service: string }) => name === service.name
    const environment = service.environment.map(({ name, value, isSecret }, index) => {
      const kept =
        value ??
        base?.values.variables.find((item) => of(item) && item.name === name && (isSecret || !item.isSecret))?.value
      if (kept === undefined) throw invalidField(`${at}.environment.${index}.value`, 'Required.')
      values.variables.push({ service: service.name, name, value: kept, isSecret })
      return { name, isSecret, digest: digest(kept) }
    })
    const files = service.files.map(({ path, content, mode, isSecret }, index) => {
      const kept =
        content ??
        base?.values.files.find((item) => of(item) && item.path === path && (isSecret || !item.isSecret))?.content
      if (kept === undefined) throw invalidField(`${at}.files.${index}.content`, 'Required.')
      values.files.push({ service: service.name, path, content: kept, mode, isSecret })
      return { path, mode, isSecret, digest: digest(kept) }
    })
    return { ...service, environment, files }
  })
  return {
    configuration: { services: stored, privateRegistry: values.credentials?.registry ?? null },
    values,
  }
}

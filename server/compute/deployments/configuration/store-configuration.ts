import type {
  InstanceConfiguration,
  StoredConfiguration,
} from '../../../../src/contract/wire/instance/instance-configuration.ts'
import type { RegistryCredentials } from '../../../engines/engine.ts'
import { invalidField } from '../../catalogue/invalid-field.ts'
import type { GroupVariables } from '../../variable-groups/group-values.ts'
import type { DeploymentValues } from '../deployment-secrets.ts'
import { type BaseDeployment, resolveVariables } from './resolve-variables.ts'

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
  groups: GroupVariables
  /** Whether the request had the fields of a single service, which the names of invalid fields then are. */
  isFlat?: boolean
}

/**
 * Separates the values of variables and files, which are sealed, from the rest, which is stored and shown. Values that
 * are left out are those of the base. References to other variables are replaced.
 */
export function splitConfiguration(
  { services, projectNetwork }: InstanceConfiguration,
  { digest, base, credentials, groups, isFlat = false }: SplitOptions,
): SplitConfiguration {
  const fieldOf = (service: number) => (isFlat ? '' : `configuration.services.${service}.`)
  const variables = resolveVariables(services, { digest, base, groups, fieldOf })
  const values: DeploymentValues = {
    variables: variables.sealed,
    files: [],
    credentials: credentials === undefined ? (base?.values.credentials ?? null) : credentials,
  }
  const stored = services.map((service, at) => {
    const of = ({ service: name }: { service: string }) => name === service.name
    const files = service.files.map(({ path, content, mode, isSecret }, index) => {
      const kept =
        content ??
        base?.values.files.find((item) => of(item) && item.path === path && (isSecret || !item.isSecret))?.content
      if (kept === undefined) throw invalidField(`${fieldOf(at)}files.${index}.content`, 'Required.')
      values.files.push({ service: service.name, path, content: kept, mode, isSecret })
      return { path, mode, isSecret, digest: digest(kept) }
    })
    return { ...service, files, environment: [], groupVariables: [], ...variables.stored[at] }
  })
  return {
    configuration: {
      services: stored,
      projectNetwork,
      variableGroupVersions: Object.fromEntries([...groups].map(([name, { version }]) => [name, version])),
      privateRegistry: values.credentials?.registry ?? null,
    },
    values,
  }
}

/** Returns a deployment's configuration and values as they are, for one that repeats it. */
export function copyConfiguration(
  { configuration, values }: BaseDeployment,
  digest: (value: string) => string,
): SplitConfiguration {
  const services = configuration.services.map((service) => {
    const digestOf = (name: string): string =>
      digest(values.variables.find((item) => item.service === service.name && item.name === name)?.value ?? '')
    const contentOf = (path: string): string =>
      values.files.find((item) => item.service === service.name && item.path === path)?.content ?? ''
    // Deployments of earlier versions have no digests.
    return {
      ...service,
      environment: service.environment.map((variable) => ({ ...variable, digest: digestOf(variable.name) })),
      files: service.files.map((file) => ({ ...file, digest: digest(contentOf(file.path)) })),
    }
  })
  return { configuration: { ...configuration, services }, values }
}

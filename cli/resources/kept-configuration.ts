import type { InputOf } from '../../src/contract/contract.ts'
import type { StoredConfiguration } from '../../src/contract/wire/instance/instance-configuration.ts'

type ConfigurationInput = NonNullable<InputOf<'updateInstance'>['configuration']>
type ServiceInput = ConfigurationInput['services'][number]

/** The configuration of a deployment as an input that keeps all of its values. */
export const keptConfiguration = ({ services, projectNetwork }: StoredConfiguration): ConfigurationInput => ({
  ...(projectNetwork && { projectNetwork }),
  services: services.map(
    ({ groupVariables: _, variableGroups = [], environment, files, ...service }): ServiceInput => ({
      ...service,
      variableGroups,
      environment: environment.map(({ name, isSecret }) => ({ name, isSecret })),
      files: files.map(({ path, mode, isSecret }) => ({ path, mode, isSecret })),
    }),
  ),
})

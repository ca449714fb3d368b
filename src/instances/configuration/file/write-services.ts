import { type WritableConfiguration, writeConfiguration } from '../../../rules/configuration/write-configuration.ts'
import type { ServiceDraft } from '../service-draft.ts'
import { isBlankVariable, typedConfiguration } from '../typed-configuration.ts'
import type { FileHead } from './read-services.ts'

/** Writes services as a configuration file. Numbers that are not typed yet are left out. */
export const writeServices = (services: readonly ServiceDraft[], { projectNetwork, ...head }: FileHead = {}): string =>
  // JSON has no NaN: an empty number field becomes null, which is not written.
  writeConfiguration({
    ...head,
    configuration: JSON.parse(
      JSON.stringify(typedConfiguration(services, projectNetwork)),
    ) satisfies WritableConfiguration['configuration'],
  })

/** Without the values of variables and the contents of files, which may be secret. */
export const withoutValues = (services: readonly ServiceDraft[]): ServiceDraft[] =>
  services.map((service) => ({
    ...service,
    environment: service.environment.map((variable) =>
      isBlankVariable(variable) ? variable : { ...variable, value: null },
    ),
    kept: {
      ...service.kept,
      files: service.kept.files.map(({ path, mode, isSecret }) => ({ path, mode, isSecret })),
    },
  }))

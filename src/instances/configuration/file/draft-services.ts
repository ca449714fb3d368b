import type {
  InstanceConfiguration,
  StoredConfiguration,
} from '../../../contract/wire/instance/instance-configuration.ts'
import { type ServiceDraft, settingsDraft } from '../service-draft.ts'

/** Returns the services of a configuration as the form shows them. A value that is left out is the saved one. */
export const draftServices = (
  { services }: Pick<InstanceConfiguration, 'services'>,
  saved: StoredConfiguration | null = null,
): ServiceDraft[] => {
  const savedService = (name: string) => saved?.services.find((service) => service.name === name)
  // Upper case, so that it is never the name of a service.
  const keys = new Map(services.map(({ name }, at) => [name, savedService(name) ? name : `New-${at + 1}`]))
  const keyOf = (name: string): string => keys.get(name) ?? name
  return services.map(({ environment, files, ...service }) =>
    settingsDraft(
      { ...service, startAfter: service.startAfter.map(keyOf) },
      {
        key: keyOf(service.name),
        environment: environment.map(({ name, value, isSecret }) => {
          const known = savedService(service.name)?.environment.find((variable) => variable.name === name)
          const { references } = known ?? {}
          return {
            name,
            value: value ?? null,
            isSecret,
            isSaved: known !== undefined,
            ...(references && { references }),
          }
        }),
        files: files.map(({ path, mode, isSecret, content }) => ({
          path,
          mode,
          isSecret,
          ...(content !== undefined && { content }),
          ...(savedService(service.name)?.files.some((file) => file.path === path) && { savedPath: path }),
        })),
      },
    ),
  )
}

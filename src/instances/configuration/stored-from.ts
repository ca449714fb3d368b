import type { InstanceConfiguration, StoredConfiguration } from '../../contract/wire/instance/instance-configuration.ts'

/** Never the digest of a saved value. */
const TYPED = 'typed'

const digestOf = (value: string | undefined, saved: { digest: string } | undefined): string =>
  value === undefined ? (saved?.digest ?? TYPED) : TYPED

/** Returns an edited configuration as it would be stored. A value that was typed differs from every saved one. */
export const storedFrom = (
  { services, projectNetwork }: InstanceConfiguration,
  base: StoredConfiguration,
): StoredConfiguration => ({
  ...base,
  projectNetwork,
  services: services.map((service) => {
    const saved = base.services.find(({ name }) => name === service.name)
    return {
      ...service,
      // What they will contain is known when they are deployed.
      groupVariables: (saved?.groupVariables ?? []).filter(({ group }) => service.variableGroups.includes(group)),
      environment: service.environment.map(({ name, value, isSecret }) => ({
        name,
        isSecret,
        digest: digestOf(
          value,
          saved?.environment.find((variable) => variable.name === name),
        ),
      })),
      files: service.files.map(({ path, mode, content, isSecret }) => ({
        path,
        mode,
        isSecret,
        digest: digestOf(
          content,
          saved?.files.find((file) => file.path === path),
        ),
      })),
    }
  }),
})

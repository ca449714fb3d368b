import type { InstanceConfiguration, StoredConfiguration } from '../../contract/wire/instance/instance-configuration.ts'
import { type SettingValue, settingsOf } from './service-settings.ts'

/** A field whose value differs; null where it is not set. */
export interface Difference {
  service: string
  field: string
  before: string | null
  after: string | null
}

const NEW_VALUE = 'typed'

/** Returns an edited configuration as it would be stored. A value that was typed differs from every saved one. */
export const storedFrom = ({ services }: InstanceConfiguration, base: StoredConfiguration): StoredConfiguration => ({
  ...base,
  services: services.map((service) => {
    const saved = base.services.find(({ name }) => name === service.name)
    const digestOf = (value: string | undefined, digest: string | undefined) =>
      value === undefined ? (digest ?? NEW_VALUE) : NEW_VALUE
    return {
      ...service,
      environment: service.environment.map(({ name, value, isSecret }) => ({
        name,
        isSecret,
        digest: digestOf(value, saved?.environment.find((variable) => variable.name === name)?.digest),
      })),
      files: service.files.map(({ path, mode, content, isSecret }) => ({
        path,
        mode,
        isSecret,
        digest: digestOf(content, saved?.files.find((file) => file.path === path)?.digest),
      })),
    }
  }),
})

const textOf = (value: SettingValue | undefined, isNew: boolean): string | null => {
  if (value === undefined) return null
  if (value.text !== undefined) return value.text
  return isNew ? 'New value' : 'Saved value'
}

const differs = (before: SettingValue | undefined, after: SettingValue | undefined): boolean =>
  JSON.stringify(before) !== JSON.stringify(after)

/** Compares two configurations field by field. Of variables and files only a change is known, never a value. */
export const configurationDifferences = (before: StoredConfiguration, after: StoredConfiguration): Difference[] => {
  const names = [...new Set([...before.services, ...after.services].map(({ name }) => name))]
  return names.flatMap((service) => {
    const find = ({ services }: StoredConfiguration) => services.find(({ name }) => name === service)
    const old = settingsOf(find(before))
    const next = settingsOf(find(after))
    return [...new Set([...old.keys(), ...next.keys()])]
      .filter((field) => differs(old.get(field), next.get(field)))
      .map((field) => ({
        service,
        field,
        before: textOf(old.get(field), false),
        after: textOf(next.get(field), old.has(field)),
      }))
  })
}

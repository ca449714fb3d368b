import type { Template } from '../contract/wire/catalogue.ts'

type Version = Template['services'][number]['versions'][number]

/** Returns the version with this name or image, or the newest one; null for a template without versions. */
export const versionOf = (template: Template | null, nameOrImage: string): Version | null => {
  const versions = template?.services[0]?.versions ?? []
  return versions.find(({ name, image }) => name === nameOrImage || image === nameOrImage) ?? versions[0] ?? null
}

export const imageOfVersion = (template: Template | null, nameOrImage: string): string =>
  versionOf(template, nameOrImage)?.image ?? template?.services[0]?.image ?? ''

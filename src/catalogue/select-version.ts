import type { Template } from '../contract/wire/catalogue.ts'

type Version = Template['services'][number]['versions'][number]

/** Returns the version with this name or image, or the newest one; null for a template without versions. */
export const versionOf = (template: Template | null, nameOrImage: string): Version | null => {
  const versions = template?.services[0]?.versions ?? []
  return versions.find(({ name, image }) => name === nameOrImage || image === nameOrImage) ?? versions[0] ?? null
}

export const imageOfVersion = (template: Template | null, nameOrImage: string): string =>
  versionOf(template, nameOrImage)?.image ?? template?.services[0]?.image ?? ''

interface WithImage {
  image: string
}

const programsWithVersions = (template: Template) => template.services.filter(({ versions }) => versions.length > 1)

/** Returns the versions of a template with whole services, newest first; empty where there is no choice. */
export const versionsOfServices = (template: Template | null): readonly Version[] =>
  (template && programsWithVersions(template)[0]?.versions) ?? []

/** Returns the name of the version whose images services have; null where the user entered other ones. */
export const versionOfServices = (template: Template, services: readonly WithImage[]): string | null =>
  programsWithVersions(template)
    .flatMap(({ versions }) => versions)
    .find(({ image }) => services.some((service) => service.image === image))?.name ?? null

/** Returns services with the images of a version. A service whose image the user changed keeps it. */
export const withVersion = <S extends WithImage>(template: Template, services: readonly S[], name: string): S[] =>
  services.map((service) => {
    const program = programsWithVersions(template).find(({ versions }) =>
      versions.some(({ image }) => image === service.image),
    )
    const chosen = program?.versions.find((version) => version.name === name || version.image === name)
    return chosen ? { ...service, image: chosen.image } : service
  })

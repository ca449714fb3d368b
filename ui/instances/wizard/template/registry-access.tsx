import { isInRegistry, registryHost, registryPrefix } from '../../../../src/rules/images/image-registry.ts'
import { DescriptionList } from '../../../parts/facts/description-list.tsx'
import { Stack } from '../../../parts/layout/stack.tsx'
import { Banner } from '../../../parts/state/banner.tsx'

const BUILT_IN = 'longshore/'

type RegistryAccessProps = {
  services: readonly { key: string; name: string; image: string }[]
  registry: { registry: string; username: string } | null
}

/** How the image of each service is pulled: with the credentials, or as everybody can. */
export const RegistryAccess = ({ services, registry }: RegistryAccessProps) => {
  const named = services.filter(({ image }) => image.trim() !== '')
  const usesRegistry = (image: string) => registry !== null && isInRegistry(image, registry.registry)
  const isUnused = registry !== null && !named.some(({ image }) => usesRegistry(image))
  const accessText = (image: string) =>
    `${registryHost(registryPrefix(image) ?? '')}, ${usesRegistry(image) ? `as ${registry?.username}` : 'without credentials'}`
  if (named.length === 0) return null
  return (
    <Stack gap={3}>
      {isUnused && (
        <Banner tone="warn">
          No service has an image of {registryHost(registry.registry)}, so the deployment will fail. Change the
          credentials or the images.
        </Banner>
      )}
      <DescriptionList
        layout="narrow"
        facts={named.map(({ name, image }, at) => ({
          term: name || `Service ${at + 1}`,
          value: image.startsWith(BUILT_IN) ? 'Built in, not pulled' : accessText(image),
        }))}
      />
    </Stack>
  )
}

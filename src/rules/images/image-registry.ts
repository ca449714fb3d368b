const DOCKER_HUB = 'docker.io'
const dockerHubHosts = ['', DOCKER_HUB, 'index.docker.io', 'registry-1.docker.io', 'hub.docker.com']

/** Returns the host of a registry by its address, as users type it. */
export const registryHost = (address: string): string => {
  const host = address
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .split('/', 1)
    .join()
  return dockerHubHosts.includes(host) ? DOCKER_HUB : host
}

/** Returns the registry that an image's name begins with, as written; undefined stands for Docker Hub. */
export const registryPrefix = (image: string): string | undefined => {
  const slash = image.indexOf('/')
  const first = slash < 0 ? '' : image.slice(0, slash)
  return first.includes('.') || first.includes(':') || first === 'localhost' ? first : undefined
}

export const isInRegistry = (image: string, registry: string): boolean =>
  registryHost(registryPrefix(image) ?? '') === registryHost(registry)

/**
 * Whether an image is pulled with the credentials of a registry: each of its images is. Where no image is in it, the
 * credentials are wrong, and every pull with them says so.
 */
export const usesCredentials = (image: string, images: readonly string[], registry: string): boolean =>
  isInRegistry(image, registry) || !images.some((one) => isInRegistry(one, registry))

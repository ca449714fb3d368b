import type { AuthConfig } from 'dockerode'
import { isInRegistry } from '../../../../src/rules/images/image-registry.ts'
import { EngineFailure, type RegistryCredentials } from '../../engine.ts'
import { parseImageReference } from '../../image-reference.ts'

/**
 * Rejects credentials of another registry than the image's, so a password is never sent to a registry that it is not
 * for.
 */
export function registryAuth(image: string, { registry, username, password }: RegistryCredentials): AuthConfig {
  const imageRegistry = parseImageReference(image).registry
  if (!isInRegistry(image, registry)) {
    throw new EngineFailure(
      'invalidSpec',
      `The credentials are for ${registry}, but the image ${image} is in ${imageRegistry}. Enter credentials for that registry.`,
    )
  }
  return {
    username,
    password,
    serveraddress: imageRegistry === 'docker.io' ? 'https://index.docker.io/v1/' : imageRegistry,
  }
}

import { findBuiltInImage } from '../../engines/built-in-images.ts'
import { EngineFailure } from '../../engines/engine.ts'
import { parseImageReference } from '../../engines/image-reference.ts'
import { registryUnreachableMessage } from '../../engines/registry-unreachable-message.ts'
import { mayUseRegistry, type RegistryRules } from './registry-address.ts'

export interface ImageRules extends RegistryRules {
  /** Local images of the engine that every user may run; a trailing `*` matches any suffix. */
  local: readonly string[]
}

/** An image ships with Longshore, is a local one that the operator allows, or comes from a registry. */
export type ImageSource = 'builtIn' | 'local' | 'registry'

/** The prefix of built-in images and their base images, which are never pulled from a registry. */
const ownNamespace = 'longshore/'

export function imageSource(image: string, { local }: Pick<ImageRules, 'local'>): ImageSource {
  if (findBuiltInImage(image)) return 'builtIn'
  return local.some((pattern) => matches(image, pattern)) ? 'local' : 'registry'
}

/** Rejects images of forbidden registries. The error does not reveal the addresses that were resolved. */
export async function checkRegistry(image: string, rules: ImageRules): Promise<void> {
  const { registry, repository } = parseImageReference(image)
  if (isDockerHub(registry) && repository.startsWith(ownNamespace)) {
    throw new EngineFailure(
      'imageNotFound',
      `There is no built-in image ${image}. Names that begin with ${ownNamespace} are reserved for built-in images. Choose a template.`,
    )
  }
  if (await mayUseRegistry(registry, rules)) return
  throw new EngineFailure('registryUnreachable', registryUnreachableMessage(image))
}

const isDockerHub = (registry: string): boolean => /^((index|registry-1)\.)?docker\.io$/.test(registry.toLowerCase())

const matches = (image: string, pattern: string): boolean =>
  pattern.endsWith('*') ? image.startsWith(pattern.slice(0, -1)) : image === pattern

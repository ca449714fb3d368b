import { findBuiltInImage } from '../../engines/built-in-images.ts'
import { EngineFailure } from '../../engines/engine.ts'
import { parseImageReference } from '../../engines/image-reference.ts'
import { registryUnreachableMessage } from '../../engines/registry-unreachable-message.ts'
import { mayUseRegistry, type RegistryRules } from './registry-address.ts'

export interface ImageRules extends RegistryRules {
  /** Names of images of the engine that everybody may run; a `*` at the end stands for any rest. */
  local: readonly string[]
}

/** Where an image comes from: it ships with Longshore, the operator allowed the engine's own copy, or its registry decides. */
export type ImageSource = 'builtIn' | 'local' | 'registry'

/** Built-in images and those that they are built from have names that begin so; no registry is asked for them. */
const ownNamespace = 'longshore/'

export function imageSource(image: string, { local }: Pick<ImageRules, 'local'>): ImageSource {
  if (findBuiltInImage(image)) return 'builtIn'
  return local.some((pattern) => matches(image, pattern)) ? 'local' : 'registry'
}

/** Refuses images that no registry may be asked for; what was looked up is not told. */
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

import { registryPrefix } from '../../src/rules/images/image-registry.ts'
import { EngineFailure } from './engine.ts'

/** The parts of an image name: `registry/repository:tag@digest`. */
export interface ImageReference {
  registry: string
  repository: string
  tag: string
}

const dockerHub = 'docker.io'

/** Splits an image name as the engines do. A digest takes the place of the tag. */
export function parseImageReference(image: string): ImageReference {
  const [name = '', digest] = image.split('@', 2)
  const registry = registryPrefix(name)
  const rest = registry === undefined ? name : name.slice(registry.length + 1)
  const colon = rest.lastIndexOf(':')
  const repository = colon < 0 ? rest : rest.slice(0, colon)
  const tag = digest ?? (colon < 0 ? 'latest' : rest.slice(colon + 1))
  return { registry: registry ?? dockerHub, repository, tag }
}

/** Returns the name without tag and digest, as written. */
export function nameOfImage(image: string): string {
  const [name = ''] = image.split('@', 2)
  const colon = name.lastIndexOf(':')
  return colon > name.lastIndexOf('/') ? name.slice(0, colon) : name
}

const host = String.raw`(?:localhost(?::\d+)?|[\w-]+(?:\.[\w-]+)+(?::\d+)?|[\w-]+:\d+)`
const part = String.raw`[a-z0-9]+(?:(?:\.|_{1,2}|-+)[a-z0-9]+)*`
const tag = String.raw`\w[\w.-]{0,127}`
const imageName = new RegExp(`^(?:${host}/)?${part}(?:/${part})*(?::${tag})?(?:@sha256:[0-9a-f]{64})?$`)

/** Returns the name if it is valid; otherwise throws `invalidSpec`. */
export function checkedImage(image: string): string {
  if (imageName.test(image)) return image
  throw new EngineFailure(
    'invalidSpec',
    `${JSON.stringify(image)} is not a valid image name. Write it as repository:tag in lowercase.`,
  )
}

const imageId = /^sha256:[0-9a-f]{64}$/

/** Validates a reference from `pull`: a name with a digest, or the engine's own image id. */
export function checkedReference(reference: string): string {
  return imageId.test(reference) ? reference : checkedImage(reference)
}

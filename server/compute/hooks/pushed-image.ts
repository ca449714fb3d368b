import * as v from 'valibot'
import { parseImageReference } from '../../engines/image-reference.ts'

/** What a webhook reports. `anything` redeploys whatever was pushed; `nothing` is an event that is no push. */
export type Push = { kind: 'anything' } | { kind: 'nothing' } | { kind: 'images'; images: string[] }

const name = v.pipe(v.string(), v.minLength(1), v.maxLength(400))

/** Docker Hub. */
const dockerHub = v.object({ push_data: v.object({ tag: name }), repository: v.object({ repo_name: name }) })

/** The `package` and `registry_package` events of GitHub. */
const packageOf = v.object({
  package_type: v.string(),
  package_version: v.object({
    package_url: v.optional(v.string()),
    container_metadata: v.nullish(v.object({ tag: v.nullish(v.object({ name: v.nullish(v.string()) })) })),
  }),
})
const gitHub = v.object({ action: v.string(), package: v.optional(packageOf), registry_package: v.optional(packageOf) })

const harbor = v.object({
  type: v.string(),
  event_data: v.object({
    resources: v.pipe(v.array(v.object({ resource_url: name, tag: v.optional(v.string()) })), v.maxLength(100)),
  }),
})

const registryEvent = v.object({
  action: v.string(),
  target: v.object({ repository: v.optional(name), tag: v.optional(name) }),
  request: v.optional(v.object({ host: v.optional(name) })),
})

/** Notifications of a registry itself: Docker's own, and that of GitLab. */
const distribution = v.object({ events: v.pipe(v.array(registryEvent), v.maxLength(100)) })

/** Azure sends one such event alone. */
const azure = registryEvent

const quay = v.object({ docker_url: name, updated_tags: v.pipe(v.array(name), v.maxLength(100)) })

/** The `package` events of Gitea and Forgejo. */
const gitea = v.object({
  action: v.string(),
  package: v.object({
    type: v.string(),
    name,
    version: name,
    owner: v.object({ login: name }),
    html_url: v.pipe(v.string(), v.url()),
  }),
})

/** A script names an image, or nothing. */
const generic = v.object({ image: v.optional(name) })

const nothing: Push = { kind: 'nothing' }

/** Reads the body of a webhook; undefined if it is none that is known. */
export function pushOf(body: unknown): Push | undefined {
  if (body === undefined) return { kind: 'anything' }
  const hub = v.safeParse(dockerHub, body)
  if (hub.success) return { kind: 'images', images: [`${hub.output.repository.repo_name}:${hub.output.push_data.tag}`] }
  const fromHarbor = v.safeParse(harbor, body)
  if (fromHarbor.success) {
    const { type, event_data } = fromHarbor.output
    if (type !== 'PUSH_ARTIFACT') return nothing
    return { kind: 'images', images: event_data.resources.map(({ resource_url }) => resource_url) }
  }
  const fromRegistry = v.safeParse(distribution, body)
  if (fromRegistry.success) return pushOfRegistry(fromRegistry.output)
  const fromAzure = v.safeParse(azure, body)
  if (fromAzure.success) return pushOfRegistry({ events: [fromAzure.output] })
  const fromQuay = v.safeParse(quay, body)
  if (fromQuay.success) {
    const { docker_url, updated_tags } = fromQuay.output
    return imagesOrNothing(updated_tags.map((tag) => `${docker_url}:${tag}`))
  }
  const fromGitea = v.safeParse(gitea, body)
  if (fromGitea.success) return pushOfGitea(fromGitea.output)
  // GitHub sends a ping when a webhook is set up.
  if (v.is(v.object({ zen: v.string(), hook_id: v.number() }), body)) return nothing
  const fromGitHub = v.safeParse(gitHub, body)
  if (fromGitHub.success) return pushOfPackage(fromGitHub.output)
  const given = v.safeParse(generic, body)
  if (!given.success || Array.isArray(body)) return undefined
  if (given.output.image !== undefined) return { kind: 'images', images: [given.output.image] }
  return Object.keys(body as object).length === 0 ? { kind: 'anything' } : undefined
}

function pushOfRegistry({ events }: v.InferOutput<typeof distribution>): Push {
  // Layers and manifests without a tag are pushed, too.
  const images = events.flatMap(({ action, target: { repository, tag }, request }) =>
    action === 'push' && repository && tag && request?.host ? [`${request.host}/${repository}:${tag}`] : [],
  )
  return imagesOrNothing(images)
}

const imagesOrNothing = (images: string[]): Push => (images.length === 0 ? nothing : { kind: 'images', images })

function pushOfGitea({
  action,
  package: { type, name: image, version, owner, html_url },
}: v.InferOutput<typeof gitea>) {
  // Manifests without a tag have their digest as the version.
  if (action !== 'created' || type !== 'container' || version.startsWith('sha256:')) return nothing
  return imagesOrNothing([`${new URL(html_url).host}/${owner.login.toLowerCase()}/${image}:${version}`])
}

function pushOfPackage({
  action,
  registry_package,
  package: own = registry_package,
}: v.InferOutput<typeof gitHub>): Push {
  if (own?.package_type.toLowerCase() !== 'container' || !['published', 'updated'].includes(action)) return nothing
  const { package_url = '', container_metadata } = own.package_version
  const tag = container_metadata?.tag?.name
  // The address of an untagged version ends with a colon.
  const image = package_url.endsWith(':') ? `${package_url}${tag ?? ''}` : package_url
  return image === '' || image.endsWith(':') ? nothing : { kind: 'images', images: [image] }
}

/** Whether a pushed image is the one that a service names. A service with a digest never changes. */
export function isSameImage(pushed: string, used: string): boolean {
  const [one, other] = [parseImageReference(pushed), parseImageReference(used)]
  return (
    one.tag === other.tag &&
    hubName(one.repository) === hubName(other.repository) &&
    hubRegistry(one.registry) === hubRegistry(other.registry)
  )
}

const hubName = (repository: string): string => repository.replace(/^library\//, '')
const hubRegistry = (registry: string): string => registry.toLowerCase().replace(/^(index|registry-1)\./, '')

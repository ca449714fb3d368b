import { createHash } from 'node:crypto'
import type { BuiltImage } from './build-image.ts'
import { type Layer, readLayer } from './layer-cache.ts'

const docker = 'application/vnd.docker'
const digestOf = (content: string) => `sha256:${createHash('sha256').update(content).digest('hex')}`

/** Stores images in a registry, with the API of registries. Layers that it holds already are shared. */
export function imagePusher(address: string) {
  const holders = new Map<string, string>()
  const base = `http://${address}`

  async function upload(repository: string, digest: string, body: () => BodyInit): Promise<void> {
    const from = holders.get(digest)
    const query = from ? `?mount=${digest}&from=${from}` : ''
    const begun = await fetch(`${base}/v2/${repository}/blobs/uploads/${query}`, { method: 'POST' })
    if (begun.status === 201) return
    const location = new URL(begun.headers.get('location') ?? '', base)
    location.searchParams.set('digest', digest)
    const headers = { 'content-type': 'application/octet-stream' }
    const init = { method: 'PUT', headers, body: body(), duplex: 'half' }
    expectCreated(await fetch(location, init as RequestInit))
    holders.set(digest, repository)
  }

  return async ({ name, layers, configuration }: BuiltImage): Promise<void> => {
    const [repository = '', tag = ''] = name.split(':')
    for (const layer of layers) await upload(repository, layer.digest, () => readLayer(layer))
    const config = JSON.stringify(configuration)
    await upload(repository, digestOf(config), () => config)
    const manifest = {
      schemaVersion: 2,
      mediaType: `${docker}.distribution.manifest.v2+json`,
      config: { mediaType: `${docker}.container.image.v1+json`, size: config.length, digest: digestOf(config) },
      layers: layers.map(describe),
    }
    const headers = { 'content-type': manifest.mediaType }
    const url = `${base}/v2/${repository}/manifests/${tag}`
    expectCreated(await fetch(url, { method: 'PUT', headers, body: JSON.stringify(manifest) }))
  }
}

const describe = ({ digest, size }: Layer) => ({
  mediaType: `${docker}.image.rootfs.diff.tar.gzip`,
  size,
  digest,
})

function expectCreated({ status, url }: Response): void {
  if (status !== 201) throw new Error(`The registry answered with ${status} to ${url}`)
}

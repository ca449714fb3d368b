import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { TestRegistry } from '../engines/bootstrap/registry.ts'
import type { BuiltImage } from './build-image.ts'
import type { Layer } from './layer-cache.ts'

const docker = 'application/vnd.docker'
const digestOf = (content: string) => `sha256:${createHash('sha256').update(content).digest('hex')}`
const hex = (digest: string) => digest.replace('sha256:', '')

/** Stores images in a registry. Layers are linked into its storage, which is faster than sending them. */
export function imagePusher({ address, storage }: Pick<TestRegistry, 'address' | 'storage'>) {
  async function addBlob(repository: string, digest: string, add: (path: string) => Promise<void>): Promise<void> {
    const blob = join(storage, 'blobs/sha256', hex(digest).slice(0, 2), hex(digest), 'data')
    const link = join(storage, 'repositories', repository, '_layers/sha256', hex(digest), 'link')
    for (const path of [blob, link]) await mkdir(dirname(path), { recursive: true })
    if (!existsSync(blob)) await add(blob)
    await writeFile(link, digest)
  }

  return async ({ name, layers, configuration }: BuiltImage): Promise<void> => {
    const [repository = '', tag = ''] = name.split(':')
    for (const { digest, path } of layers) await addBlob(repository, digest, (blob) => symlink(path, blob))
    const config = JSON.stringify(configuration)
    await addBlob(repository, digestOf(config), (blob) => writeFile(blob, config))
    const manifest = {
      schemaVersion: 2,
      mediaType: `${docker}.distribution.manifest.v2+json`,
      config: { mediaType: `${docker}.container.image.v1+json`, size: config.length, digest: digestOf(config) },
      layers: layers.map(describe),
    }
    const headers = { 'content-type': manifest.mediaType }
    const url = `http://${address}/v2/${repository}/manifests/${tag}`
    const { status } = await fetch(url, { method: 'PUT', headers, body: JSON.stringify(manifest) })
    if (status !== 201) throw new Error(`The registry answered with ${status} to ${url}`)
  }
}

const describe = ({ digest, size }: Layer) => ({
  mediaType: `${docker}.image.rootfs.diff.tar`,
  size,
  digest,
})

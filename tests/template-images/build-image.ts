import { mkdirSync } from 'node:fs'
import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { type DebianPackage, debianPackages } from './debian-packages.ts'
import { extract, type Layer, layerCache, removeUnused } from './layer-cache.ts'
import type { ImageRecipe } from './recipe.ts'

export interface BuiltImage {
  name: string
  /** Debian's version of the program. */
  version: string
  layers: Layer[]
  /** The image's configuration as the registry stores it. */
  configuration: object
}

const base = ['busybox-static', 'gosu', 'libc-bin', 'libstdc++6', 'libssl3', 'zlib1g', 'libpcre2-8-0']
const applets =
  'awk basename cat chmod chown cp cut date dirname echo env expr find grep head hostname id ln ls mkdir mktemp mv ps readlink rm sed sh sleep sort stat tail test touch tr uname wc which xargs'
const architectures: Partial<Record<NodeJS.Architecture, string>> = { x64: 'amd64', arm64: 'arm64' }

/** Builds images of Debian's packages. Downloads and layers are kept in the user's cache. */
export function imageBuilder(folder = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'longshore-test')) {
  const layersFolder = join(folder, 'layers')
  mkdirSync(layersFolder, { recursive: true })
  const debian = debianPackages(join(folder, 'debian'))
  const layer = layerCache(layersFolder)
  const basePackages = debian.resolve(base)

  const layerOf = (packages: readonly DebianPackage[], isBase: boolean) =>
    layer({ packages, applets: isBase ? applets : '' }, async (root) => {
      for (const file of await debian.download(packages)) await extract(file, root)
      if (isBase) for (const name of applets.split(' ')) await symlink('busybox', join(root, 'usr/bin', name))
    })

  return {
    async build(recipe: ImageRecipe): Promise<BuiltImage> {
      const below = await basePackages
      const needed = await debian.resolve([...base, ...recipe.packages])
      const own = needed.filter(({ file }) => !below.some((other) => other.file === file))
      const layers = [
        await layerOf(below, true),
        await layerOf(own, false),
        await layer({ ...recipe, name: '' }, (root) => addFiles(root, recipe)),
      ]
      return {
        name: recipe.name,
        version: [...own, ...below].find(({ name }) => name === recipe.program)?.version ?? 'unknown',
        layers,
        configuration: {
          architecture: architectures[process.arch] ?? process.arch,
          os: 'linux',
          config: {
            Env: Object.entries({ PATH: '/usr/local/bin:/usr/sbin:/usr/bin', ...recipe.environment }).map(
              ([name, value]) => `${name}=${value}`,
            ),
            Entrypoint: ['/entrypoint.sh'],
            Cmd: recipe.command ?? [],
          },
          rootfs: { type: 'layers', diff_ids: layers.map(({ digest }) => digest) },
        },
      }
    },
    removeUnused: async () => {
      await removeUnused(layersFolder)
      await removeUnused(join(folder, 'debian/packages'))
    },
  }
}

async function addFiles(root: string, { files = {}, users = {}, entrypoint }: ImageRecipe): Promise<void> {
  const accounts = Object.entries({ root: 0, ...users })
  const all = {
    ...files,
    '/entrypoint.sh': `#!/bin/sh\nset -e\n${entrypoint.trim()}`,
    '/etc/passwd': accounts.map(([name, id]) => `${name}:x:${id}:${id}::/tmp:/bin/sh`).join('\n'),
    '/etc/group': accounts.map(([name, id]) => `${name}:x:${id}:`).join('\n'),
    '/etc/nsswitch.conf': 'hosts: files dns',
  }
  for (const name of ['tmp', 'run', 'var/tmp']) {
    await mkdir(join(root, name), { recursive: true })
    await chmod(join(root, name), 0o1777)
  }
  for (const [path, content] of Object.entries(all)) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), `${content.trimEnd()}\n`)
    await chmod(join(root, path), path.endsWith('.sh') ? 0o755 : 0o644)
  }
}

import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BuiltInImage, catalogueFolder } from '../../built-in-images.ts'
import type { PullOptions } from '../../engine.ts'
import type { DockerClient } from '../docker-client.ts'
import { dockerFailure, engineFailureFromMessage, statusOf } from '../docker-failure.ts'
import { readJsonLines } from '../read-json-lines.ts'
import { nodeBaseImage, withNodeArchive } from './build-base-image.ts'

const contentLabel = 'longshore.content'
const publicBase = 'node:24-alpine'

/**
 * Builds a built-in image unless the engine has it with the same content. Concurrent calls for one image share a build.
 */
export function builtInImageBuilder(
  client: DockerClient,
): (image: BuiltInImage, options: PullOptions) => Promise<void> {
  const running = new Map<string, Promise<void>>()
  return (image, options) => {
    const build = running.get(image.image) ?? ensure(client, image, options).finally(() => running.delete(image.image))
    running.set(image.image, build)
    return build
  }
}

async function ensure(client: DockerClient, builtIn: BuiltInImage, { onProgress }: PullOptions): Promise<void> {
  const program = await readFile(join(catalogueFolder, builtIn.program))
  const base = `longshore/node:${nodeBaseImage.content()}`
  const content = createHash('sha256')
    .update(base)
    .update(dockerfile(builtIn, '', ''))
    .update(program)
    .digest('hex')
  if (await hasContent(client, builtIn.image, content)) return
  onProgress?.(`Preparing the built-in image ${builtIn.image}`)
  try {
    const from = await ensureBase(client, base)
    await buildFromFiles(client, builtIn.image, {
      Dockerfile: dockerfile(builtIn, from, content),
      'program.mjs': program,
    })
  } catch (error) {
    throw dockerFailure(error, { image: builtIn.image })
  }
}

/**
 * Builds the base image, or returns the public one for an engine whose system or processor cannot run this machine's
 * Node.
 */
async function ensureBase(client: DockerClient, base: string): Promise<string> {
  if (!(await runsOurNode(client))) return publicBase
  const content = nodeBaseImage.content()
  if (await hasContent(client, base, content)) return base
  const changes = nodeBaseImage.changes(content)
  await withNodeArchive(async (archive, abortSignal) => {
    await finish(await client.docker.importImage(archive, { repo: base, changes, abortSignal }), base)
  })
  return base
}

async function runsOurNode({ docker }: DockerClient): Promise<boolean> {
  const { Os, Arch } = await docker.version()
  const here = process.arch === 'x64' ? 'amd64' : process.arch
  return process.platform === 'linux' && Os === 'linux' && Arch === here
}

function dockerfile({ containerPort }: BuiltInImage, base: string, content: string): string {
  const lines = [
    `FROM ${base}`,
    'COPY program.mjs /app/program.mjs',
    `LABEL ${contentLabel}=${content}`,
    ...(containerPort ? [`EXPOSE ${containerPort}`] : []),
    ...(base === publicBase ? ['RUN mkdir -p /data && chown 1000:1000 /data', 'WORKDIR /data', 'USER 1000:1000'] : []),
    'CMD ["node", "/app/program.mjs"]',
  ]
  return `${lines.join('\n')}\n`
}

async function hasContent({ docker }: DockerClient, image: string, content: string): Promise<boolean> {
  try {
    const info = await docker.getImage(image).inspect()
    return info.Config.Labels?.[contentLabel] === content
  } catch (error) {
    if (statusOf(error) === 404) return false
    throw dockerFailure(error, { image })
  }
}

async function buildFromFiles(
  client: DockerClient,
  tag: string,
  files: Record<string, string | Buffer>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'longshore-image-'))
  try {
    for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content)
    const context = { context: folder, src: Object.keys(files) }
    await finish(await client.docker.buildImage(context, { t: tag, forcerm: true }), tag)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Resolves when the engine has made an image; rejects with the error that it reports. */
async function finish(source: NodeJS.ReadableStream, image: string): Promise<void> {
  // dockerode returns the response stream; its declared type is narrower.
  for await (const line of readJsonLines<{ error?: string }>(source as AsyncIterable<Buffer>)) {
    if (line.error) throw engineFailureFromMessage(line.error, { image })
  }
}

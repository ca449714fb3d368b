import { startRegistry, type TestRegistry } from '../engines/bootstrap/registry.ts'
import { allRecipes } from './all-recipes.ts'
import { imageBuilder } from './build-image.ts'
import { imagePusher } from './push-image.ts'

export interface ImageServer {
  /** The URL of a registry that holds the images under the names that Docker Hub has for them. */
  url: string
  stop(): Promise<void>
}

/** Builds the images of all recipes and serves them. Rejects where Debian's packages cannot be had. */
export async function startImageServer(): Promise<ImageServer> {
  const builder = imageBuilder()
  const registry: TestRegistry = await startRegistry({ isPrivate: false })
  try {
    const push = imagePusher(registry)
    for (const recipe of allRecipes) await push(await builder.build(recipe))
    await builder.removeUnused()
  } catch (error) {
    await registry.stop()
    throw error
  }
  return { url: `http://${registry.address}`, stop: registry.stop }
}

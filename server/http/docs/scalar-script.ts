import { existsSync, mkdirSync } from 'node:fs'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { gzipSync } from 'node:zlib'

/**
 * Returns the API reader's script, compressed. Its package contains it as a string of several megabytes and loads much
 * else, so a worker loads it once and frees the memory when it exits.
 */
export const scalarScript = async (cacheFolder: string, version: string): Promise<Buffer> => {
  const path = join(cacheFolder, `api-reader-${version}.js.gz`)
  if (existsSync(path)) return readFile(path)
  const compressed = gzipSync(await loadedByWorker())
  mkdirSync(cacheFolder, { recursive: true, mode: 0o700 })
  const unfinished = `${path}.${process.pid}`
  await writeFile(unfinished, compressed, { mode: 0o600 })
  await rename(unfinished, path)
  return compressed
}

const loadedByWorker = (): Promise<string> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./scalar-worker.ts', import.meta.url))
    worker.once('message', (script: string) => {
      resolve(script)
      void worker.terminate()
    })
    worker.once('error', reject)
    worker.once('exit', (code) => reject(new Error(`The API reference could not be loaded (${code}).`)))
  })

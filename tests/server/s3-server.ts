import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'

export interface S3Server {
  endpoint: string
  host: string
  accessKeyId: string
  secretAccessKey: string
  bucket: string
  /** The names of the objects in the bucket. */
  objects(): string[]
  /** Replaces what is stored under a name, as the owner of a bucket can. */
  replace(name: string, bytes: Buffer): void
  close(): Promise<void>
}

const BUCKET = 'harbour-backups'
/** What the server knows its only user by. */
const KEY = 'S3RVER'

/** Starts an S3 server on loopback, whose objects are files in a temporary folder. It checks signatures. */
export async function startS3Server(): Promise<S3Server> {
  const folder = mkdtempSync(join(tmpdir(), 'longshore-s3-'))
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: folder,
    configureBuckets: [{ name: BUCKET, configs: [] }],
  })
  const { port } = await server.run()
  const host = `127.0.0.1:${port}`
  return {
    endpoint: `http://${host}`,
    host,
    accessKeyId: KEY,
    secretAccessKey: KEY,
    bucket: BUCKET,
    objects: () =>
      readdirSync(join(folder, BUCKET), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('._S3rver_object'))
        .map((name) => name.replace('._S3rver_object', ''))
        .toSorted(),
    replace: (name, bytes) => writeFileSync(join(folder, BUCKET, `${name}._S3rver_object`), bytes),
    async close() {
      await server.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

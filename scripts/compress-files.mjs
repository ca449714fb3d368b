import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const TEXT = /\.(js|css|svg|json|txt)$/
const WORTH_BYTES = 1024
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }

/** Writes a .br and a .gz file next to every text file, so that the server does not compress. */
export function compressFiles(folder) {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    const found = statSync(path)
    if (found.isDirectory()) compressFiles(path)
    else if (TEXT.test(name) && found.size >= WORTH_BYTES) {
      const content = readFileSync(path)
      writeFileSync(`${path}.br`, brotliCompressSync(content, BROTLI))
      writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }))
    }
  }
}

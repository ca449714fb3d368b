import { readFileSync, renameSync, writeFileSync } from 'node:fs'

/**
 * Returns the secret in a file, generated on the first start. The file is written completely or not at all, even on a
 * full disk.
 */
export const loadOrCreateSecret = (path: string, generate: () => string): string => {
  const kept = readSecret(path)
  if (kept !== '') return kept
  const secret = generate()
  const unfinished = `${path}.unfinished`
  writeFileSync(unfinished, `${secret}\n`, { mode: 0o600 })
  renameSync(unfinished, path)
  return secret
}

const readSecret = (path: string): string => {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return ''
    throw error
  }
}

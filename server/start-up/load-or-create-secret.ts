import { readFileSync, renameSync, writeFileSync } from 'node:fs'

/** The secret of a file, made at the first start. It appears whole or not at all, also when the disk is full. */
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

import { EngineFailure } from '../engine.ts'

const MAX_PATH = 1024
const MAX_NAME = 255
/** The engine mounts its own files here. */
const RESERVED_FILES = ['/etc/hosts', '/etc/hostname', '/etc/resolv.conf', '/sbin/docker-init', '/.dockerenv']
/** The kernel's file systems. */
const RESERVED_FOLDERS = ['/proc', '/sys', '/dev']

export function invalid(field: string, message: string): EngineFailure {
  return new EngineFailure('invalidSpec', `${field}: ${message}`)
}

/** Throws unless the path is absolute and in its only spelling: without `.`, `..`, empty parts or control characters. */
export function checkAbsolutePath(field: string, path: string): void {
  const message = findPathError(path)
  if (message !== undefined) throw invalid(field, message)
}

/** The same for a path at which something of the user's is placed. */
export function checkPlace(field: string, path: string): void {
  const message = findPlaceError(path)
  if (message !== undefined) throw invalid(field, message)
}

export function findPathError(path: string): string | undefined {
  if (!path.startsWith('/')) return 'Write an absolute path, which starts with a slash.'
  if (Buffer.byteLength(path) > MAX_PATH) return `The path is longer than ${MAX_PATH} bytes.`
  const parts = path.slice(1).split('/')
  if (path !== '/' && parts.some((part) => part === '' || part === '.' || part === '..'))
    return 'Write the path without "..", ".", double slashes or a slash at its end.'
  if (parts.some((part) => Buffer.byteLength(part) > MAX_NAME))
    return `A part of the path is longer than ${MAX_NAME} bytes.`
  return /\p{Cc}|\p{Cs}/u.test(path) ? 'The path contains characters that no path may contain.' : undefined
}

export function findPlaceError(path: string): string | undefined {
  const message = findPathError(path)
  if (message !== undefined) return message
  if (path === '/') return 'Choose a path below /.'
  const isReserved = RESERVED_FOLDERS.some((folder) => isInside(path, folder)) || RESERVED_FILES.includes(path)
  return isReserved ? `${path} belongs to the system. Choose another path.` : undefined
}

/** Whether the path is the folder or below it. */
export function isInside(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`)
}

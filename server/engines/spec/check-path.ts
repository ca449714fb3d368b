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
  if (!path.startsWith('/')) throw invalid(field, 'Write an absolute path, which starts with a slash.')
  if (Buffer.byteLength(path) > MAX_PATH) throw invalid(field, `The path is longer than ${MAX_PATH} bytes.`)
  const parts = path.slice(1).split('/')
  if (path !== '/' && parts.some((part) => part === '' || part === '.' || part === '..'))
    throw invalid(field, 'Write the path without "..", ".", double slashes or a slash at its end.')
  if (parts.some((part) => Buffer.byteLength(part) > MAX_NAME))
    throw invalid(field, `A part of the path is longer than ${MAX_NAME} bytes.`)
  if (/\p{Cc}|\p{Cs}/u.test(path)) throw invalid(field, 'The path contains characters that no path may contain.')
}

/** The same for a path at which something of the user's is placed. */
export function checkPlace(field: string, path: string): void {
  checkAbsolutePath(field, path)
  if (path === '/') throw invalid(field, 'Choose a path below /.')
  if (RESERVED_FOLDERS.some((folder) => isInside(path, folder)) || RESERVED_FILES.includes(path))
    throw invalid(field, `${path} belongs to the system. Choose another path.`)
}

/** Whether the path is the folder or below it. */
export function isInside(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`)
}

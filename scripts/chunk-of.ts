import type { Rolldown } from 'vite'
import { mergeShared } from './console-build/merge-shared.ts'
import { sharedModules } from './console-build/shared-modules.ts'

type Context = Parameters<Rolldown.CodeSplittingNameFunction>[1]

/**
 * Keeps the number of files of a first load small: the sign-in page's modules are one chunk, the additional modules of
 * the organisation's pages another. Everything else is split at lazy imports, and what several of those share is merged
 * into few chunks.
 */
const loads = [
  { chunk: 'start', roots: ['main.tsx', 'ui/session/login/login-page.tsx'] },
  {
    chunk: 'console',
    roots: [
      'ui/shell/layouts/signed-in.tsx',
      'ui/shell/layouts/organization-layout.tsx',
      'ui/projects/dashboard/dashboard-page.tsx',
      'console.ts',
      // Loaded beside the first call that is not public.
      'src/contract/parts/console-part.ts',
      // The live stream parses with them.
      'src/contract/live.ts',
      'src/contract/wire/log.ts',
    ],
  },
]

/** React and the router change rarely, so a browser can cache them across releases. */
const lasting = /node_modules[\\/](react|react-dom|scheduler|react-router|react-router-dom)[\\/]/

/** The icon index imports all icons; a chunk gets those that its own modules import. */
const iconIndex = /lucide-react[\\/]dist[\\/]esm[\\/]lucide-react\.mjs$/
const iconFiles = /export\s*\{([^}]*)\}\s*from\s*["']\.\/(icons\/[^"']+)["']/g
const namedIcons = /import\s*\{([^}]*)\}\s*from\s*["']lucide-react["']/g

/** Returns a function that names the chunk of a module; the assignment is computed once per build. */
export function chunkOf(root: string) {
  let chunks: Map<string, string> | undefined
  return (id: string, context: Context) => {
    if (lasting.test(id)) return 'react'
    chunks ??= assign(root, context)
    return chunks.get(id) ?? null
  }
}

/** What one more request costs, in bytes of source text. */
const REQUEST_BYTES = 12_000

function assign(root: string, context: Context) {
  const chunks = new Map<string, string>()
  let icons: Map<string, string> | undefined
  const iconsIn = (code: string | null, index: string) => {
    icons ??= filesOfIcons(index, context.getModuleInfo(index)?.code ?? '')
    const named = [...(code ?? '').matchAll(namedIcons)].flatMap(([, list = '']) => list.split(','))
    return named.flatMap((name) => icons?.get(name.replace(/ as .*/, '').trim()) ?? [])
  }
  const visit = (id: string, chunk: string) => {
    if (chunks.has(id)) return
    const found = context.getModuleInfo(id)
    if (!found) return
    chunks.set(id, chunk)
    for (const to of importsOf(found)) visit(to, chunk)
  }
  const importsOf = ({ importedIds, code }: Rolldown.ModuleInfo) =>
    importedIds.flatMap((to) => (iconIndex.test(to) ? iconsIn(code, to) : to))
  for (const { chunk, roots } of loads) for (const path of roots) visit(`${root}/${path}`, chunk)

  const moduleOf = (id: string) => {
    const found = context.getModuleInfo(id)
    if (!found) return
    const { code, dynamicallyImportedIds } = found
    return { bytes: code?.length ?? 0, imports: importsOf(found), lazyImports: dynamicallyImportedIds }
  }
  const shared = sharedModules(`${root}/main.tsx`, moduleOf, (id) => chunks.has(id) || lasting.test(id))
  for (const [position, { ids }] of mergeShared(shared, REQUEST_BYTES).entries())
    for (const id of ids) chunks.set(id, `shared-${position}`)
  return chunks
}

/** An icon has several names, and its file is named after one of them. */
function filesOfIcons(index: string, code: string) {
  const folder = index.replace(/[^\\/]+$/, '')
  const files = new Map<string, string>()
  for (const [, list = '', path] of code.matchAll(iconFiles))
    for (const name of list.split(',')) files.set(name.replace('default as ', '').trim(), folder + path)
  return files
}

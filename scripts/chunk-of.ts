import type { Rolldown } from 'vite'

type Context = Parameters<Rolldown.CodeSplittingNameFunction>[1]

/**
 * A first load takes a handful of files, not one for each shared part: what the sign-in page needs is one chunk, what
 * the organisation's pages need besides is another, and everything else is split where it is imported lazily.
 */
const loads = [
  { chunk: 'start', roots: ['main.tsx', 'ui/session/login-page.tsx'] },
  {
    chunk: 'console',
    roots: [
      'ui/app/signed-in.tsx',
      'ui/app/organization-layout.tsx',
      'ui/projects/dashboard-page.tsx',
      'console.ts',
      // A page that asks for more than the configuration leads here.
      'src/contract/contract.ts',
    ],
  },
]

/** React and the router change rarely, so that a browser keeps them through many releases. */
const lasting = /node_modules[\\/](react|react-dom|scheduler|react-router|react-router-dom)[\\/]/

/** The index of the icons imports all of them; a chunk gets those that its own modules name. */
const iconIndex = /lucide-react[\\/]dist[\\/]esm[\\/]lucide-react\.mjs$/
const iconFiles = /export\s*\{([^}]*)\}\s*from\s*["']\.\/(icons\/[^"']+)["']/g
const namedIcons = /import\s*\{([^}]*)\}\s*from\s*["']lucide-react["']/g

/** Names the chunk of a module; the answer is worked out once for a build. */
export function chunkOf(root: string) {
  let chunks: Map<string, string> | undefined
  return (id: string, context: Context) => {
    if (lasting.test(id)) return 'react'
    chunks ??= assign(root, context)
    return chunks.get(id) ?? null
  }
}

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
    const imported = found.importedIds.flatMap((to) => (iconIndex.test(to) ? iconsIn(found.code, to) : to))
    for (const to of imported) visit(to, chunk)
  }
  for (const { chunk, roots } of loads) for (const path of roots) visit(`${root}/${path}`, chunk)
  return chunks
}

/** An icon has several names, and its file is called after one of them. */
function filesOfIcons(index: string, code: string) {
  const folder = index.replace(/[^\\/]+$/, '')
  const files = new Map<string, string>()
  for (const [, list = '', path] of code.matchAll(iconFiles))
    for (const name of list.split(',')) files.set(name.replace('default as ', '').trim(), folder + path)
  return files
}

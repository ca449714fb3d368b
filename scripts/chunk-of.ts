import type { Rolldown } from 'vite'

type Context = Parameters<Rolldown.CodeSplittingNameFunction>[1]

/**
 * A first load takes a handful of files, not one for each shared part: what the sign-in page needs is one chunk, what
 * the organisation's pages need besides is another, and everything else is split where it is imported lazily.
 */
const loads = [
  { chunk: 'start', roots: ['main.tsx', 'ui/session/login-page.tsx'] },
  { chunk: 'console', roots: ['ui/app/organization-layout.tsx', 'ui/projects/dashboard-page.tsx'] },
]

/** React and the router change rarely, so that a browser keeps them through many releases. */
const lasting = /node_modules[\\/](react|react-dom|scheduler|react-router|react-router-dom)[\\/]/

/** The index of the icons imports all of them; a chunk gets those that its own modules name. */
const iconIndex = /(.*lucide-react[\\/]dist[\\/]esm[\\/])lucide-react\.mjs$/
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
  const visit = (id: string, chunk: string) => {
    if (chunks.has(id)) return
    const found = context.getModuleInfo(id)
    if (!found) return
    chunks.set(id, chunk)
    for (const imported of found.importedIds.flatMap((to) => withoutIconIndex(to, found.code ?? '')))
      visit(imported, chunk)
  }
  for (const { chunk, roots } of loads) for (const path of roots) visit(`${root}/${path}`, chunk)
  return chunks
}

function withoutIconIndex(imported: string, code: string): string[] {
  const folder = iconIndex.exec(imported)?.[1]
  if (folder === undefined) return [imported]
  const names = [...code.matchAll(namedIcons)].flatMap(([, list = '']) => list.split(','))
  return names.map((name) => `${folder}icons/${fileOf(name.trim())}.mjs`)
}

/** `CircleAlert` is `circle-alert`, `Trash2` is `trash-2`. */
function fileOf(icon: string) {
  return icon.replace(/(?<=[a-z0-9])(?=[A-Z])|(?<=[a-z])(?=\d)/g, '-').toLowerCase()
}

import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The pages whose first load has a budget, each with the modules that it imports lazily. Sizes are gzip JavaScript. */
export const budgets = [
  { page: '/login', modules: ['ui/session/login-page.tsx'], limit: '150 kB' },
  {
    page: '/{org}/dashboard',
    modules: ['ui/app/organization-layout.tsx', 'ui/projects/dashboard-page.tsx'],
    limit: '250 kB',
  },
]

interface Entry {
  file: string
  src?: string
  isEntry?: boolean
  imports?: string[]
  css?: string[]
}

/** The files that a browser fetches before the page stands: the entry, the page's lazy modules, and all they import. */
export function firstLoad(built: string, modules: string[]) {
  const manifest = readJson<Record<string, Entry>>(join(built, '.vite/manifest.json'))
  const packages = readJson<Record<string, string[]>>(join(built, '.vite/packages.json'))
  const entry = Object.keys(manifest).find((key) => manifest[key]?.isEntry)
  if (!entry) throw new Error(`${built} holds no entry; run npm run build`)

  const seen = new Set<string>()
  const visit = (key: string) => {
    if (seen.has(key)) return
    const found = manifest[key]
    if (!found) throw new Error(`No chunk of ${key} in the built console; mend the table in scripts/first-load.ts`)
    seen.add(key)
    found.imports?.forEach(visit)
  }
  for (const key of [entry, ...modules]) visit(key)

  const chunks = [...seen].flatMap((key) => manifest[key] ?? [])
  const scripts = [...new Set(chunks.map(({ file }) => file))]
  return {
    scripts,
    styles: [...new Set(chunks.flatMap(({ css }) => css ?? []))],
    packages: [...new Set(scripts.flatMap((file) => packages[file] ?? []))].sort(),
  }
}

function readJson<T>(path: string): T {
  return JSON.parse(readFileSync(path, 'utf8'))
}

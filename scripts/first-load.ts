import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ChunkList } from './list-chunks.ts'

/** The pages whose first load has a budget, each with its lazy imports. Sizes are of gzipped JavaScript. */
export const budgets = [
  { page: '/login', lazy: ['ui/session/login/login-page.tsx'], limit: '168.5 kB' },
  {
    page: '/{org}/dashboard',
    lazy: [
      'ui/shell/layouts/signed-in.tsx',
      'ui/shell/layouts/organization-layout.tsx',
      'ui/projects/dashboard/dashboard-page.tsx',
      'streams/live/shared-live.ts',
      'socket.io-client',
    ],
    limit: '268 kB',
  },
]

/** Returns the files of a page's first load: those in index.html, the page's lazy chunks, and all their imports. */
export function firstLoad(built: string, lazy: string[]) {
  return filesOf(readBuild(built), lazy)
}

/** Returns how many files each page loads in addition to a first load. */
export function filesOfPages(built: string, lazy: string[]) {
  const build = readBuild(built)
  const first = filesOf(build, lazy)
  const loaded = new Set([...first.scripts, ...first.styles])
  const pages = Object.values(build.chunks).flatMap(
    ({ modules }) => modules.find((name) => name.endsWith('-page.tsx')) ?? [],
  )
  return pages.map((page) => {
    const { scripts, styles } = filesOf(build, [page])
    return { page, files: [...scripts, ...styles].filter((file) => !loaded.has(file)).length }
  })
}

function readBuild(built: string) {
  const chunks: ChunkList = JSON.parse(readFileSync(join(built, '.vite/chunks.json'), 'utf8'))
  const html = readFileSync(join(built, 'index.html'), 'utf8')
  const named = [...html.matchAll(/<script type="module"[^>]* src="\/([^"]+)"/g)].flatMap(([, file]) => file ?? [])
  return { chunks, named }
}

function filesOf({ chunks, named }: ReturnType<typeof readBuild>, lazy: string[]) {
  const lazily = lazy.map((module) => {
    const found = Object.keys(chunks).find((file) => chunks[file]?.modules.includes(module))
    if (!found) throw new Error(`No chunk of the console contains ${module}; fix the table in scripts/first-load.ts`)
    return found
  })

  const scripts = new Set<string>()
  const visit = (file: string) => {
    if (scripts.has(file)) return
    scripts.add(file)
    chunks[file]?.imports.forEach(visit)
  }
  for (const file of [...named, ...lazily]) visit(file)
  return {
    scripts: [...scripts],
    styles: [...new Set([...scripts].flatMap((file) => chunks[file]?.styles ?? []))],
    modules: [...new Set([...scripts].flatMap((file) => chunks[file]?.modules ?? []))].sort(),
  }
}

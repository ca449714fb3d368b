import { readdir, readFile } from 'node:fs/promises'
import { extname, join, posix } from 'node:path'

/** A Markdown file that is served as a page. */
export interface Document {
  /** Its path below `/docs`; empty for the start page. */
  slug: string
  /** Its path in the repository, from which its relative links lead. */
  file: string
  title: string
  text: string
}

export interface Documents {
  /** By slug. */
  pages: ReadonlyMap<string, Document>
  /** By file. */
  byFile: ReadonlyMap<string, Document>
  /** Paths of pictures in the repository, by path below `/docs`. */
  pictures: ReadonlyMap<string, string>
}

/** Documents outside `docs/`, where other tools expect them. */
const elsewhere: Readonly<Record<string, string>> = {
  'CHANGELOG.md': 'changelog',
  'CONTRIBUTING.md': 'contributing',
  'SECURITY.md': 'report-a-vulnerability',
}

export const pictureTypes: Readonly<Record<string, string>> = { '.png': 'image/png', '.webp': 'image/webp' }

/**
 * Reads the documents of the folder `root`. Requests are looked up in the result and never become a path of a file, so
 * that no address leads out of the folder.
 */
export const loadDocuments = async (root: string): Promise<Documents> => {
  const entries = await readdir(join(root, 'docs'), { recursive: true, withFileTypes: true })
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length).replaceAll('\\', '/').replace(/^\//, ''))
    .sort()
  const files = [...names.filter((name) => name.endsWith('.md')), ...Object.keys(elsewhere)]
  const loaded = await Promise.all(
    files.map(async (file): Promise<Document> => {
      const text = await readFile(join(root, file), 'utf8')
      const title = /^# (.+)$/m.exec(text)?.[1]?.replaceAll('`', '') ?? posix.basename(file, '.md')
      return { slug: slugOf(file), file, title, text }
    }),
  )
  return {
    pages: new Map(loaded.map((document) => [document.slug, document])),
    byFile: new Map(loaded.map((document) => [document.file, document])),
    pictures: new Map(
      names
        .filter((name) => Object.hasOwn(pictureTypes, extname(name)))
        .map((name) => [name.slice('docs/'.length), join(root, name)]),
    ),
  }
}

const slugOf = (file: string): string =>
  elsewhere[file] ??
  file
    .slice('docs/'.length)
    .replace(/\.md$/, '')
    .replace(/(^|\/)README$/, '')

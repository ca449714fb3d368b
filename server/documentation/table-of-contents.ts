import { posix } from 'node:path'
import { marked, type Token, type Tokens } from 'marked'
import type { Document, Documents } from './load-documents.ts'

export interface Section {
  title: string
  documents: Document[]
}

const isHeading = (token: Token): token is Tokens.Heading => token.type === 'heading'
const isList = (token: Token): token is Tokens.List => token.type === 'list'

/** Returns the sections of the navigation: the headings of the start page, with the documents that each lists. */
export const tableOfContents = ({ pages, byFile }: Documents): Section[] => {
  const start = pages.get('')
  if (!start) return []
  const sections: Section[] = []
  for (const token of marked.lexer(start.text)) {
    if (isHeading(token) && token.depth === 2) sections.push({ title: token.text, documents: [] })
    if (isList(token)) sections.at(-1)?.documents.push(...listed(token, start.file, byFile))
  }
  return sections.filter(({ documents }) => documents.length > 0)
}

const listed = ({ items }: Tokens.List, from: string, byFile: Documents['byFile']): Document[] =>
  items.flatMap(({ text }) => {
    const target = /^\[[^\]]+\]\(([^)#]+)\)/.exec(text)?.[1]
    const document = target && byFile.get(posix.join(posix.dirname(from), target))
    return document ? [document] : []
  })

/** Returns the documents whose title contains every word, those of the navigation first. */
export const searchTitles = (documents: Documents, query: string): Document[] => {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const listedFirst = new Set([
    ...tableOfContents(documents).flatMap((section) => section.documents),
    ...documents.pages.values(),
  ])
  return [...listedFirst].filter(({ title }) => words.every((word) => title.toLowerCase().includes(word)))
}

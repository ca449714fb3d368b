import { posix } from 'node:path'
import { Marked } from 'marked'
import { getHeadingList, gfmHeadingId } from 'marked-gfm-heading-id'
import sanitize from 'sanitize-html'
import type { Document, Documents } from './load-documents.ts'

const DOCS = '/docs'
/** Links that need no resolving: to other hosts, within the page, and to other pages of this server. */
const COMPLETE = /^(https?:|mailto:|#|\/(?!\/))/

const parser = new Marked(gfmHeadingId())

export interface Heading {
  id: string
  /** HTML. */
  text: string
}

export interface Rendered {
  html: string
  /** Headings of the second level. */
  headings: Heading[]
}

export const addressOf = ({ slug }: Pick<Document, 'slug'>): string => (slug === '' ? DOCS : `${DOCS}/${slug}`)

/** Renders a document. Only listed tags and attributes pass, although the files are our own: an operator may add some. */
export const renderMarkdown = (documents: Documents, { file, text }: Pick<Document, 'file' | 'text'>): Rendered => {
  const html = scrollable(clean(parser.parse(text, { async: false }), (target) => resolve(documents, file, target)))
  const headings = getHeadingList()
    .filter(({ level }) => level === 2)
    .map(({ id, text: heading }) => ({ id, text: sanitize(heading, { allowedTags: ['code'], allowedAttributes: {} }) }))
  return { html, headings }
}

const clean = (html: string, resolved: (target: string) => string | null): string =>
  sanitize(html, {
    allowedTags: [
      ...['h1', 'h2', 'h3', 'h4', 'p', 'a', 'strong', 'em', 'del', 'code', 'pre', 'kbd', 'blockquote', 'hr', 'br'],
      ...['ul', 'ol', 'li', 'table', 'thead', 'tbody', 'tr', 'th', 'td', 'img', 'span'],
    ],
    allowedAttributes: {
      a: ['href', 'rel'],
      img: ['src', 'alt', 'loading'],
      ...Object.fromEntries(['h1', 'h2', 'h3', 'h4'].map((tag) => [tag, ['id']])),
      ...Object.fromEntries(['th', 'td'].map((tag) => [tag, ['align']])),
      ol: ['start'],
    },
    allowedSchemes: ['https', 'http', 'mailto'],
    allowProtocolRelative: false,
    transformTags: {
      a: (_tag, { href = '' }) => {
        const target = resolved(href)
        if (target === null) return { tagName: 'span', attribs: {} }
        return { tagName: 'a', attribs: { href: target, ...(/^https?:/.test(target) && { rel: 'noreferrer' }) } }
      },
      img: (_tag, { src = '', alt = '' }) => {
        const target = resolved(src)
        return target === null
          ? { tagName: 'span', attribs: {}, text: alt }
          : { tagName: 'img', attribs: { src: target, alt, loading: 'lazy' } }
      },
    },
  })

/** Lets wide tables and code scroll by themselves, also with the keyboard. */
const scrollable = (html: string): string =>
  html
    .replaceAll('<table>', '<div class="table" role="group" aria-label="Table" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>')
    .replaceAll('<pre>', '<pre tabindex="0">')

/** Returns where a link of a document leads on this server; null if it leads to a file that is not served. */
const resolve = ({ byFile, pictures }: Documents, file: string, target: string): string | null => {
  if (COMPLETE.test(target)) return target
  const [path = '', hash] = target.split('#')
  const found = posix.join(posix.dirname(file), path)
  const document = byFile.get(found) ?? byFile.get(posix.join(found, 'README.md'))
  if (document) return `${addressOf(document)}${hash === undefined ? '' : `#${hash}`}`
  const picture = found.replace(/^docs\//, '')
  return pictures.has(picture) ? `${DOCS}/${picture}` : null
}

import { escapeHtml } from '../http/escape-html.ts'
import type { Document } from './load-documents.ts'
import { addressOf, type Heading } from './render-markdown.ts'
import type { Section } from './table-of-contents.ts'

const LOGO =
  '<svg class="mark" viewBox="0 0 32 32" aria-hidden="true"><path class="post" d="M7.5 4.5v16c0 3.2 1.9 5 4.7 5 3.6 0 4.1-2.9 7.4-2.9 2.6 0 3.6 1.7 6.4 2.6"/><path class="beam" d="M14.5 7.5 27 4v11z"/></svg>'

interface DocumentationPage {
  productName: string
  title: string
  /** HTML. */
  content: string
  sections: Section[]
  /** The document in view; undefined for search results and missing pages. */
  current?: Document
  headings?: Heading[]
  query?: string
}

export const documentationPage = (page: DocumentationPage): string => {
  const { productName, title, content, sections, current, headings = [], query = '' } = page
  const navigation = sections.map((section) => navigationSection(section, current)).join('')
  return `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark light">
<title>${escapeHtml(title)} · ${escapeHtml(productName)}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<script src="/theme.js"></script>
<link rel="stylesheet" href="/docs/assets/documentation.css">
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<header class="bar">
<a class="brand" href="/docs" aria-label="${escapeHtml(productName)} Docs">${LOGO}<span class="product">${escapeHtml(productName)}</span> <span class="area">Docs</span></a>
<form class="search" role="search" action="/docs"><input type="search" name="q" value="${escapeHtml(query)}" placeholder="Search titles" aria-label="Search titles" maxlength="100" autocomplete="off"></form>
<nav class="places" aria-label="Site"><a href="/api/docs">API</a><a class="visitor" href="/login">Log in</a><a class="member" href="/">Console</a></nav>
</header>
<div class="columns">
<details class="folded"><summary>All pages</summary><nav class="pages" aria-label="All pages">${navigation}</nav></details>
<nav class="side pages" aria-label="Documentation">${navigation}</nav>
<main id="content" tabindex="-1">${content}</main>
${headings.length > 1 ? onThisPage(headings) : ''}
</div>
</body>
</html>
`
}

const navigationSection = ({ title, documents }: Section, current: Document | undefined): string =>
  `<h2>${escapeHtml(title)}</h2><ul>${documents
    .map((document) => `<li>${linkTo(document, document === current)}</li>`)
    .join('')}</ul>`

const linkTo = (document: Document, isCurrent = false): string =>
  `<a href="${escapeHtml(addressOf(document))}"${isCurrent ? ' aria-current="page"' : ''}>${escapeHtml(document.title)}</a>`

const onThisPage = (headings: Heading[]): string =>
  `<nav class="contents pages" aria-label="On this page"><h2>On this page</h2><ul>${headings
    .map(({ id, text }) => `<li><a href="#${escapeHtml(id)}">${text}</a></li>`)
    .join('')}</ul></nav>`

export const searchResults = (query: string, found: Document[]): string => {
  const count = found.length === 1 ? '1 page' : `${found.length} pages`
  return found.length === 0
    ? `<h1>No results for “${escapeHtml(query)}”</h1><p>Only titles are searched. Try fewer or other words.</p>`
    : `<h1>Results for “${escapeHtml(query)}”</h1><p>${count}</p><ul class="results">${found
        .map((document) => `<li>${linkTo(document)}</li>`)
        .join('')}</ul>`
}

export const MISSING =
  '<h1>Page not found</h1><p>The documentation has no page at this address. Search for its title, or go to the <a href="/docs">start page</a>.</p>'

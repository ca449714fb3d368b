import { escapeHtml } from '../http/escape-html.ts'

const LOGO = `<svg class="mark" viewBox="0 0 32 32" aria-hidden="true"><path class="post" d="M7.5 4.5v16c0 3.2 1.9 5 4.7 5 3.6 0 4.1-2.9 7.4-2.9 2.6 0 3.6 1.7 6.4 2.6"/><path class="sail" d="M14.5 7.5 27 4v11z"/></svg>`

/** Renders a page of the sandbox; `assets` is the base path of its stylesheet, font and theme script, and `content` is HTML. */
export const pageFrame = (
  assets: string,
  productName: string,
  title: string,
  content: string,
): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="dark light">
    <title>${escapeHtml(title)} · Sandbox</title>
    <link rel="icon" href="/favicon.svg" type="image/svg+xml">
    <script src="${assets}/theme.js"></script>
    <link rel="stylesheet" href="${assets}/sign-in.css">
  </head>
  <body>
    <main>
      <header>${LOGO}<span class="product">${escapeHtml(productName)}</span><span class="sandbox">Sandbox</span></header>
      <h1>${escapeHtml(title)}</h1>
      ${content}
    </main>
  </body>
</html>
`

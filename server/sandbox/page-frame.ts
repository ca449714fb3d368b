import { escapeHtml } from '../http/escape-html.ts'

const LOGO = `<svg class="mark" viewBox="0 0 32 32" aria-hidden="true"><path class="post" d="M8 13.5v7.2c0 2.6 1.5 4.1 4 4.1 3.2 0 3.9-2.4 7-2.4s3.7 2.4 6.8 2.4c1 0 1.7-.2 2.4-.6"/><circle class="lamp" cx="8" cy="7.4" r="2.6"/><path class="beam" d="M13.6 7.4a5.6 5.6 0 0 1-2.2 4.5M18.6 7.4a10.6 10.6 0 0 1-3.5 7.9M23.6 7.4a15.6 15.6 0 0 1-4.4 10.9"/></svg>`

/** Renders a page of the sandbox; `assets` is the base path of its stylesheet and font, and `content` is HTML. */
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
    <link rel="icon" href="data:,">
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

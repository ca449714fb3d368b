import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { discardBody } from '../forwarding/discard-body.ts'
import type { ErrorPage } from './error-pages.ts'

const style = `
:root{color-scheme:dark light;--ground:#0f161d;--ink:#e6edf3;--quiet:#93a1b0;--line:#243040;--accent:#35c2b4}
@media(prefers-color-scheme:light){:root{--ground:#f6f8fa;--ink:#15202b;--quiet:#54616f;--line:#d5dde5;--accent:#0b7f74}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;background:var(--ground);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
main{width:min(34rem,100% - 3rem);padding:2.5rem 0;border-top:2px solid var(--accent)}
p{margin:.75rem 0 0;color:var(--quiet)}
h1{margin:0;font-size:1.5rem;line-height:1.25;overflow-wrap:anywhere}
small{display:block;margin-top:2rem;padding-top:1rem;border-top:1px solid var(--line);color:var(--quiet)}
`
const styleHash = createHash('sha256').update(style).digest('base64')

/** Sends an error page in place of an instance: HTML, or JSON for clients that accept only JSON. */
export function sendPage(request: IncomingMessage, response: ServerResponse, errorPage: ErrorPage): void {
  const isForProgram = acceptsJson(request.headers.accept)
  const body = isForProgram
    ? JSON.stringify({ error: errorPage.code, message: `${errorPage.title}. ${errorPage.message}` })
    : html(errorPage)
  // A client that waits for 100 Continue may or may not send its body now, so the next bytes could be a body or a
  // request.
  if (request.headers.expect !== undefined) response.shouldKeepAlive = false
  // What was set for a response that could not be sent does not describe the page.
  for (const name of response.getHeaderNames()) if (!kept.has(name)) response.removeHeader(name)
  response.writeHead(errorPage.status, {
    'content-type': isForProgram ? 'application/json; charset=utf-8' : 'text/html; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; frame-ancestors 'none'`,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-robots-tag': 'noindex',
    ...(errorPage.refreshSeconds ? { 'retry-after': String(errorPage.refreshSeconds) } : {}),
  })
  response.end(request.method === 'HEAD' ? undefined : body)
  if (!request.complete) discardBody(request, response)
}

/** Headers that hold for the host or the connection, and not for one response. */
const kept = new Set(['strict-transport-security', 'connection'])

const acceptsJson = (accept = ''): boolean => accept.includes('application/json') && !accept.includes('text/html')

const html = ({ title, message, status, refreshSeconds }: ErrorPage): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${refreshSeconds ? `<meta http-equiv="refresh" content="${refreshSeconds}">\n` : ''}<title>${escaped(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${escaped(title)}</h1>
<p>${escaped(message)}</p>
<small>${status} · Longshore</small>
</main>
</body>
</html>
`

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string): string => text.replace(/[&<>"']/g, (mark) => entities[mark] ?? mark)

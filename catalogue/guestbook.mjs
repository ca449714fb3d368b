import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'

const port = Number(process.env.PORT ?? 8080)
const host = process.env.HOST ?? '0.0.0.0'
const title = process.env.TITLE ?? 'Guestbook'
const folder = process.env.DATA_FOLDER ?? '/data'
const file = join(folder, 'entries.jsonl')
const maxEntryLength = 500
const maxBodyBytes = 16 * 1024

mkdirSync(folder, { recursive: true })
const entries = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean).map(JSON.parse) : []

const escaped = (text) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

const entryHtml = ({ name, words, at }) =>
  `<li><p>${escaped(words)}</p><footer>${escaped(name)} · <time datetime="${at}">${at.slice(0, 16).replace('T', ' ')}</time></footer></li>`

const page = () => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style>
  :root { color-scheme: light dark; font-family: Inter, ui-sans-serif, system-ui, sans-serif; --line: #8883 }
  body { margin: 0 auto; max-width: 38rem; padding: 3rem 1.25rem; line-height: 1.6 }
  form { display: grid; gap: .75rem; padding: 1.25rem; border: 1px solid var(--line); border-radius: 1rem }
  label { display: grid; gap: .25rem; font-size: .85rem }
  input, textarea, button { font: inherit; padding: .55rem .7rem; border-radius: .5rem; border: 1px solid var(--line) }
  button { background: #0d9488; color: #fff; border: 0; justify-self: start; cursor: pointer }
  ul { list-style: none; padding: 0 } li { padding: 1rem 0; border-bottom: 1px solid var(--line) }
  p { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere } footer { font-size: .8rem; opacity: .7 }
</style>
</head>
<body>
<h1>${escaped(title)}</h1>
<form method="post" action="/entries">
  <label>Your name <input name="name" required maxlength="80" autocomplete="name"></label>
  <label>Message <textarea name="words" required maxlength="${maxEntryLength}" rows="3"></textarea></label>
  <button>Sign the guestbook</button>
</form>
<ul>${entries.length === 0 ? '<li><p>No entries yet. Be the first to sign.</p></li>' : entries.toReversed().map(entryHtml).join('')}</ul>
</body>
</html>
`

const server = createServer((request, response) => {
  // A visitor who disconnects during a body must not end the program.
  respond(request, response).catch(() => response.destroy())
})

async function respond(request, response) {
  const path = (request.url ?? '/').split('?')[0]
  console.log(`${request.method} ${path}`)
  if (path === '/health')
    return response.writeHead(200, { 'content-type': 'application/json' }).end('{"status":"ok"}\n')
  if (path === '/entries' && request.method === 'POST') return sign(request, response)
  if (path === '/entries')
    return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(entries))
  if (path !== '/') return response.writeHead(404, { 'content-type': 'text/plain' }).end('Page not found.\n')
  return response
    .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
    .end(page())
}

async function sign(request, response) {
  let body = ''
  for await (const chunk of request) {
    body += chunk
    if (body.length > maxBodyBytes) return response.writeHead(413).end('Entry too long.\n')
  }
  const form = new URLSearchParams(body)
  const name = (form.get('name') ?? '').trim().slice(0, 80)
  const words = (form.get('words') ?? '').trim().slice(0, maxEntryLength)
  if (!name || !words)
    return response.writeHead(422, { 'content-type': 'text/plain' }).end('Enter a name and a message.\n')
  const entry = { name, words, at: new Date().toISOString() }
  appendFileSync(file, `${JSON.stringify(entry)}\n`)
  entries.push(entry)
  return response.writeHead(303, { location: '/' }).end()
}

server.listen(port, host, () => console.log(`${title}: listening on port ${port}, ${entries.length} entries`))

process.on('SIGTERM', () => {
  console.log('Stopping on request')
  server.close(() => process.exit(0))
  server.closeAllConnections()
})

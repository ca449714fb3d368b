import { createServer } from 'node:http'
import { hostname } from 'node:os'

const port = Number(process.env.PORT ?? 8080)
const host = process.env.HOST ?? '0.0.0.0'
const greeting = process.env.GREETING ?? 'Hello from Longshore'
const environment = process.env.ENVIRONMENT ?? 'development'
const startedAtMs = Date.now()
let requests = 0

const escaped = (text) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

const page = () => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(greeting)}</title>
<style>
  :root { color-scheme: dark; font-family: Inter, ui-sans-serif, system-ui, sans-serif }
  body { margin: 0; min-height: 100vh; display: grid; place-items: center; color: #e6edf3;
    background: radial-gradient(60rem 30rem at 20% 0%, #12404a, transparent), radial-gradient(50rem 30rem at 90% 100%, #1b2a49, transparent), #0c1218 }
  main { width: min(34rem, 88vw); padding: 2.5rem; border-radius: 1.25rem; background: #131c25cc;
    border: 1px solid #26343f; box-shadow: 0 2rem 5rem #0008 }
  .mark { display: inline-flex; align-items: center; gap: .5rem; font-size: .8rem; letter-spacing: .04em; color: #5eead4 }
  .mark::before { content: ""; width: .55rem; height: .55rem; border-radius: 50%; background: #2dd4bf; box-shadow: 0 0 0 .3rem #2dd4bf26 }
  h1 { margin: 1rem 0 .5rem; font-size: clamp(1.8rem, 6vw, 2.6rem); line-height: 1.1; letter-spacing: -.02em }
  p { margin: 0; color: #9fb0bd; line-height: 1.6 }
  dl { margin: 2rem 0 0; display: grid; grid-template-columns: repeat(3, 1fr); gap: 1px; background: #26343f; border-radius: .75rem; overflow: hidden }
  dl div { background: #101820; padding: .9rem 1rem; min-width: 0 }
  dt { font-size: .72rem; color: #8496a4 }
  dd { margin: .25rem 0 0; font-variant-numeric: tabular-nums; font-size: 1.05rem; overflow-wrap: anywhere }
  @media (max-width: 30rem) { dl { grid-template-columns: 1fr } main { padding: 1.5rem } }
</style>
</head>
<body>
<main>
  <span class="mark">Running</span>
  <h1>${escaped(greeting)}</h1>
  <p>Your instance serves this page. Change its settings, deploy again and reload.</p>
  <dl>
    <div><dt>Environment</dt><dd>${escaped(environment)}</dd></div>
    <div><dt>Requests served</dt><dd>${requests}</dd></div>
    <div><dt>Up for</dt><dd>${Math.round((Date.now() - startedAtMs) / 1000)} s</dd></div>
  </dl>
</main>
</body>
</html>
`

const server = createServer((request, response) => {
  const path = (request.url ?? '/').split('?')[0]
  if (path === '/health') {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"status":"ok"}\n')
    return
  }
  if (path !== '/') {
    console.log(`${request.method} ${path} 404`)
    response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' }).end('Page not found.\n')
    return
  }
  requests += 1
  console.log(`${request.method} ${path} 200 (request ${requests})`)
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }).end(page())
})

server.listen(port, host, () => console.log(`${greeting}: listening on port ${port} (${environment}, ${hostname()})`))

process.on('SIGTERM', () => {
  console.log('Stopping on request')
  server.close(() => process.exit(0))
  server.closeAllConnections()
})

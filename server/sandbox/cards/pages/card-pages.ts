import { readFile } from 'node:fs/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { escapeHtml } from '../../../http/escape-html.ts'
import { servePageAssets } from '../../page-assets.ts'
import type { ReadRecords } from '../records/card-store.ts'

export interface CardPageOptions {
  records: ReadRecords
  publishableKey: string
  /** The pages that may embed a card form. */
  embeddedBy: () => string
}

const scripts = {
  '/v3/stripe.js': 'stripe.js',
  '/card-form.js': 'card-form.js',
  '/authentication.js': 'authentication.js',
}
const ASSETS = '/assets'

/** Serves the script that a page loads, and the frames that it opens. */
export function serveCardPages(app: FastifyInstance, { records, publishableKey, embeddedBy }: CardPageOptions): void {
  servePageAssets(app, ASSETS)
  for (const [path, file] of Object.entries(scripts))
    app.get(path, async (_request, reply) => sendFile(reply, file, 'text/javascript'))
  app.get('/cards.css', async (_request, reply) => sendFile(reply, 'cards.css', 'text/css'))

  const send = (reply: FastifyReply, page: string) =>
    reply
      .type('text/html; charset=utf-8')
      .headers({
        'content-security-policy': `default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors ${embeddedBy()}`,
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
      })
      .send(page)

  app.get('/elements/payment', async (request, reply) => send(reply, frame(themeOf(request), cardForm)))
  app.get('/elements/controller', async (_request, reply) => send(reply, frame('light', '', '/card-form.js')))
  app.get<{ Params: { id: string } }>('/authentication/:id', async (request, reply) => {
    const { id } = request.params
    const payment = records.find('payment_intent', id)
    const intent = payment ?? records.find('setup_intent', id)
    const { client_secret } = request.query as { client_secret?: string }
    if (!intent || intent.client_secret !== client_secret) return reply.callNotFound()
    const path = `/v1/${payment ? 'payment_intents' : 'setup_intents'}/${id}`
    const amount = payment
      ? new Intl.NumberFormat('en-US', { style: 'currency', currency: payment.currency }).format(payment.amount / 100)
      : null
    return send(reply, frame('light', authentication(path, publishableKey, amount), '/authentication.js'))
  })
}

async function sendFile(reply: FastifyReply, file: string, type: string) {
  return reply
    .type(`${type}; charset=utf-8`)
    .headers({ 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' })
    .send(await readFile(new URL(file, import.meta.url)))
}

function themeOf({ query }: FastifyRequest): 'dark' | 'light' {
  return (query as { theme?: string }).theme === 'dark' ? 'dark' : 'light'
}

const frame = (theme: string, content: string, script = '/card-form.js') => `<!doctype html>
<html lang="en" data-theme="${theme}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Card</title>
<link rel="stylesheet" href="${ASSETS}/sign-in.css">
<link rel="stylesheet" href="/cards.css">
</head>
<body class="framed">
${content}
<script type="module" src="${script}"></script>
</body>
</html>
`

const field = (id: string, label: string, complete: string, placeholder: string, className = '') =>
  `<div class="${className}"><label for="${id}">${label}</label><input id="${id}" type="text" inputmode="numeric" autocomplete="${complete}" placeholder="${placeholder}" spellcheck="false" aria-describedby="problem"></div>`

const cardForm = `<form class="card" novalidate>
${field('number', 'Card number', 'cc-number', '1234 1234 1234 1234', 'wide')}
${field('expiry', 'Expiration date', 'cc-exp', 'MM / YY')}
${field('cvc', 'Security code', 'cc-csc', 'CVC')}
<p class="error wide" id="problem" role="alert"></p>
<p class="hint wide">No money moves here: pay with a test card such as 4242 4242 4242 4242, any future date and any code.</p>
</form>`

const authentication = (
  path: string,
  key: string,
  amount: string | null,
) => `<main data-path="${escapeHtml(path)}" data-key="${escapeHtml(key)}">
<h1>Authenticate this ${amount === null ? 'card' : 'payment'}</h1>
<p class="lead">This page stands in for the one of your bank${amount === null ? '' : `, which would confirm the payment of ${escapeHtml(amount)}`}.</p>
<form><div class="choices"><button class="primary" type="submit" value="complete">Complete</button><button class="quiet" type="submit" value="fail">Fail</button></div></form>
</main>`

import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import { join } from 'node:path'
import Fastify from 'fastify'
import type { Config } from '../../config.ts'
import type { HttpServer } from '../../http/listener/http-server.ts'
import type { Log } from '../../log.ts'
import { derivedKey } from '../../session/derived-key.ts'
import { registerCardProcessor } from './card-processor.ts'
import { CARDS_HOST, cardsOrigin } from './cards-host.ts'

export interface SandboxCards {
  secretKey: string
  publishableKey: string
  webhookSecret: string
  /** The address of its API. */
  address: URL
  close(): Promise<void>
}

interface SandboxCardsOptions {
  config: Pick<Config, 'dataFolder' | 'publicUrl' | 'port'>
  secret: string
  httpServer: HttpServer
  /** The path at which the control plane takes events. */
  eventsPath: string
  now: () => number
  log: Log
}

/** Starts the card processor of the sandbox, behind the control plane's listener, under a host name of its own. */
export const startSandboxCards = async (options: SandboxCardsOptions): Promise<SandboxCards> => {
  const { config, secret, httpServer, eventsPath, now, log } = options
  let handle: RequestListener = () => undefined
  const app = Fastify<Server, IncomingMessage, ServerResponse>({
    serverFactory: (listener) => {
      handle = listener
      return createServer(listener)
    },
  })
  const keyFor = (purpose: string) =>
    derivedKey(secret, `sandbox-cards/${purpose}`).export().toString('hex').slice(0, 48)
  const keys = { secret: `sk_test_${keyFor('secret')}`, publishable: `pk_test_${keyFor('publishable')}` }
  const webhook = { url: `http://127.0.0.1:${config.port}${eventsPath}`, secret: `whsec_${keyFor('webhook')}` }
  const origin = cardsOrigin(config.publicUrl)
  registerCardProcessor(app, {
    journalPath: join(config.dataFolder, 'sandbox-cards.ndjson'),
    keys,
    webhook,
    now,
    origin: () => origin,
    embeddedBy: () => 'http://localhost:* http://127.0.0.1:*',
    onError: (error) => log.warn({ err: error }, 'the card processor of the sandbox failed'),
  })
  await app.ready()
  httpServer.serveHost(CARDS_HOST, handle)
  return {
    secretKey: keys.secret,
    publishableKey: keys.publishable,
    webhookSecret: webhook.secret,
    address: new URL(origin),
    close: () => app.close(),
  }
}

import { parentPort } from 'node:worker_threads'
import reference from '@scalar/fastify-api-reference'
import Fastify from 'fastify'

const app = Fastify()
await app.register(reference, {
  routePrefix: '/',
  configuration: { content: { openapi: '3.1.0', info: {}, paths: {} } },
})
const { body, statusCode } = await app.inject('/js/scalar.js')
if (statusCode !== 200) throw new Error(`The API reference has no script (${statusCode}).`)
parentPort?.postMessage(body)

import Fastify from 'fastify'
import { pino } from 'pino'
import { readUser } from '../../server/accounts/read-user.ts'
import { prepareLoadInstance } from '../../server/compute/instances/load-instance.ts'
import { openStore } from '../../server/store/connection.ts'
import type { InstanceId, UserId } from '../../src/contract/wire/common.ts'

/** The baseline: the same SQL behind one route, without validation, access control, logs or response mapping. */
const store = openStore({ url: process.env.DATABASE_URL ?? '', log: pino({ level: 'silent' }) })
const load = prepareLoadInstance(store.db)
const app = Fastify()
app.get('/profile/:id', async (request) => readUser(store.db, (request.params as { id: UserId }).id))
app.get('/instance/:id', async (request) => load((request.params as { id: InstanceId }).id))
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
process.stdout.write('Longshore is ready (bare)\n')
process.once('SIGTERM', async () => {
  await app.close()
  await store.close()
})
